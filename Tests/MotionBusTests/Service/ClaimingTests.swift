// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct ClaimingTests {
  private let medium = MotionConfiguration.shake()
  private let high = MotionConfiguration.shake(.high, window: .seconds(1.5))

  @Test("claimants hear of what they claimed, and nobody else hears anything")
  func claimants() async throws {
    let rig = try ServiceRig()
    let (first, second, bystander) = (try rig.client(), try rig.client(), try rig.client())
    try first.claim()
    try second.claim(["sensitivity": .string("high"), "window": .double(1.5)])
    #expect(
      rig.log.demands == [Demand([medium]), Demand([medium, high])])
    await rig.emit(.began(at: 1), of: medium)
    await rig.emit(.began(at: 2), of: high)
    await rig.emit(.ended(at: 3), of: medium)
    await rig.emit(.cancelled(at: 4), of: high)
    for client in [first, second, bystander] { try client.settle() }
    #expect(first.events == [.began(at: 1), .ended(at: 3)])
    #expect(second.events == [.began(at: 2), .cancelled(at: 4)])
    #expect(bystander.events.isEmpty)
  }

  @Test("claims are answered once their detectors are there, by one settlement for all so far")
  func settled() async throws {
    let rig = try ServiceRig(settling: false)
    let clients = try (0..<3).map { _ in try rig.client() }
    let connections = clients.map(\.connection)
    func claim(_ client: BusClient, _ window: Double) throws -> BusAnswer {
      try client.begin(Motion1.interface, "Claim", [.dictionary(["window": .double(window)])])
    }
    var answers = [try claim(clients[0], 1)]
    try process(connections, rig.log) { rig.log.settlements.count == 1 }
    // These wait for the next one, which says nothing about the first.
    answers += [try claim(clients[1], 2), try claim(clients[2], 1)]
    for client in clients { try client.settle() }
    #expect(answers.allSatisfy { $0.value == nil })
    #expect(rig.log.settlements.count == 1)
    rig.log.settlements[0]()
    try process(connections, rig.log) { rig.log.settlements.count == 2 }
    for client in clients { try client.settle() }
    #expect(answers.map { $0.value == .success([]) } == [true, false, false])
    rig.log.settlements[1]()
    try process(connections) { answers.allSatisfy { $0.value == .success([]) } }
    // The third needs what the first has.
    #expect(rig.log.demands.count == 2)
  }

  @Test("claiming something else interrupts an open motion, before the call is answered")
  func again() async throws {
    let (rig, client) = try ServiceRig.withClient()
    try client.claim()
    await rig.emit(.began(at: 1), of: medium)
    try client.claim(["window": .double(1)])
    #expect(client.events == [.began(at: 1)])
    try client.claim(["sensitivity": .string("high"), "window": .double(1.5)])
    #expect(client.events.last?.isInterruption == true)
    // When the latest event was: what comes next may lie before any later time.
    #expect(client.events.last?.timestamp.nanoseconds == 1)
    #expect(rig.log.demands == [Demand([medium]), Demand([high])])
  }

  @Test("defaults that were set before the start count from the start")
  func defaultsAtStart() throws {
    let rig = try ServiceRig(before: { $0.update(defaults: MotionOptions(sensitivity: .high)) })
    try rig.client().claim()
    #expect(rig.log.demands.first == Demand([.shake(.high)]))
  }

  @Test("releasing interrupts an open motion; who claimed nothing may release it")
  func release() async throws {
    let (rig, client) = try ServiceRig.withClient()
    #expect(try client.motion("Release") == .success([]))
    try client.claim()
    await rig.emit(.began(at: 1), of: medium)
    #expect(try client.motion("Release") == .success([]))
    #expect(client.events.last?.isInterruption == true)
    await rig.emit(.ended(at: 2), of: medium)
    try client.settle()
    #expect(client.events.count == 2)
    #expect(rig.log.demands == [Demand([medium]), Demand()])
  }

  @Test("a client holds its own motions off, for at most two seconds; another hears them all")
  func holdOff() async throws {
    let rig = try ServiceRig()
    let (client, other) = (try rig.client(), try rig.client())
    // Nothing is claimed, so that there is nothing to hold off.
    #expect(try client.motion("HoldOff", [.uint32(2000)]) == .success([]))
    try client.claim()
    try other.claim()
    let now = Timestamp.now().nanoseconds
    func later(_ event: MotionEvent) -> MotionEvent { event.shifted(byNanoseconds: now) }
    await rig.emit(later(.began(at: 1)))
    let wrong = try client.motion("HoldOff", [.uint32(2001)])
    #expect(wrong.refusal == Motion1.ErrorName.invalidArguments)
    #expect(wrong.explanation == "motions are held off for at most 2000 ms, not 2001")
    #expect(try client.motion("HoldOff", [.uint32(2000)]) == .success([]))
    #expect(client.events == [later(.began(at: 1)), later(.cancelled(at: 1, .interrupted))])
    // Two seconds from the call on, which is after `now`.
    for event in [.ended(at: 500), .recognized(at: 1_900_000_000)] as [MotionEvent] {
      // At once: the pool of the tests may be busy for longer than the hold-off lasts.
      rig.service.emit(later(event), of: .shake())
    }
    let last = MotionEvent.recognized(at: 3_600_000_000_000)
    rig.service.emit(later(last), of: .shake())
    _ = rig.service.status
    for client in [client, other] { try client.settle() }
    #expect(client.events.dropFirst(2) == [later(last)])
    #expect(other.events.count == 4)
  }

  @Test("a state that holds is told again when the time of a hold-off is over")
  func holdOffOfState() async throws {
    let (rig, client) = try ServiceRig.withClient()
    try client.claim(["motions": .strings(["still"])])
    let began = MotionEvent.began(at: 1).of(.still)
    await rig.emit(began, of: .still())
    #expect(try client.motion("HoldOff", [.uint32(0)]) == .success([]))
    try process([client.connection], rig.log) { client.events.count == 3 }
    #expect(client.events.map(\.phase) == [.began, .cancelled(.interrupted), .began])
    #expect(client.events[0] == client.events[2])
  }

  @Test("a client that leaves the bus has released, also one that had released and claimed again")
  func leaving() throws {
    let (rig, client) = try ServiceRig.withClient()
    try client.claim()
    _ = try client.motion("Release")
    // Within one turn they would come to nothing.
    try process([], rig.log) { rig.log.demands.count == 2 }
    try client.claim()
    client.connection.close()
    try process([], rig.log) { rig.log.demands.last == Demand() && rig.log.demands.count > 2 }
    #expect(rig.log.demands.count == 4)
  }

  @Test("a client that leaves before its claim is seen is not kept")
  func leavingAtOnce() throws {
    let rig = try ServiceRig()
    for _ in 1...20 {
      let client = try rig.client()
      let call = try client.connection.call(
        Motion1.name, Motion1.path, Motion1.interface, "Claim")
      try call.append([.dictionary([:])])
      try call.send()
      client.connection.close()
    }
    // What is kept of any of them would stay in the demand.
    let client = try rig.client()
    try client.claim()
    client.connection.close()
    try process([], rig.log) { rig.log.demands.last == Demand() }
  }

  @Test("who says that another client has left is not believed")
  func liar() throws {
    let rig = try ServiceRig()
    let (client, liar) = (try rig.client(), try rig.client())
    try client.claim()
    let lie = try liar.connection.signal(
      "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged")
    try lie.append([.string(client.name), .string(client.name), .string("")])
    try lie.send(to: Motion1.name)
    try liar.settle()
    #expect(rig.log.demands.count == 1)
  }

  @Test("a refused claim leaves what was claimed before as it was")
  func refused() async throws {
    let (rig, client) = try ServiceRig.withClient()
    try client.claim()
    await rig.emit(.began(at: 1), of: medium)
    let wrong = try client.motion("Claim", [.dictionary(["window": .double(.nan)])])
    #expect(wrong.refusal == Motion1.ErrorName.invalidArguments)
    let unknown = try client.motion("Claim", [.dictionary(["motions": .strings(["dance"])])])
    #expect(unknown.refusal == Motion1.ErrorName.unknownMotion)
    #expect(unknown.explanation?.hasPrefix("unknown motion 'dance': there is shake") == true)
    await rig.emit(.ended(at: 2), of: medium)
    try client.settle()
    #expect(client.events == [.began(at: 1), .ended(at: 2)])
  }

  @Test("a claim of what the accelerometer is too slow for is refused, and says so")
  func tooSlow() async throws {
    let (rig, client) = try ServiceRig.withClient()
    let claim: [BusValue] = [.dictionary(["motions": .strings(["shake", "tap"])])]
    // Without an accelerometer, or with one of unknown rate, nothing is refused.
    #expect(try client.motion("Claim", claim).refusal == nil)
    rig.service.show(ShownDevice("bma400", rate: 25))
    await rig.service.pass()
    #expect(try client.motion("Claim", claim).refusal == nil)
    rig.service.show(ShownDevice("bma400", rate: 25, readRate: 50))
    await rig.service.pass()
    let refused = try client.motion("Claim", claim)
    #expect(refused.refusal == Motion1.ErrorName.rateTooLow)
    #expect(
      refused.explanation
        == "tap needs readings at 100 Hz or more, and these come at 50 Hz: claim without tap")
    try client.claim(["motions": .strings(["shake"])])
    rig.service.show(ShownDevice("bma400", rate: 25, readRate: 100))
    await rig.service.pass()
    #expect(try client.motion("Claim", claim).refusal == nil)
  }

  @Test("beyond so many clients a claim is refused, until one has left")
  func limit() async throws {
    let rig = try ServiceRig(
      policy: "<limit name=\"max_connections_per_user\">1000</limit>")
    var clients: [BusConnection] = []
    var granted = 0
    for _ in 0..<ServiceLimits.single.claims.total {
      let client = try BusConnection(.address(rig.bus.address))
      let call = try client.call(
        Motion1.name, Motion1.path, Motion1.interface, "Claim", [.dictionary([:])])
      try client.send(call) { if case .success = $0 { granted += 1 } }
      clients.append(client)
    }
    try process(clients) { granted == ServiceLimits.single.claims.total }
    let late = try rig.client()
    let answer = try late.motion("Claim", [.dictionary([:])])
    #expect(answer.refusal == Motion1.ErrorName.tooManyClaims)
    // The bus has taken a match rule for each: the last is missed when it leaves.
    let demands = rig.log.demands.count
    let last = try #require(clients.last)
    let other = try last.call(Motion1.name, Motion1.path, Motion1.interface, "Claim")
    try other.append([.dictionary(["window": .double(2)])])
    try other.send()
    try process([last], rig.log) { rig.log.demands.count == demands + 1 }
    last.close()
    try process([], rig.log) { rig.log.demands.count == demands + 2 }
    try late.claim()
    withExtendedLifetime(clients) {}
  }

  @Test("clients may come and go for ever: nothing of them is left at the bus")
  func comingAndGoing() throws {
    let rig = try ServiceRig(
      policy: "<limit name=\"max_match_rules_per_connection\">8</limit>")
    for count in 1...20 {
      let client = try rig.client()
      try client.claim()
      client.connection.close()
      try process([], rig.log) { rig.log.demands.count == 2 * count }
    }
    #expect(rig.log.losses.isEmpty)
  }
}
