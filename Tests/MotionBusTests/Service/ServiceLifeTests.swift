// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import MotionSynthesis
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct ServiceLifeTests {
  @Test("a second service is told that the name is taken; after a stop it is free at once")
  func nameTaken() throws {
    let (rig, client) = try ServiceRig.withClient()
    let second = MotionService(.address(rig.bus.address)) { _ in }
    #expect(throws: BusError.nameTaken(Motion1.name)) { try second.start() }
    rig.service.stop()
    let bus = "org.freedesktop.DBus"
    let owner = try client.call(bus, "NameHasOwner", [.string(Motion1.name)], to: bus, "/")
    #expect(owner == .success([.bool(false)]))
    let third = MotionService(.address(rig.bus.address)) { _ in }
    try third.start()
    third.stop()
  }

  @Test("a call that the bus kept until the service was there is answered")
  func activation() throws {
    let bus = try PrivateBus(services: [
      Motion1.name: "[D-BUS Service]\nName=\(Motion1.name)\nExec=/bin/sleep 5\n"
    ])
    let client = try BusClient(.address(bus.address))
    let answer = try client.ask("Claim", .dictionary([:]))
    try client.sync()
    let service = MotionService(.address(bus.address)) { request in
      if case .settle(let settled) = request { settled() }
    }
    try service.start()
    defer { service.stop() }
    try process([client.connection]) { answer.value != nil }
    #expect(answer.value == .success([]))
  }

  @Test("nothing is told after a stop")
  func stop() throws {
    let (rig, client) = try ServiceRig.withClient()
    try client.claim()
    rig.service.stop()
    rig.service.emit(.began(at: 1), of: .shake())
    rig.service.stop()
    let answer = try client.motion("Release")
    #expect(answer.refusal == "org.freedesktop.DBus.Error.ServiceUnknown")
    #expect(client.events.isEmpty)
    #expect(rig.log.all.count == 2)
  }

  @Test("a service that stops announces that only to those who have claimed")
  func announced() throws {
    let rig = try ServiceRig()
    let (claimant, other) = (try rig.client(), try rig.client())
    try claimant.claim()
    rig.service.stop()
    try process([claimant.connection]) { claimant.signals.contains { $0.member == "Stopping" } }
    try other.sync()
    #expect(!other.signals.contains { $0.member == "Stopping" })
  }

  @Test("a bus that ends is told once, after the end of what was claimed")
  func lost() throws {
    let rig = try ServiceRig()
    try rig.client().connection.close()
    let client = try rig.client()
    try client.claim()
    rig.bus.stop()
    try process([], rig.log) { !rig.log.losses.isEmpty }
    // Whatever else comes is done on the same queue, before this returns.
    rig.service.emit(.began(at: 1), of: .shake())
    rig.service.show(ShownDevice("x"))
    rig.service.stop()
    #expect(rig.log.demands == [Demand([.shake()]), Demand()])
    #expect(rig.log.losses.count == 1)
    #expect(rig.log.all.count == 4)
    guard case .disconnected? = rig.log.all.last else { throw Unexpected(rig.log.all) }
  }

  @Test("a bus that reads nothing any more is given up, and not waited for")
  func stuck() throws {
    let (rig, client) = try ServiceRig.withClient()
    try client.claim()
    rig.bus.freeze()
    // The socket takes some thousands.
    for count in 0..<30_000 where rig.log.losses.isEmpty {
      rig.service.emit(.began(at: Int64(count)), of: .shake())
      rig.service.emit(.cancelled(at: Int64(count)), of: .shake())
    }
    try process([], rig.log) { !rig.log.losses.isEmpty }
    #expect(rig.log.losses == [.disconnected(.noBufferSpace)])
    #expect(rig.log.demands.last == Demand())
    // A client that is let go of has left.
    withExtendedLifetime(client) {}
  }

  @Test("whatever is called in whatever number, it is answered, and the service goes on")
  func garbage() async throws {
    let (rig, client) = try ServiceRig.withClient(trusting: [])
    var random = SeededGenerator(seed: 7)
    var answers = 0
    let count = 4000
    for number in 0..<count {
      let call = try client.connection.call(
        Motion1.name, random.pick([Motion1.path, Motion1.path, Motion1.path, "/", "/org/motiond"]),
        random.pick([Motion1.interface, Motion1.interface, "org.freedesktop.DBus.Properties"]),
        random.pick([
          "Claim", "Release", "Simulate", "OpenSamples", "Capture", "Get", "Set", "GetAll", "X",
        ]))
      try call.append(random.values())
      try client.connection.send(call) { _ in answers += 1 }
      if number % 100 == 99 { try process([client.connection]) { answers == number + 1 } }
    }
    try process([client.connection]) { answers == count }
    try client.claim()
    await rig.emit(.began(at: 1))
    try client.settle()
    // Without the vectors, as nobody trusts this user.
    #expect(client.signals.last?.member == "MotionBegan")
    #expect(rig.log.losses.isEmpty)
  }

  @Test("who calls without waiting for answers does not keep others from being served")
  func flood() throws {
    let rig = try ServiceRig()
    let (flooder, client) = (try rig.client(), try rig.client())
    for number in 0..<5000 {
      let call = try flooder.connection.call(
        Motion1.name, Motion1.path, Motion1.interface, number % 2 == 0 ? "Claim" : "Release")
      if number % 2 == 0 { try call.append([.dictionary([:])]) }
      // Sent without asking for an answer.
      try call.send()
    }
    let answer = try client.ask("Claim", .dictionary(["window": .double(2)]))
    try process([flooder.connection, client.connection]) { answer.value == .success([]) }
    try flooder.settle()
    #expect(rig.log.demands.last == Demand([.shake(window: .seconds(2))]))
    #expect(rig.log.losses.isEmpty)
  }
}

extension SeededGenerator {
  fileprivate mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: 0..<texts.count, using: &self)]
  }

  /// Up to three values of any type.
  fileprivate mutating func values() -> [BusValue] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: 0) }
  }

  private mutating func value(depth: Int) -> BusValue {
    let keys = ["motions", "sensitivity", "window", "shake.window", "", "shake"]
    switch Int.random(in: 0..<(depth < 3 ? 11 : 8), using: &self) {
    case 0: return .bool(Bool.random(using: &self))
    case 1: return .int32(.random(in: .min ... .max, using: &self))
    case 2: return .uint64(.random(in: .min ... .max, using: &self))
    case 3: return .double(Double(bitPattern: next()))
    case 4: return .string(pick(keys + [Motion1.interface, "Device", "low", "long-shake"]))
    case 5: return .strings((0..<Int.random(in: 0..<4, using: &self)).map { _ in pick(keys) })
    case 6: return .doubles([.nan, 1])
    case 7: return .texts([pick(keys): pick(keys)])
    case 8: return .structure([value(depth: depth + 1)])
    default: return .dictionary([pick(keys): value(depth: depth + 1)])
    }
  }
}
