// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

@testable import shake_to_undo

/// The words of the commands that switch something, and of the doctor.
@Suite(.waits) struct AgentStateTests {
  private static func clock(_ seconds: UInt32) -> String { "12:\(seconds)" }

  @Test(
    "each command says in one line what holds after it",
    arguments: [
      // Before the command; after on, after pause 10, after pause 0.
      (AgentState(), "shakes are on", "paused until 12:10", "there was no pause"),
      (.init(pausedSeconds: 50), "the pause is over", "paused until 12:10", "count again"),
      (.init(quietSeconds: 50), "without questions is over", "until 12:10", "count again"),
      (.init(isEnabled: false), "shakes are on", "shakes are off", "shakes are off"),
    ])
  func words(_ state: AgentState, _ on: String, _ pause: String, _ end: String) {
    #expect(SwitchWords.on(state).contains(on))
    #expect(SwitchWords.pause(10, state, Self.clock).contains(pause))
    #expect(SwitchWords.pause(0, state, Self.clock).contains(end))
    #expect(SwitchWords.set(["ask=never", "window=2"], state) == "ask=never, window=2")
    // What keeps a shake from asking is said with its end.
    #expect((state.obstacle(Self.clock) == nil) == (state == AgentState()))
    #expect(state.obstacle(Self.clock)?.contains("'shake-to-undo on'") != false)
    for text in [SwitchWords.on(nil), SwitchWords.set(["ask=never"], nil)] {
      #expect(text.contains("no agent runs") && text.contains("start it"))
    }
  }

  @Test("with an agent: on ends a pause; doctor says the pause, and asks for the bus")
  func commands() throws {
    let (rig, _) = try AgentRig.withEditor()
    func run(_ arguments: String...) throws -> (status: Int32, text: String) {
      let (process, file) = (Process(), rig.folder.appending(path: "out"))
      try Data().write(to: file)
      process.executableURL = builtProducts.appending(path: "shake-to-undo")
      process.arguments = arguments
      process.environment = [
        "DBUS_SESSION_BUS_ADDRESS": rig.bus.address, "XDG_CONFIG_HOME": rig.folder.path,
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere",
      ]
      process.standardOutput = try FileHandle(forWritingTo: file)
      process.standardError = FileHandle.nullDevice
      try process.start()
      try rig.run { !process.isRunning }
      return (process.terminationStatus, try String(contentsOf: file, encoding: .utf8))
    }
    #expect(try run("pause").text.hasPrefix("shakes are paused until "))
    let (status, report) = try run("doctor")
    #expect(
      status == 69 && report.contains("no : agent: runs in this session, but shakes are paused"))
    #expect(report.contains("a shake now: nothing, as shakes are paused"), "\(report)")
    #expect(!report.contains("system bus"), "\(report)")
    for (arguments, line) in [
      (["on"], "shakes are on; the pause is over\n"), (["on"], "shakes are on\n"),
      (["set", "ask=never"], "ask=never\n"),
      (["off"], "shakes are off; 'shake-to-undo on' switches them on\n"),
    ] {
      let text = try arguments.count == 1 ? run(arguments[0]).text : run("set", "ask=never").text
      #expect(text == line)
    }
  }
}
