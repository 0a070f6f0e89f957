// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// A motiond with clients, and with an output that nobody reads for a while.
@Suite(
  .waits,
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon is missing: apt-get install dbus-daemon"))
struct StalledOutputTests {
  @Test("it holds up no client, and all of it is there once somebody reads")
  func clients() throws {
    let bus = try PrivateBus()
    let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
    let output = Pipe()
    let daemon = try RunningCommand(
      "motiond", ["--bus", "session", "--source", "-", "--print", "json"],
      output: output.fileHandleForWriting, environment: environment)
    let monitor = try RunningCommand(
      "motionctl", ["monitor", "--bus", "session", "--wait", "--format", "json"],
      through: "2>&1", environment: environment)
    _ = monitor.lines(upTo: "watching")

    // An event is printed, or waits to be, before clients hear it.
    var heard: [EventJSON] = []
    func shakeAndListen() throws {
      try daemon.write(try BusDaemon.shortShake(minute: heard.count / 2))
      let events = (0..<2).compactMap { _ in monitor.nextLine().flatMap(EventJSON.init) }
      try #require(events.map(\.phase) == ["began", "ended"])
      heard += events
    }
    while Self.hasRoom(output.fileHandleForWriting) { try shakeAndListen() }
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

  /// Whether a line can be written to `pipe` now.
  private static func hasRoom(_ pipe: FileHandle) -> Bool {
    var wish = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wish, 1, 0) > 0
  }
}
