// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import LinuxSupport
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// A shake whose readings lay in a network: motiond says so, and nobody acts.
@Suite(
  .waits,
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon is missing: apt-get install dbus-daemon"))
struct LateMotionTests {
  private let bus: PrivateBus
  private let pipe = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  init() throws {
    bus = try PrivateBus()
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  /// The lines of a program that measures round trips: rest, a shake and rest, of which the last
  /// reading is two seconds old.
  private func lines() -> Data {
    let first = Timestamp.now(on: CLOCK_BOOTTIME).nanoseconds - 5_000_000_000
    let readings = (0..<300).map { index in
      let time = Double(index) / 100
      let swing = (1.0..<1.8).contains(time) ? (Int(time * 10).isMultiple(of: 2) ? 20 : -20) : 0
      return "\(first + Int64(index) * 10_000_000),\(swing),0,9.8\n"
    }
    return Data(
      ("# clock: boottime by round trips\ntimestamp_ns,x,y,z\n" + readings.joined()).utf8)
  }

  /// Plays such a shake to a daemon once `listen` has claimed shakes of it.
  ///
  /// - Returns: what the daemon printed up to its end
  private func play<Listener>(to listen: () throws -> Listener) throws -> (Listener, [String]) {
    defer { unlink(pipe) }
    let daemon = try RunningCommand(
      "motiond", ["--bus", "session", "--source", pipe, "--print", "json"],
      environment: bus.environment)
    #expect(daemon.errorLine(containing: "started") != nil)
    let listener = try listen()
    let writer = try #require(FileHandle(forWritingAtPath: pipe))
    try writer.write(contentsOf: lines())
    let printed = daemon.lines(upTo: "ended")
    let status = try bus.motionctl(["status"]).output
    #expect(status.contains { $0.contains("lag") && $0.contains("s in the last minute") })
    daemon.send(SIGTERM)
    #expect(try daemon.finish().status == 0)
    try writer.close()
    return (listener, printed)
  }

  @Test("motiond prints and sends late_ms, and motionctl runs no program")
  func told() throws {
    let (monitor, printed) = try play {
      let monitor = try bus.start(
        ["monitor", "--format", "json", "--exec", "/bin/echo", "--on", "ended"])
      #expect(monitor.errorLine(containing: "watching") != nil)
      return monitor
    }
    for lines in [printed, monitor.lines(upTo: "ended")] {
      let ended = try #require(lines.last)
      let late = try #require(ended.firstMatch(of: /"late_ms":(\d+)/)?.1)
      #expect(try #require(Int(late)) > 1500, "\(ended)")
    }
    #expect(monitor.errorLine(containing: "is not run for") != nil)
    monitor.send(SIGTERM)
    _ = try monitor.finish()
  }

  @Test("the examples in other languages undo nothing", arguments: ExampleProgram.Language.allCases)
  func examples(language: ExampleProgram.Language) throws {
    guard language.isInstalled else { return }
    let (program, _) = try play {
      let program = try ExampleProgram(language, on: bus)
      #expect(program.nextLine() == "claimed")
      return program
    }
    #expect(program.nextLine()?.hasPrefix("shake began") == true)
    #expect(program.nextLine() == "shake ended too late")
  }
}
