// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct StoppingTests {
  @Test("a service that stops announces that only to those who have claimed")
  func announced() throws {
    let rig = try ServiceRig()
    let (claimant, other) = (try rig.client(), try rig.client())
    try claimant.claim()
    rig.service.stop()
    try process([claimant.connection]) { claimant.signals.contains { $0.member == "Stopping" } }
    _ = try other.call(
      "org.freedesktop.DBus.Peer", "Ping", to: "org.freedesktop.DBus", "/")
    #expect(!other.signals.contains { $0.member == "Stopping" })
  }
}
