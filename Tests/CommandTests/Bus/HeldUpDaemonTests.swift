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
