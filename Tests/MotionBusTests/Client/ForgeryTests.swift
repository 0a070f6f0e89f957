// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled), .deadline)
struct ForgeryTests {
  /// Sends a signal to `client` alone, and returns when the bus has passed it on.
  private func send(
    _ forger: BusConnection, to client: String, _ path: String, _ interface: String,
    _ member: String, _ values: [BusValue]
  ) throws {
    let signal = try forger.signal(path, interface, member)
    try signal.append(values)
    try signal.send(to: client)
    try forger.sync()
  }

  @Test("what looks like the daemon's signals, and is another's, is not delivered")
  func signals() async throws {
    let bus = try PrivateBus()
    let daemon = try FakeDaemon(bus.address)
    let client = try PolledConnection(bus)
    #expect(try client.nextEvent() == .connected)
    let name = try #require(client.connection?.bus.uniqueName)
    let forger = try BusConnection(.address(bus.address))
    for event in [MotionEvent.began(at: 1), .ended(at: 2)] {
      try send(
        forger, to: name, Motion1.path, Motion1.interface, event.phase.signalName, event.signalBody)
    }
    try await daemon.emit(.began(at: 3))
    #expect(try client.nextEvent() == .motion(.began(at: 3)))
    // Nor is it the end of what the daemon began.
    let end = MotionEvent.ended(at: 4)
    try send(
      forger, to: name, Motion1.path, Motion1.interface, end.phase.signalName, end.signalBody)
    try await daemon.emit(.ended(at: 5))
    #expect(try client.nextEvent() == .motion(.ended(at: 5)))
  }

  @Test("nor can anybody but the bus say that the daemon is gone, or that he is the daemon")
  func owner() async throws {
    let bus = try PrivateBus()
    let daemon = try FakeDaemon(bus.address)
    let client = try PolledConnection(bus)
    #expect(try client.nextEvent() == .connected)
    try await daemon.emit(.began(at: 0))
    #expect(try client.nextMotion() == "began")
    let name = try #require(client.connection?.bus.uniqueName)
    let forger = try BusConnection(.address(bus.address))
    try forger.sync()
    let own = try #require(forger.uniqueName)
    for owner in ["", own] {
      try send(
        forger, to: name, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
        [.string(Motion1.name), .string(":1.1"), .string(owner)])
    }
    try await daemon.emit(.ended(at: 500))
    #expect(try client.nextMotion() == "ended")
  }

  @Test("a signal that makes no sense is dropped")
  func nonsense() async throws {
    let bus = try PrivateBus()
    let daemon = try FakeDaemon(bus.address)
    let client = try PolledConnection(bus)
    #expect(try client.nextEvent() == .connected)
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
