// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled), .deadline)
struct ForgeryTests {
  private let bus: PrivateBus
  private let daemon: FakeDaemon
  private let client: PolledConnection

  init() throws {
    bus = try PrivateBus()
    daemon = try FakeDaemon(bus.address)
    client = try PolledConnection(bus)
    #expect(try client.nextEvent() == .connected)
  }

  /// Sends a signal to the client alone, and returns when the bus has passed it on.
  private func send(
    _ forger: BusConnection, _ path: String, _ interface: String, _ member: String,
    _ values: [BusValue]
  ) throws {
    try forger.signal(path, interface, member, values)
      .send(to: #require(client.connection?.bus.uniqueName))
    try forger.sync()
  }

  /// Forges the daemon's signal of `event`.
  private func forge(_ event: MotionEvent) throws {
    try send(
      BusConnection(.address(bus.address)), Motion1.path, Motion1.interface,
      event.phase.signalName, event.signalBody)
  }

  @Test("what looks like the daemon's signals, and is another's, is not delivered")
  func signals() async throws {
    for event in [MotionEvent.began(at: 1), .ended(at: 2)] { try forge(event) }
    try await daemon.emit(.began(at: 3))
    #expect(try client.nextEvent() == .motion(.began(at: 3)))
    // Nor is it the end of what the daemon began.
    try forge(.ended(at: 4))
    try await daemon.emit(.ended(at: 5))
    #expect(try client.nextEvent() == .motion(.ended(at: 5)))
  }

  @Test("nor can anybody but the bus say that the daemon is gone, or that he is the daemon")
  func owner() async throws {
    try await daemon.emit(.began(at: 0))
    #expect(try client.nextMotion() == "began")
    let forger = try BusConnection(.address(bus.address))
    try forger.sync()
    let own = try #require(forger.uniqueName)
    for owner in ["", own] {
      try send(
        forger, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
        [.string(Motion1.name), .string(":1.1"), .string(owner)])
    }
    try await daemon.emit(.ended(at: 500))
    #expect(try client.nextMotion() == "ended")
  }

  @Test("a signal that makes no sense is dropped")
  func nonsense() async throws {
    let began = MotionEvent.began(at: 1)
    try await daemon.send("MotionPaused", began.signalBody)
    try await daemon.send("MotionBegan", [.string("shake"), .uint64(1)])
    var details = began.details
    details["gravity"] = .string("down")
    try await daemon.send("MotionBegan", [.string("shake"), .uint64(1), .dictionary(details)])
    // An end without a beginning makes no sense either.
    try await daemon.emit(.ended(at: 1))
    try await daemon.emit(.began(at: 2))
    #expect(try client.nextEvent() == .motion(.began(at: 2)))
  }
}
