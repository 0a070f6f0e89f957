import MotionCore
import MotionSynthesis
import Testing

@testable import MotionBus

@Suite struct ClaimTableTests {
  private let medium = ShakeConfiguration()
  private let high = ShakeConfiguration(sensitivity: .high)

  @Test("clients that claim the same share a detector, and hear the same")
  func sharing() throws {
    var table = ClaimTable()
    for (client, configuration) in [("a", medium), ("b", medium), ("c", high)] {
      #expect(try table.claim(client, configuration).isEmpty)
    }
    #expect(table.demand == Demand(detectors: [medium, high]))
    let signals = table.deliver(.began(at: 1), of: medium)
    #expect(Set(signals.map(\.client)) == ["a", "b"])
    #expect(signals.allSatisfy { $0.event == .began(at: 1) })
    table.leave("a")
    table.leave("b")
    #expect(table.demand == Demand(detectors: [high]))
  }

  @Test("who claims in the middle of a motion hears of the next one")
  func joining() throws {
    var table = ClaimTable()
    _ = try table.claim("a", medium)
    _ = table.deliver(.began(at: 1), of: medium)
    _ = try table.claim("b", medium)
    #expect(table.deliver(.ended(at: 2), of: medium).map(\.client) == ["a"])
    #expect(Set(table.deliver(.began(at: 3), of: medium).map(\.client)) == ["a", "b"])
  }

  @Test("claiming the same again changes nothing; something else, or releasing, interrupts")
  func again() throws {
    var table = ClaimTable()
    for client in ["a", "b", "c"] { _ = try table.claim(client, medium) }
    _ = table.deliver(.began(at: 1), of: medium)
    #expect(try table.claim("a", medium).isEmpty)
    // The latest event is of somebody else, and not told to anybody.
    _ = table.deliver(.began(at: 50), of: high)
    let interruption = MotionEvent.cancelled(at: 50, .interrupted)
    #expect(
      try table.claim("b", high) == [.init(client: "b", event: interruption)])
    #expect(table.release("c") == [.init(client: "c", event: interruption)])
    #expect(table.release("c").isEmpty)
    #expect(table.deliver(.ended(at: 2), of: medium).map(\.client) == ["a"])
  }

  @Test("an interruption is not told as earlier than the beginning")
  func order() throws {
    var table = ClaimTable()
    _ = try table.claim("a", medium)
    _ = table.deliver(.began(at: 90), of: medium)
    #expect(table.release("a").map(\.event) == [.cancelled(at: 90, .interrupted)])
  }

  @Test("a simulated motion within a real one is not heard of, and does not end it")
  func simulated() throws {
    var table = ClaimTable()
    _ = try table.claim("a", medium)
    _ = table.deliver(.began(at: 1), of: medium)
    #expect(table.deliver(.began(at: 2, simulated: true), of: medium).isEmpty)
    #expect(table.deliver(.ended(at: 3, simulated: true), of: medium).isEmpty)
    #expect(table.deliver(.ended(at: 4), of: medium).count == 1)
  }

  @Test("there is room for so many clients; who has claimed before always has room")
  func limit() throws {
    var table = ClaimTable()
    for number in 0..<ClaimTable.limit { _ = try table.claim("\(number)", medium) }
    _ = table.release("0")
    #expect(throws: ClaimTable.Full.self) { try table.claim("one more", medium) }
    #expect(table.knows("one more") == false)
    #expect(try table.claim("0", high).isEmpty)
    table.leave("1")
    #expect(try table.claim("one more", medium).isEmpty)
  }

  @Test("whatever happens in whatever order, it does as two dictionaries do", arguments: 0..<40)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var table = ClaimTable()
    var model = Model()
    let configurations = [
      medium, high, ShakeConfiguration(window: 2),
      ShakeConfiguration(sensitivity: .high, window: 3),
    ]
    for step in 0..<600 {
      let client = "client \(Int.random(in: 0..<6, using: &random))"
      let configuration = configurations.randomElement(using: &random) ?? medium
      let event = Self.event(at: Int64(step), &random)
      let (signals, expected): ([ClaimTable.Signal], Set<ClaimTable.Signal>)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2:
        signals = try table.claim(client, configuration)
        expected = model.claim(client, configuration)
      case 3:
        signals = table.release(client)
        expected = model.claim(client, nil)
      case 4:
        table.leave(client)
        model.leave(client)
        (signals, expected) = ([], [])
      default:
        signals = table.deliver(event, of: configuration)
        expected = model.deliver(event, configuration)
      }
      try #require(Set(signals) == expected && signals.count == expected.count, "step \(step)")
      try #require(table.demand.detectors == Set(model.claims.values), "step \(step)")
      try model.hear(signals)
    }
  }

  private static func event(at time: Int64, _ random: inout SeededGenerator) -> MotionEvent {
    let isSimulated = Int.random(in: 0..<4, using: &random) == 0
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: .ended(at: time, simulated: isSimulated)
    case 1: .cancelled(at: time, simulated: isSimulated)
    default: .began(at: time, simulated: isSimulated)
    }
  }
}

/// What clients have claimed, and which beginning each of them has heard and no end of.
private struct Model {
  var claims: [String: ShakeConfiguration] = [:]
  var open: [String: MotionEvent] = [:]
  private var heard: [String: [MotionEvent]] = [:]
  private var latest = Timestamp(nanoseconds: 0)

  mutating func claim(
    _ client: String, _ configuration: ShakeConfiguration?
  ) -> Set<ClaimTable.Signal> {
    guard claims[client] != configuration else { return [] }
    claims[client] = configuration
    guard let began = open.removeValue(forKey: client) else { return [] }
    let event = MotionEvent.cancelled(
      at: max(began.timestamp, latest).nanoseconds, .interrupted, simulated: began.isSimulated)
    return [ClaimTable.Signal(client: client, event: event)]
  }

  mutating func leave(_ client: String) {
    claims[client] = nil
    open[client] = nil
    heard[client] = nil
  }

  mutating func deliver(
    _ event: MotionEvent, _ configuration: ShakeConfiguration
  ) -> Set<ClaimTable.Signal> {
    latest = event.timestamp
    var signals: Set<ClaimTable.Signal> = []
    for (client, claimed) in claims where claimed == configuration {
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
    for signal in signals {
      let last = heard[signal.client, default: []].last
      heard[signal.client, default: []].append(signal.event)
      try #require(signal.event.isBeginning != (last?.isBeginning ?? false))
      try #require(last.map { $0.timestamp <= signal.event.timestamp } ?? true)
    }
  }
}
