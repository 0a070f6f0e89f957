// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import FakeIIOD
import FakeSensor
import Foundation
import LinuxSupport
import MotionCore
import MotionSynthesis
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// motiond and iio-network, joined by a named pipe as their units are.
@Suite(
  .waits,
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon is missing: apt-get install dbus-daemon"))
struct NamedPipeTests {
  private let bus: PrivateBus
  private let pipe = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  init() throws {
    bus = try PrivateBus()
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  private func daemon() throws -> RunningCommand {
    try RunningCommand(
      "motiond", ["--bus", "session", "--source", pipe, "--print", "json"],
      environment: bus.environment)
  }

  /// A monitor that has claimed of the daemon.
  private func monitor() throws -> RunningCommand {
    let monitor = try bus.start(["monitor", "--wait", "--format", "json"])
    #expect(monitor.errorLine(containing: "watching") != nil)
    return monitor
  }

  /// Ends these, each with status 0.
  private func end(_ commands: RunningCommand...) throws {
    for command in commands {
      command.send(SIGTERM)
      #expect(try command.finish().status == 0)
    }
  }

  /// The acceleration along x in swings at 100 Hz, after a second of rest.
  private func swing(_ index: Int) -> Double {
    let time = Double(index) / 100
    return (1.0..<1.8).contains(time) ? (Int(time * 10).isMultiple(of: 2) ? 20 : -20) : 0
  }

  /// Raw values of the swings, from the time `start` on.
  private func shake(from start: Int64) -> [FakeIIOD.Answer] {
    (0..<400).map { index in
      .scan(
        FakeDevice.scan(
          Int16(swing(index) / FakeDevice.scale), 0, Int16(9.8 / FakeDevice.scale),
          at: start + Int64(index) * 10_000_000))
    }
  }

  /// The same as lines of a recording: those of `indices`.
  private func lines(_ indices: Range<Int>, from start: Int64) -> Data {
    let lines = indices.map { index in
      "\(start + Int64(index) * 10_000_000),\(swing(index)),0,9.8\n"
    }
    return Data(lines.joined().utf8)
  }

  @Test("after a silence the clock of a pipe is compared anew: an event is as old as it is")
  func paused() throws {
    defer { unlink(pipe) }
    let daemon = try daemon()
    // What nobody wants is dropped.
    let monitor = try monitor()
    let writer = try #require(FileHandle(forWritingAtPath: pipe))
    writer.write(Data("timestamp_ns,x,y,z\n".utf8) + lines(0..<150, from: 0))
    #expect(monitor.lines(upTo: "cancelled").count == 2)
    // The writer's clock went on for an hour meanwhile, as that of a phone that slept.
    writer.write(lines(0..<400, from: 3_600_000_000_000))
    let end = try #require(monitor.lines(upTo: "ended").last)
    let age = Timestamp.now().nanoseconds - (try #require(EventJSON(end)).time)
    #expect(abs(age) < 600_000_000_000, "\(age) ns old")
    try writer.close()
    try self.end(daemon)
  }

  @Test("a shake that lay in the pipe before the start is left out, counted, and said once")
  func longAgo() throws {
    defer { unlink(pipe) }
    let writer = try #require(FileHandle(forUpdatingAtPath: pipe))
    writer.write(Data("timestamp_ns,x,y,z\n".utf8) + lines(0..<400, from: 0))
    let daemon = try daemon()
    #expect(daemon.errorLine(containing: "400 readings that \(pipe) had kept") != nil)
    writer.write(lines(0..<400, from: 60_000_000_000))
    let began = try #require(daemon.lines(upTo: "ended").first)
    #expect(try #require(EventJSON(began)).time > 60_000_000_000)
    let status = try bus.motionctl(["status"])
    #expect(status.output.joined().contains("400 dropped"), "\(status)")
    try end(daemon)
  }

  @Test(
    "without a bus a pipe that is gone before anybody writes is an end", arguments: [true, false])
  func removed(isMadeAnew: Bool) throws {
    let command = try RunningCommand("motiond", ["--bus", "none", "--source", pipe])
    #expect(command.errorLine(containing: "started") != nil)
    unlink(pipe)
    if isMadeAnew { try #require(mkfifo(pipe, 0o600) == 0) }
    defer { unlink(pipe) }
    let result = try command.finish()
    #expect(result.status == 66 && result.errors.contains("start again"), "\(result)")
  }

  @Test("either can be restarted alone: the other goes on, and shakes come again")
  func restarts() throws {
    defer { unlink(pipe) }
    let iiod = try FakeIIOD([.accelerometer()], shake(from: 1_000_000_000))
    let first = try daemon()
    let monitor = try monitor()
    func writer() throws -> RunningCommand {
      try RunningCommand("iio-network", [iiod.uri], through: "> '\(pipe)'")
    }
    var bridge = try writer()
    #expect(monitor.lines(upTo: "ended").count == 2)

    // Another server's clock may show less.
    try end(bridge)
    #expect(first.errorLine(containing: "waiting for another writer") != nil)
    iiod.desk.add(shake(from: 1_000_000))
    bridge = try writer()
    #expect(monitor.lines(upTo: "ended").count == 2)

    // Whoever reads nothing ends the writer, whose service starts it again.
    try end(first)
    iiod.desk.add(shake(from: 20_000_000_000))
    #expect(try bridge.finish().status == 0)
    let second = try daemon()
    #expect(monitor.errorLine(containing: "watching") != nil)
    bridge = try writer()
    iiod.desk.add(shake(from: 40_000_000_000))
    #expect(monitor.lines(upTo: "ended").contains { $0.contains("ended") })
    try end(monitor, second, bridge)
    iiod.rest()
    #expect(iiod.stop())
  }

  @Test("whatever becomes of the path, the writer of the last pipe is heard", arguments: [1, 2])
  func madeAnew(seed: UInt64) throws {
    defer { remove(pipe) }
    var random = SeededGenerator(seed: seed)
    let daemon = try daemon()
    let monitor = try monitor()
    func change() {
      remove(pipe)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: break
      case 1: #expect(mkdir(pipe, 0o700) == 0)
      case 2: #expect(symlink("nowhere", pipe) == 0)
      case 3: #expect(FileManager.default.createFile(atPath: pipe, contents: Data("1,2".utf8)))
      default: #expect(mkfifo(pipe, 0o600) == 0)
      }
    }
    func shake() throws {
      remove(pipe)
      #expect(mkfifo(pipe, 0o600) == 0)
      let writer = try RunningCommand(
        "/bin/cat", ["samples/short-shake.csv"], through: "> '\(pipe)'")
      #expect(monitor.lines(upTo: "ended").count == 2)
      #expect(try writer.finish().status == 0)
    }
    for _ in 0..<4 { change() }
    try shake()
    // One that stays away is told, in the log, the status and by the doctor, and comes back.
    #expect(daemon.errorLine(containing: "waiting for another writer") != nil)
    #expect(try warnings().allSatisfy { $0.contains("no program writes to") })
    remove(pipe)
    #expect(daemon.errorLine(containing: "waiting for a pipe there") != nil)
    #expect(try warnings().allSatisfy { $0.contains("waiting for a pipe there") })
    for _ in 0..<4 { change() }
    try shake()
    try end(monitor, daemon)
  }

  /// What the status says, and the doctor.
  private func warnings() throws -> [String] {
    try [("status", "warning"), ("doctor", "!!  daemon")].map { command, mark in
      try bus.motionctl([command]).output.first { $0.contains(mark) } ?? ""
    }
  }

  @Test("what is no recording is told, and the next writer is heard")
  func noRecording() throws {
    defer { unlink(pipe) }
    let daemon = try daemon()
    let monitor = try monitor()
    let file = try #require(FileHandle(forWritingAtPath: pipe))
    try file.write(contentsOf: Data("1,2,3,4\n".utf8))
    #expect(daemon.errorLine(containing: "the pipe is opened again") != nil)
    // Nobody reads any more, which the writer notices; whoever comes next is heard.
    var wish = pollfd(fd: file.fileDescriptor, events: 0, revents: 0)
    #expect(poll(&wish, 1, Deadline.milliseconds) == 1 && wish.revents == Int16(POLLERR))
    try file.close()
    let next = try RunningCommand("/bin/cat", ["samples/short-shake.csv"], through: "> '\(pipe)'")
    #expect(try next.finish().status == 0)
    #expect(monitor.lines(upTo: "ended").count == 2)
    try end(monitor, daemon)
  }
}
