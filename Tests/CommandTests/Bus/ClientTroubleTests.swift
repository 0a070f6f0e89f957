// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
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

/// An accelerometer that does not answer holds up nobody else.
@Suite(.waits, .enabled(if: MockedAccelerometer.umockdev != nil && PrivateBus.isInstalled))
struct HeldUpDaemonTests {
  @Test("a daemon is back on its bus though its accelerometer has not answered yet")
  func back() throws {
    let bus = try PrivateBus()
    let notifications = try NotifySocket()
    let attribute = "buffer/watermark"
    let mock = try MockedAccelerometer(
      "motiond", ["--bus", "session"],
      environment: bus.environment.merging(
        ["NOTIFY_SOCKET": notifications.path, "MOCK_STUCK": attribute]) { $1 })
    #expect(try notifications.next() == "READY=1")
    let monitor = try bus.start(["monitor"])
    let answer = try mock.waitUntilStuck(at: attribute)
    bus.stop()
    _ = try monitor.outcome()
    try bus.restart()
    #expect(try notifications.next() == "READY=1")
    #expect(try MotionDaemon(.address(bus.address)).status()?.device == nil)
    try answer.close()
    mock.send(SIGTERM)
    #expect(try mock.command.outcome().status == 0)
  }
}
