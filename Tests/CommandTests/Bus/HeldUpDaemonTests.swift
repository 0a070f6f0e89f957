// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import ProcessTestSupport
import TestTraits
import Testing

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
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "NOTIFY_SOCKET": notifications.path,
        "MOCK_STUCK": attribute,
      ])
    #expect(try notifications.next() == "READY=1")
    let monitor = try RunningCommand(
      "motionctl", ["monitor", "--bus", "session"], through: "2>&1",
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    let answer = try mock.waitUntilStuck(at: attribute)
    bus.stop()
    _ = monitor.lines()
    _ = try monitor.finish()
    try bus.restart()
    #expect(try notifications.next() == "READY=1")
    #expect(try MotionDaemon(.address(bus.address)).status()?.device == nil)
    try answer.close()
    mock.send(SIGTERM)
    _ = mock.command.lines()
    #expect(try mock.command.finish().status == 0)
  }
}
