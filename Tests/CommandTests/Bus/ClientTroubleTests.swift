// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import ProcessTestSupport
import TestTraits
import Testing

/// What every command that asks motiond says where there is none to ask.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct ClientTroubleTests {
  static let commands = [
    ["monitor"], ["simulate", "shake"], ["status"], ["capture", "-o", "-"],
  ]

  @Test("without a daemon it ends with what to do about it, and starts none", arguments: commands)
  func noDaemon(_ words: [String]) throws {
    let result = try PrivateBus().motionctl(words)
    #expect((result.status, result.output) == (69, []))
    #expect(result.errors.contains("motiond is not running"))
  }

  @Test(
    "without a bus it ends, and says which it looked for",
    arguments: commands + [["monitor", "--wait"]]
  )
  func noBus(_ words: [String]) throws {
    let result = try RunningCommand(
      "motionctl", words + ["--bus", "session"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
    ).outcome()
    #expect(result.status == 69)
    #expect(result.errors.contains("cannot reach the session bus: No such file or directory"))
  }
}
