// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CSystemBus
import Glibc
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

/// What users get who are not trusted, and what they may keep from others.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct AuthorizationTests {
  private static let limits = ServiceLimits(
    claims: UserBudget.Limits(total: 8, each: 2, reserve: 1),
    questions: UserBudget.Limits(total: 8, each: 2, reserve: 0),
    samples: UserBudget.Limits(total: 8, each: 2, reserve: 0))

  private static func says(_ isAuthorized: Bool) -> (BusMessage) throws -> Void {
    { try $0.reply([.structure([.bool(isAuthorized), .bool(false), .texts([:])])]) }
  }

  @Test("who polkit does not name hears no vectors, and keeps no sensor awake")
  func limited() async throws {
    let rig = try ServiceRig(trusting: [])
    let polkit = try FakePolkit(.address(rig.bus.address), Self.says(false))
    let client = try rig.client()
    let answer = try client.call(
      Motion1.interface, "Claim", [.dictionary([:])], with: [polkit.connection])
    #expect(answer == .success([]))
    #expect(polkit.questions.map { $0[1] } == [.string("org.motiond.motion1.claim")])
    #expect(rig.log.demands.isEmpty)
    await rig.emit(.began(at: 1))
    await rig.emit(.ended(at: 2))
    try client.settle()
    #expect(client.signals.map(\.member) == ["MotionBegan", "MotionEnded"])
    for signal in client.signals {
      guard case .dictionary(let details)? = signal.values.last else { continue }
      #expect(details.keys.allSatisfy { !["gravity", "acceleration", "direction"].contains($0) })
      #expect(MotionEvent(signal: signal.member, signal.values) != nil)
    }
    #expect(client.signals.last?.values.last.map { "\($0)".contains("swings") } == true)
  }

  @Test("who polkit names has all, until polkit tells that this has changed")
  func whole() async throws {
    let rig = try ServiceRig(trusting: [])
    var isActive = true
    let polkit = try FakePolkit(.address(rig.bus.address)) { try Self.says(isActive)($0) }
    let client = try rig.client()
    let answer = try client.call(
      Motion1.interface, "Claim", [.dictionary([:])], with: [polkit.connection])
    #expect(answer == .success([]))
    #expect(rig.log.demands == [Demand([.shake()])])
    isActive = false
    try polkit.sendChange()
    try process([polkit.connection], rig.log) { rig.log.demands.count == 2 }
    #expect(rig.log.demands.last == Demand())
    isActive = true
    try polkit.sendChange()
    try process([polkit.connection], rig.log) { rig.log.demands.count == 3 }
    await rig.emit(.began(at: 1))
    try client.settle()
    #expect(client.events == [.began(at: 1)])
  }

  @Test("a user claims and asks within his share; what leaves the bus is dropped at once")
  func shares() throws {
    let rig = try ServiceRig(trusting: [], limits: Self.limits)
    var held: [BusMessage] = []
    let polkit = try FakePolkit(.address(rig.bus.address)) { call in
      if try call.read()[1] == .string("org.motiond.motion1.claim") {
        try Self.says(true)(call)
      } else {
        held.append(call)
      }
    }
    // Root has no share.
    let asker = try rig.client()
    try asker.introduceItself()
    let questions = geteuid() == 0 ? 8 : 2
    let answers = try (0...questions).map { _ in
      try asker.ask("Simulate", .string("shake"))
    }
    try process([asker.connection, polkit.connection]) {
      held.count == questions && answers.contains { $0.value != nil }
    }
    #expect(answers.compactMap(\.refusal) == [Motion1.ErrorName.limitExceeded])
    asker.connection.close()
    try process([polkit.connection]) { polkit.takenBack.count == questions }
    let next = try rig.client()
    let answer = try next.ask("Simulate", .string("shake"))
    try process([next.connection, polkit.connection]) { held.count == questions + 1 }
    #expect(answer.value == nil)
  }

  @Test("polkit is asked about a client again while it does not answer, until the client leaves")
  func unanswered() throws {
    let rig = try ServiceRig(trusting: [])
    let polkit = try FakePolkit(.address(rig.bus.address)) {
      try $0.reply(error: "org.freedesktop.DBus.Error.NoReply", "did not answer")
    }
    let (client, other) = (try rig.client(), try rig.client())
    let answer = try client.ask("Claim", .dictionary([:]))
    try process([client.connection, polkit.connection]) { answer.value != nil }
    func asksAgain() throws -> Bool {
      let count = polkit.questions.count
      for _ in 0..<20 {
        try other.settle()
        try polkit.connection.process()
      }
      return polkit.questions.count > count
    }
    #expect(try asksAgain())
    client.connection.close()
    for _ in 0..<20 where try asksAgain() {}
    #expect(try !asksAgain())
  }

  @Test("trust is looked at before the questions are counted")
  func trust() throws {
    let rig = try ServiceRig(
      limits: ServiceLimits(
        claims: ServiceLimits.single.claims,
        questions: UserBudget.Limits(total: 0, each: 0, reserve: 0),
        samples: ServiceLimits.single.samples))
    let client = try rig.client()
    _ = try client.ask("Simulate", .string("shake"))
    try process([client.connection], rig.log) { rig.log.simulations.count == 1 }
  }

  @Test("a claim and a release that are sent at once count in their order")
  func order() throws {
    let (rig, client) = try ServiceRig.withClient()
    var answers: [BusAnswer] = []
    // Within one turn they come to nothing.
    try rig.whileStopped {
      answers = [
        try client.ask("Claim", .dictionary([:])),
        try client.ask("Release"),
      ]
      try client.listen("member='nothing'")
    }
    try process([client.connection], rig.log) { answers.allSatisfy { $0.value != nil } }
    #expect(answers.map(\.value) == [.success([]), .success([])])
    #expect(rig.log.demands.isEmpty)
  }

  @Test("the leaving caller of a simulation is reported")
  func leaving() throws {
    let (rig, client) = try ServiceRig.withClient()
    _ = try client.ask("Simulate", .string("shake"))
    try process([client.connection], rig.log) { rig.log.simulations.count == 1 }
    rig.log.simulations[0].reply(.success(()))
    let name = client.name
    client.connection.close()
    try process([], rig.log) { rig.log.departures == [name] }
  }
}
