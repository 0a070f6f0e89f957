// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import TestSupport
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled), .deadline)
struct MotionConnectionTests {
  private let bus: PrivateBus

  init() throws { bus = try PrivateBus() }

  private static let claim = FakeDaemon.Call.claim(["motions": .strings(["shake"])])

  /// A daemon, and a client that has claimed of it.
  private func connected() throws -> (daemon: FakeDaemon, client: PolledConnection) {
    let daemon = try FakeDaemon(bus.address)
    let client = try PolledConnection(bus)
    #expect(try client.nextEvent() == .connected)
    return (daemon, client)
  }

  /// Starts a daemon on `bus`, of which `client` claims once.
  private func claims(_ client: PolledConnection, on bus: PrivateBus) async throws {
    let daemon = try FakeDaemon(bus.address)
    #expect(try client.nextEvent() == .connected)
    #expect(await daemon.nextCall() == Self.claim)
    #expect(client.waiting == [])
  }

  @Test("it claims the given motions, and delivers the daemon's events to the last figure")
  func motions() async throws {
    let daemon = try FakeDaemon(bus.address)
    let client = try PolledConnection(
      bus, claim: MotionClaim(sensitivity: .high, window: .seconds(1.5)))
    #expect(try client.nextEvent() == .connected)
    #expect(
      await daemon.nextCall()
        == .claim([
          "motions": .strings(["shake"]), "sensitivity": .string("high"), "window": .double(1.5),
        ]))
    var simulated = MotionEvent.cancelled(at: 900)
    simulated.isSimulated = true
    for event in [
      .began(at: 0), .ended(at: 500), .began(at: 600), .recognized(at: 700), simulated,
    ] {
      try await daemon.emit(event)
      #expect(try client.nextEvent() == .motion(event))
    }
  }

  @Test("a daemon that restarts: the open motion is cancelled, and the claim made again")
  func restart() async throws {
    let (first, client) = try connected()
    try await first.emit(.began(at: 0))
    #expect(try client.nextMotion() == "began")
    await first.stop()
    #expect(try client.nextMotion() == "interrupted")
    #expect(try "\(client.nextProblem())".contains("motiond is not running"))
    let second = try FakeDaemon(bus.address)
    #expect(try client.nextEvent() == .connected)
    // The end of what began before is no end.
    try await second.emit(.ended(at: 500))
    try await second.emit(.began(at: 700))
    #expect(try client.nextEvent() == .motion(.began(at: 700)))
  }

  @Test("without a daemon that is reported once, and the first to appear is claimed of")
  func noDaemon() async throws {
    let client = try PolledConnection(bus)
    #expect(try "\(client.nextProblem())".contains("motiond is not running"))
    try await claims(client, on: bus)
  }

  @Test("the bus starts the daemon for the claim")
  func activation() async throws {
    let bus = try Self.starting("/bin/true")
    let client = try PolledConnection(bus)
    // The claim waits on the bus for whoever takes the name; without activation it were refused.
    try client.settle()
    #expect(client.waiting == [])
    try await claims(client, on: bus)
  }

  @Test("a daemon that does not start in time counts as missing, and is claimed of when it appears")
  func slowStart() async throws {
    // It seems to start for ever: a bus waits for 25 s.
    let bus = try Self.starting("/bin/true")
    let client = try PolledConnection(bus, startTimeoutMicroseconds: 1)
    #expect(try "\(client.nextProblem())".contains("motiond is not running"))
    try await claims(client, on: bus)
  }

  @Test("a claim that is released before the daemon has started does not stay")
  func activationInVain() async throws {
    let bus = try Self.starting("/bin/true")
    let client = try PolledConnection(bus)
    try client.settle()
    client.connection?.isActive = false
    try client.settle()
    let daemon = try FakeDaemon(bus.address)
    #expect(await daemon.nextCall() == Self.claim)
    // Only now can the client know that a daemon can receive it.
    try client.settle()
    #expect(await daemon.nextCall() == .release)
    client.connection?.isActive = true
    #expect(try client.nextEvent() == .connected)
    #expect(await daemon.nextCall() == Self.claim)
  }

  @Test("a daemon that the bus cannot start is waited for, and started no second time")
  func failedActivation() async throws {
    let bus = try Self.starting("/bin/false")
    let client = try PolledConnection(bus)
    #expect(try "\(client.nextProblem())".contains("exited"))
    try await claims(client, on: bus)
  }

  @Test("a daemon that refuses is asked no second time, but the next one is")
  func refusal() async throws {
    let refusal = FakeDaemon.Refusal(
      name: Motion1.ErrorName.tooManyClaims, message: "too many clients")
    let first = try FakeDaemon(bus.address, refusing: refusal)
    let client = try PolledConnection(bus)
    #expect(
      try client.nextProblem()
        == .refused(method: "Claim", name: refusal.name, message: refusal.message))
    await first.stop()
    let second = try FakeDaemon(bus.address)
    #expect(try client.nextEvent() == .connected)
    for daemon in [first, second] {
      #expect(await daemon.nextCall() == Self.claim)
    }
    #expect(client.waiting == [])
  }

  @Test("an app that is not active has no claim, and no motion open")
  func activity() async throws {
    let (daemon, client) = try connected()
    #expect(await daemon.nextCall() == Self.claim)
    try await daemon.emit(.began(at: 0))
    #expect(try client.nextMotion() == "began")

    client.connection?.isActive = false
    #expect(try client.nextMotion() == "interrupted")
    #expect(await daemon.nextCall() == .release)
    // On its way when the claim was released.
    try await daemon.emit(.began(at: 600))

    client.connection?.isActive = true
    #expect(try client.nextEvent() == .connected)
    #expect(await daemon.nextCall() == Self.claim)
    try await daemon.emit(.began(at: 700))
    #expect(try client.nextEvent() == .motion(.began(at: 700)))
  }

  @Test("motions are held off for at most two seconds, and not while nothing is claimed")
  func holdOff() async throws {
    let (daemon, client) = try connected()
    #expect(await daemon.nextCall() == Self.claim)
    client.connection?.holdOff(for: .seconds(0.5))
    client.connection?.holdOff(for: .seconds(60))
    client.connection?.holdOff(for: .seconds(-1))
    for expected in [500, 2000, 0] as [UInt32] {
      #expect(await daemon.nextCall() == .holdOff(expected))
    }
    client.connection?.isActive = false
    client.connection?.holdOff(for: .seconds(0.5))
    client.connection?.isActive = true
    #expect(await daemon.nextCall() == .release)
    #expect(await daemon.nextCall() == Self.claim)
  }

  @Test("a handler may make the app inactive, and what it does so comes in order")
  func changeInHandler() async throws {
    let daemon = try FakeDaemon(bus.address)
    let client = try PolledConnection(bus)
    var depth = 0
    client.onEvent = { [unowned client] event in
      depth += 1
      #expect(depth == 1, "the handler is called while it runs")
      if event == .motion(.began(at: 0)) { client.connection?.isActive = false }
      depth -= 1
    }
    #expect(try client.nextEvent() == .connected)
    try await daemon.emit(.began(at: 0))
    #expect(try client.nextMotion() == "began")
    #expect(try client.nextMotion() == "interrupted")
    #expect(await daemon.nextCall() == Self.claim)
    #expect(await daemon.nextCall() == .release)
  }

  @Test("who is let go leaves the bus, which releases the claim")
  func letGo() async throws {
    let daemon = try FakeDaemon(bus.address)
    let other = try BusConnection(.address(bus.address))
    let name: String
    do {
      let client = try PolledConnection(bus)
      #expect(try client.nextEvent() == .connected)
      name = try #require(client.connection?.bus.uniqueName)
      #expect(try other.names().contains(name))
    }
    // The bus takes messages in order, and notices ends of connections as it reads.
    while try other.names().contains(name) {}
    await daemon.stop()
  }

  @Test("the bus is lost: reported once, with the open motion cancelled before")
  func busLost() async throws {
    let (daemon, client) = try connected()
    try await daemon.emit(.began(at: 0))
    #expect(try client.nextMotion() == "began")
    bus.stop()
    #expect(try client.nextMotion() == "interrupted")
    guard case .disconnected = try client.nextEvent() else {
      throw Unexpected("another event was delivered")
    }
    client.connection?.process()
    client.connection?.isActive = false
    client.connection?.isActive = true
    #expect(client.waiting == [])
    #expect((client.connection?.descriptor ?? 0) < 0)
  }

  /// A bus that starts `command` for who calls the daemon.
  private static func starting(_ command: String) throws -> PrivateBus {
    try PrivateBus(services: [
      Motion1.name: "[D-BUS Service]\nName=\(Motion1.name)\nExec=\(command)\n"
    ])
  }
}
