// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import MotionBus

@Suite struct ClaimTableTests {
  private let medium = MotionConfiguration.shake()
  private let high = MotionConfiguration.shake(.high)
  private let plain = MotionClaim()
  private let sensitive = MotionClaim(sensitivity: .high)

  @Test("clients that claim the same share a detector, and hear the same")
  func sharing() throws {
    var table = ClaimTable()
    for (client, claim) in [("a", plain), ("b", plain), ("c", sensitive)] {
      #expect(try table.claim(client, claim).isEmpty)
    }
    #expect(table.demand == Demand([medium, high]))
    let signals = table.deliver(.began(at: 1), of: medium)
    #expect(Set(signals.map(\.client)) == ["a", "b"])
    #expect(signals.allSatisfy { $0.event == .began(at: 1) })
    table.leave("a")
    table.leave("b")
    #expect(table.demand == Demand([high]))
  }

  @Test("a status names clients to their own user alone, and to who may know all")
  func status() throws {
    var table = ClaimTable()
    _ = try table.claim(":1.1", plain, user: 1000, access: .full)
    _ = try table.claim(":1.2", sensitive, user: 1001, access: .full)
    func names(for user: UInt32?) -> [BusValue?] {
      ["1", "2"].map { number in
        guard case .dictionary(let client)? = table.status(for: user)[number] else { return nil }
        return client["Name"]
      }
    }
    #expect(names(for: nil) == [.string(":1.1"), .string(":1.2")])
    #expect(names(for: 1001) == [nil, .string(":1.2")])
    #expect(names(for: 1002) == [nil, nil])
    _ = table.release(":1.1")
    #expect(table.status(for: nil).count == 1)
  }

  @Test("a status marks the clients whose claims do not wake the accelerometer")
  func limitedStatus() throws {
    var table = ClaimTable()
    _ = try table.claim(":1.1", plain, user: 1000, access: .limited)
    _ = try table.claim(":1.2", plain, user: 1001, access: .full)
    func limited(for user: UInt32?) -> [Bool] {
      let status = DaemonStatus(["Clients": .dictionary(table.status(for: user))])
      return [":1.1", ":1.2"].map(status.isLimited)
    }
    #expect(limited(for: nil) == [true, false])
    #expect(limited(for: 1000) == [true, false])
    // Of others no names are told.
    #expect(limited(for: 1001) == [false, false])
    table.set(.full, of: ":1.1")
    #expect(limited(for: nil) == [false, false])
  }

  @Test("a client that claims two kinds hears one open motion of each")
  func twoKinds() throws {
    var table = ClaimTable()
    _ = try table.claim("a", MotionClaim([.shake, .freeFall]))
    _ = try table.claim("b", plain)
    let fall = MotionConfiguration.freeFall()
    #expect(table.demand == Demand([medium, fall]))
    #expect(table.hearers(of: .began(at: 1), by: medium) == ["a", "b"])
    #expect(table.hearers(of: .began(at: 2).of(.freeFall), by: fall) == ["a"])
    #expect(table.hearers(of: .ended(at: 3), by: medium) == ["a", "b"])
    #expect(
      table.release("a") == [
        .init(client: "a", event: .cancelled(at: 3, .interrupted).of(.freeFall))
      ])
    #expect(table.demand == Demand([medium]))
  }

  @Test("a client that holds off hears of nothing that is stamped, or began, before the end")
  func holdOff() throws {
    var table = ClaimTable()
    for client in ["a", "b"] { _ = try table.claim(client, plain) }
    _ = table.deliver(.began(at: 10), of: medium)
    #expect(
      table.holdOff("a", until: Timestamp(nanoseconds: 500))
        == [.init(client: "a", event: .cancelled(at: 10, .interrupted))])
    #expect(table.hearers(of: .ended(at: 400), by: medium) == ["b"])
    #expect(table.hearers(of: .recognized(at: 450), by: medium) == ["b"])
    #expect(table.hearers(of: .began(at: 499), by: medium) == ["b"])
    // It began within the time.
    #expect(table.hearers(of: .ended(at: 600), by: medium) == ["b"])
    #expect(table.hearers(of: .began(at: 700), by: medium) == ["a", "b"])
  }

  @Test("of several hold-offs the latest end counts, also after another claim")
  func holdOffAgain() throws {
    var table = ClaimTable()
    #expect(table.holdOff("a", until: Timestamp(nanoseconds: 900)).isEmpty)
    for client in ["a", "b"] { _ = try table.claim(client, plain) }
    for end in [500, 200] as [Int64] {
      #expect(table.holdOff("a", until: Timestamp(nanoseconds: end)).isEmpty)
    }
    _ = table.release("a")
    _ = try table.claim("a", plain)
    #expect(table.hearers(of: .recognized(at: 499), by: medium) == ["b"])
    #expect(table.hearers(of: .recognized(at: 500), by: medium) == ["a", "b"])
    // Only the latest ends it; from then on a clock that was set back changes nothing.
    #expect(table.resume("a", after: Timestamp(nanoseconds: 200)).isEmpty)
    #expect(table.hearers(of: .recognized(at: 300), by: medium) == ["b"])
    #expect(table.resume("a", after: Timestamp(nanoseconds: 500)).isEmpty)
    #expect(table.hearers(of: .recognized(at: 300), by: medium) == ["a", "b"])
  }

  @Test("a state that holds after a hold-off is sent again, with its own beginning")
  func holdOffOfState() throws {
    var table = ClaimTable()
    let still = MotionConfiguration.still()
    let began = MotionEvent.began(at: 10).of(.still)
    for client in ["a", "b"] { _ = try table.claim(client, MotionClaim([.still])) }
    _ = table.deliver(began, of: still)
    let end = Timestamp(nanoseconds: 500)
    #expect(table.holdOff("a", until: end).map(\.event.phase) == [.cancelled(.interrupted)])
    // Another claim meanwhile tells nothing.
    #expect(try table.claim("a", MotionClaim([.still])).isEmpty)
    table.awaitAnswer(to: "a")
    #expect(table.answered("a").isEmpty)
    #expect(table.resume("a", after: end) == [.init(client: "a", event: began)])
    #expect(table.hearers(of: .ended(at: 600).of(.still), by: still) == ["a", "b"])
    // One that ended meanwhile is not.
    _ = table.deliver(.began(at: 700).of(.still), of: still)
    let later = Timestamp(nanoseconds: 900)
    _ = table.holdOff("a", until: later)
    _ = table.deliver(.ended(at: 800).of(.still), of: still)
    #expect(table.resume("a", after: later).isEmpty)
  }

  @Test("what begins before the first claim is answered is heard of after it, if it still holds")
  func beforeTheAnswer() throws {
    var table = ClaimTable()
    let still = MotionConfiguration.still()
    let began = MotionEvent.began(at: 10).of(.still)
    _ = try table.claim("a", MotionClaim([.shake, .still]))
    table.awaitAnswer(to: "a")
    #expect(table.deliver(began, of: still).isEmpty)
    #expect(table.deliver(.began(at: 20), of: medium).isEmpty)
    #expect(table.answered("a") == [.init(client: "a", event: began)])
    // The shake goes on, unheard of.
    #expect(table.deliver(.ended(at: 30), of: medium).isEmpty)
    #expect(table.hearers(of: .ended(at: 40).of(.still), by: still) == ["a"])
    // After another claim the end of what is open is heard of, and nothing that begins.
    _ = table.deliver(.began(at: 50), of: medium)
    #expect(try table.claim("a", MotionClaim([.shake, .still])).isEmpty)
    table.awaitAnswer(to: "a")
    #expect(table.hearers(of: .ended(at: 60), by: medium) == ["a"])
    let again = MotionEvent.began(at: 70).of(.still)
    #expect(table.deliver(again, of: still).isEmpty)
    // Of two claims without an answer, that of the last counts.
    _ = table.release("a")
    _ = try table.claim("a", MotionClaim([.shake, .still]))
    table.awaitAnswer(to: "a")
    #expect(table.answered("a").isEmpty)
    #expect(table.answered("a") == [.init(client: "a", event: again)])
  }

  @Test("there is room for so many clients; who has claimed before always has room")
  func limit() throws {
    var table = ClaimTable()
    for number in 0..<ServiceLimits.single.claims.total { _ = try table.claim("\(number)", plain) }
    _ = table.release("0")
    #expect(throws: Refusal.self) { try table.claim("one more", plain) }
    #expect(table.knows("one more") == false)
    #expect(try table.claim("0", sensitive).isEmpty)
    table.leave("1")
    #expect(try table.claim("one more", plain).isEmpty)
  }

  @Test("whatever happens in whatever order, it does as two dictionaries do", arguments: 0..<40)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var table = ClaimTable()
    var model = Model()
    let claims = [
      plain, sensitive, try MotionClaim(window: .seconds(2)),
      try MotionClaim(sensitivity: .high, window: .seconds(3)),
    ]
    let defaults = [
      MotionOptions(), MotionOptions(sensitivity: .high),
      try MotionClaim(window: .seconds(2)).options,
    ]
    for step in 0..<600 {
      let client = "client \(Int.random(in: 0..<6, using: &random))"
      let claim = claims.randomElement(using: &random) ?? plain
      let event = Self.event(at: Int64(step), &random)
      let (signals, expected): ([ClaimTable.Signal], Set<ClaimTable.Signal>)
      switch Int.random(in: 0..<14, using: &random) {
      case 0...2:
        signals = try table.claim(client, claim)
        expected = model.claim(client, claim)
      case 3:
        signals = table.release(client)
        expected = model.claim(client, nil)
      case 4:
        table.leave(client)
        model.leave(client)
        (signals, expected) = ([], [])
      case 5:
        let options = defaults.randomElement(using: &random) ?? MotionOptions()
        signals = table.update(defaults: options)
        expected = model.update(options)
      default:
        let wanted = model.configurations.sorted { $0.key < $1.key }.map(\.value)
        let configuration = wanted.randomElement(using: &random) ?? medium
        signals = table.deliver(event, of: configuration)
        expected = model.deliver(event, configuration)
      }
      try #require(Set(signals) == expected && signals.count == expected.count, "step \(step)")
      try #require(table.demand.motions == Set(model.configurations.values), "step \(step)")
      try model.hear(signals)
    }
  }

  private static func event(at time: Int64, _ random: inout SeededGenerator) -> MotionEvent {
    let isSimulated = Int.random(in: 0..<4, using: &random) == 0
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: .ended(at: time, simulated: isSimulated)
    case 1: .cancelled(at: time, simulated: isSimulated)
    case 2: .recognized(at: time, simulated: isSimulated)
    default: .began(at: time, simulated: isSimulated)
    }
  }
}

extension ClaimTable {
  /// The clients that hear of `event` of the detector of `configuration`.
  fileprivate mutating func hearers(
    of event: MotionEvent, by configuration: MotionConfiguration
  ) -> Set<String> {
    Set(deliver(event, of: configuration).map(\.client))
  }
}

/// The claims of clients, and the beginning that each of them has heard and no end of.
private struct Model {
  var configurations: [String: MotionConfiguration] = [:]
  private var claims: [String: MotionClaim] = [:]
  private var defaults = MotionOptions()
  var open: [String: MotionEvent] = [:]
  private var heard: [String: [MotionEvent]] = [:]
  private var latest = Timestamp(nanoseconds: 0)

  mutating func claim(
    _ client: String, _ claim: MotionClaim?
  ) -> Set<ClaimTable.Signal> {
    claims[client] = claim
    let configuration = claim?.options.completed(from: defaults).configurations(of: [.shake]).first
    guard configurations[client] != configuration else { return [] }
    configurations[client] = configuration
    guard let began = open.removeValue(forKey: client) else { return [] }
    let event = MotionEvent.cancelled(
      at: max(began.timestamp, latest).nanoseconds, .interrupted, simulated: began.isSimulated)
    return [ClaimTable.Signal(client: client, event: event)]
  }

  mutating func update(_ defaults: MotionOptions) -> Set<ClaimTable.Signal> {
    self.defaults = defaults
    return claims.reduce(into: []) { $0.formUnion(claim($1.key, $1.value)) }
  }

  mutating func leave(_ client: String) {
    claims[client] = nil
    configurations[client] = nil
    open[client] = nil
    heard[client] = nil
  }

  mutating func deliver(
    _ event: MotionEvent, _ configuration: MotionConfiguration
  ) -> Set<ClaimTable.Signal> {
    latest = event.timestamp
    var signals: Set<ClaimTable.Signal> = []
    for (client, claimed) in configurations where claimed == configuration {
      if event.phase == .recognized {
        signals.insert(ClaimTable.Signal(client: client, event: event))
        continue
      }
      let isFor =
        event.isBeginning
        ? open[client] == nil : open[client]?.isSimulated == event.isSimulated
      guard isFor else { continue }
      open[client] = event.isBeginning ? event : nil
      signals.insert(ClaimTable.Signal(client: client, event: event))
    }
    return signals
  }

  /// Checks the grammar of what each client has heard.
  mutating func hear(_ signals: [ClaimTable.Signal]) throws {
    for signal in signals where signal.event.phase != .recognized {
      let last = heard[signal.client, default: []].last
      heard[signal.client, default: []].append(signal.event)
      try #require(signal.event.isBeginning != (last?.isBeginning ?? false))
      try #require(last.map { $0.timestamp <= signal.event.timestamp } ?? true)
    }
  }
}
