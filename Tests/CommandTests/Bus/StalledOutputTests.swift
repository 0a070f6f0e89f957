// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// A motiond with clients, and with an output that nobody reads for a while.
@Suite(
  .waits,
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon is missing: apt-get install dbus-daemon"))
struct StalledOutputTests {
  private let bus: PrivateBus

  init() throws { bus = try PrivateBus() }

  @Test("it holds up no client, and all of it is there once somebody reads")
  func clients() throws {
    let output = Pipe()
    let daemon = try RunningCommand(
      "motiond", ["--bus", "session", "--source", "-", "--print", "json"],
      output: output.fileHandleForWriting, environment: bus.environment)
    let monitor = try bus.start(["monitor", "--wait", "--format", "json"], through: "2>&1")
    _ = monitor.lines(upTo: "watching")

    // An event is printed, or waits to be, before clients hear it.
    var heard: [EventJSON] = []
    func shakeAndListen() throws {
      try daemon.write(try BusDaemon.shortShake(minute: heard.count / 2))
      let events = monitor.events()
      try #require(events.map(\.phase) == ["began", "ended"])
      heard += events
    }
    while output.fileHandleForWriting.hasRoom { try shakeAndListen() }
    for _ in 0..<20 { try shakeAndListen() }
    #expect(try monitor.end() == 0)

    try output.fileHandleForWriting.close()
    var reader = LineReader(output.fileHandleForReading)
    let printed = heard.compactMap { _ in reader.next().flatMap(EventJSON.init) }
    #expect(printed.map(\.rest) == heard.map(\.rest))
    #expect(EventJSON.areWholeMotions(printed))
    #expect(try daemon.end() == 0)
    let rest = reader.next()
    #expect(rest == nil)
  }

  @Test("a log that nobody reads holds up neither clients of motiond nor its end")
  func log() throws {
    // Full from the first line on.
    let log = try fullPipe()
    let daemon = try RunningCommand(
      "motiond", ["--bus", "session"], errors: log.fileHandleForWriting,
      environment: bus.environment)
    let monitor = try bus.start(["monitor", "--wait"], through: "2>&1")
    _ = monitor.lines(upTo: "watching")
    for _ in 0..<3 {
      // It logs its status.
      daemon.send(SIGUSR1)
      #expect(try bus.motionctl(["status"]).status == 0)
    }
    daemon.send(SIGTERM)
    #expect(try daemon.finish().status == 0)
    #expect(try monitor.end() == 0)
  }

  @Test(
    "a log that nobody reads holds up no other program that serves a bus, nor its end",
    arguments: [
      ("motiond-sensor-proxy", [], "net.hadess.SensorProxy"),
      ("shake-to-undo", ["run", "--explain"], "org.motiond.ShakeToUndo"),
    ])
  func logs(program: String, words: [String], name: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let log = try fullPipe()
    let command = try RunningCommand(
      program, words + ["--bus", "session"], errors: log.fileHandleForWriting,
      environment: bus.environment.merging(["HOME": folder.path]) { $1 })
    let client = try MotionDaemon(.address(bus.address))
    #expect(try settles { try client.has(name) })
    command.send(SIGTERM)
    _ = try command.finish()
  }
}
