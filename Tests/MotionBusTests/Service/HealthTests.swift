// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled), .deadline)
struct HealthTests {
  private static func status(rate: Double, late: UInt64 = 0) -> DaemonStatus {
    var status = DaemonStatus()
    (status.version, status.measuredRate, status.lateBatches) = ("1", rate, late)
    (status.lostReadings, status.uptime, status.events) = (0, UInt64(rate), ["secret"])
    return status
  }

  @Test("health is sent to those alone who claimed and asked, and when it is news")
  func announced() async throws {
    let rig = try ServiceRig()
    let (watcher, claimant, asker) = (try rig.client(), try rig.client(), try rig.client())
    for client in [watcher, claimant] { try client.claim() }
    for client in [watcher, asker] {
      // Not answered by the rig.
      _ = try client.ask("GetStatus")
      try client.settle()
    }
    for status in [
      Self.status(rate: 50), Self.status(rate: 50.9), Self.status(rate: 50, late: 1),
      Self.status(rate: 60, late: 1), Self.status(rate: 60, late: 1),
    ] {
      rig.service.announceHealth(in: status)
      await rig.service.pass()
    }
    for client in [watcher, claimant, asker] { try client.settle() }
    let health = watcher.signals.filter { $0.member == "HealthChanged" }
      .compactMap { if case .dictionary(let health)? = $0.values.first { health } else { nil } }
    #expect(health.map { $0["MeasuredRate"] } == [.double(50), .double(50), .double(60)])
    #expect(health.map { $0["LateBatches"] } == [.uint64(0), .uint64(1), .uint64(1)])
    #expect(
      health.first.map { Set($0.keys) } == Set(DaemonStatus.fields.filter(\.isHealth).map(\.key)))
    for client in [claimant, asker] {
      #expect(!client.signals.contains { $0.member == "HealthChanged" })
    }
  }

  @Test("who asks again is sent it anew, and who has left is forgotten")
  func watchers() {
    var watchers = HealthWatchers()
    let health = DaemonHealth(Self.status(rate: 50))
    watchers.add("b")
    watchers.add("a")
    #expect(watchers.news(health) == ["a", "b"])
    watchers.add("b")
    #expect(watchers.news(health) == ["b"])
    watchers.remove("b")
    #expect(watchers.news(DaemonHealth(Self.status(rate: 70))) == ["a"])
  }

  @Test("clients that leave are forgotten, also while no health is announced")
  func leaving() throws {
    let bus = try PrivateBus()
    let service = try BusConnection(.address(bus.address))
    let claimants = Claimants(
      service, defaults: MotionOptions(), limits: ServiceLimits.single.claims,
      Authorization(service, trusting: [geteuid()]), askToSettle: {}, { _ in })
    for _ in 1...3 {
      let client = try BusConnection(.address(bus.address))
      let name = try #require(client.uniqueName)
      try claimants.claim(name, MotionClaim(), of: geteuid()) {}
      claimants.watchHealth(name)
      client.close()
      try process([service]) { !claimants.knows(name) }
    }
    #expect(claimants.healthWatchers.news(DaemonHealth(Self.status(rate: 50))) == [])
  }

  @Test("a connection that watches is told by the daemon alone")
  func forgery() async throws {
    let bus = try PrivateBus()
    let daemon = try FakeDaemon(bus.address)
    let client = try PolledConnection(bus)
    #expect(try client.nextEvent() == .connected)
    let connection = try #require(client.connection)
    var rates: [Double] = []
    connection.healthHandler = { rates.append($0.measuredRate) }
    let forger = try BusConnection(.address(bus.address))
    let forged = try forger.signal(
      Motion1.path, Motion1.interface, Motion1.healthChanged,
      [.dictionary(Self.status(rate: 1).values())])
    let name = try #require(connection.bus.uniqueName)
    try forged.send(to: name)
    try forger.sync()
    try await daemon.send("HealthChanged", [.dictionary(Self.status(rate: 2).values())])
    try await daemon.send("HealthChanged", [.string("no health")])
    try await daemon.emit(.began(at: 3))
    #expect(try client.nextEvent() == .motion(.began(at: 3)))
    #expect(rates == [2])
  }
}
