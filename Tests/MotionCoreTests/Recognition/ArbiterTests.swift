// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import TestSupport
import Testing

@testable import MotionCore

/// How kinds stand to each other: each pair by events, and those with a relation by readings.
@Suite struct ArbiterTests {
  /// One kind and another.
  struct Pair: CustomTestStringConvertible, Sendable {
    let judge, other: MotionKind
    var testDescription: String { "\(judge), \(other)" }
  }

  static let pairs = MotionRegistry.kinds.flatMap { judge in
    MotionRegistry.kinds.filter { $0 != judge }.map { Pair(judge: judge, other: $0) }
  }
  /// The table of the manual, by hand: the others of which none begins during the first.
  private static let withheld: [MotionKind: Set<MotionKind>] = [
    .freeFall: [.shake, .tap, .doubleTap],
    .shake: [.tap, .doubleTap, .pickUp, .flip, .twist],
  ]

  private static func configuration(_ kind: MotionKind) throws -> MotionConfiguration {
    try #require(MotionRegistry[kind]).configuration(MotionOptions())
  }

  private static func lasts(_ kind: MotionKind) -> Bool { MotionRegistry[kind]?.lasts == true }

  /// An arbiter for `wanted`, and what it reports.
  private struct Court {
    var arbiter = Arbiter()
    var reported: [String] = []

    init(_ wanted: [MotionConfiguration]) {
      arbiter.reconcile(Set(wanted), Arbiter.needed(for: Set(wanted)), fresh: [])
    }

    mutating func hear(_ kind: MotionKind, _ phase: MotionEvent.Phase, _ seconds: Double) throws {
      let event = MotionEvent(
        kind, phase, at: Timestamp(nanoseconds: Int64(seconds * 1e9)))
      arbiter.pass(.event(event), of: try ArbiterTests.configuration(kind)) { finding, _ in
        guard let event = finding.event else { return }
        reported.append(
          "\(event.kind) \(event.phase.name) \(Double(event.timestamp.nanoseconds) / 1e9)")
      }
    }
  }

  @Test("each pair: the other begins during the first", arguments: pairs)
  func during(_ pair: Pair) throws {
    let other = try Self.configuration(pair.other)
    let judge = try Self.configuration(pair.judge)
    // Who claims the other alone is protected as well as who claims both.
    for wanted in [[other], [other, judge]] {
      let isHidden = wanted.count == 1
      guard !isHidden || Arbiter.needed(for: [other]).contains(judge) else { continue }
      var court = Court(wanted)
      try court.hear(pair.judge, Self.lasts(pair.judge) ? .began : .recognized, 1)
      court.reported = []
      try court.hear(pair.other, Self.lasts(pair.other) ? .began : .recognized, 1.5)
      let isWithheld = Self.withheld[pair.judge]?.contains(pair.other) == true
      #expect(court.reported.isEmpty == isWithheld, "\(wanted)")
      guard Self.lasts(pair.other) else { continue }
      court.reported = []
      try court.hear(pair.other, .ended, 1.6)
      #expect(court.reported.isEmpty == isWithheld, "an end without a beginning")
    }
  }

  @Test("a kind that needs nothing has no detector beside it")
  func needed() throws {
    #expect(Arbiter.needed(for: [.still()]).isEmpty)
    #expect(Arbiter.needed(for: [.freeFall()]).isEmpty)
    let fall = try Self.configuration(.freeFall)
    let shake = try Self.configuration(.shake)
    #expect(Arbiter.needed(for: [.shake(ShakeConfiguration(sensitivity: .high))]) == [fall])
    #expect(Arbiter.needed(for: [.tap()]) == [fall, shake])
  }

  @Test("a fall withholds for 0.6 s after it, a shake outranks until its end")
  func after() throws {
    var court = Court([.shake(), .tap()])
    try court.hear(.freeFall, .began, 1)
    try court.hear(.freeFall, .ended, 2)
    try court.hear(.shake, .began, 2.5)
    try court.hear(.shake, .ended, 3)
    try court.hear(.shake, .began, 3.1)
    try court.hear(.tap, .recognized, 3.2)
    try court.hear(.shake, .cancelled(.notAShake), 3.3)
    try court.hear(.tap, .recognized, 3.4)
    #expect(court.reported == ["shake began 3.1", "shake cancelled 3.3", "tap recognized 3.4"])
  }

  @Test("a fall retracts a shake that began less than a second before, and no other")
  func retraction() throws {
    for (began, isRetracted) in [(1.1, true), (0.9, false)] {
      var court = Court([.shake()])
      try court.hear(.shake, .began, began)
      try court.hear(.freeFall, .began, 2)
      try court.hear(.shake, .ended, 2.1)
      let last = isRetracted ? "shake cancelled 2.0" : "shake ended 2.1"
      #expect(court.reported == ["shake began \(began)", last])
    }
  }

  @Test("an interruption ends what withholds")
  func interruption() throws {
    var court = Court([.shake()])
    try court.hear(.freeFall, .began, 1)
    try court.hear(.shake, .began, 1.1)
    try court.hear(.freeFall, .cancelled(.interrupted), 1.2)
    try court.hear(.shake, .cancelled(.interrupted), 1.2)
    court.arbiter.interrupt()
    try court.hear(.shake, .began, 1.3)
    #expect(court.reported == ["shake began 1.3"])
  }

  // MARK: By readings

  private static let hand = SIMD3(0.0, 0.8, 0.6)

  private static func readings(_ actions: [MotionScript.Action]) -> [Reading] {
    MotionScript("", duration: 6, attitude: hand, actions).recording(rate: 200).readings
  }

  private static func shake(_ start: Double, _ duration: Double = 0.8) -> MotionScript.Action {
    .swings(
      start: start, duration: duration, frequency: 5, amplitude: 20, direction: [1, 0, 0])
  }

  @Test("a shake just after a fall does not begin, a second later it does")
  func fallThenShake() {
    let fall = MotionScript.Action.fall(start: 1, duration: 0.45, impact: 60)
    let soon = Self.readings([fall, Self.shake(2)]).motionEvents(detecting: [.shake()])
    let later = Self.readings([fall, Self.shake(3.5)]).motionEvents(detecting: [.shake()])
    #expect(soon.isEmpty)
    #expect(later.map(\.phase) == [.began, .ended])
  }

  @Test("a throw cancels the shake that its swings began")
  func shakeThenFall() {
    let thrown = Self.readings([
      Self.shake(1, 0.6), .fall(start: 1.6, duration: 0.45, impact: 60),
    ])
    let events = thrown.motionEvents(detecting: [.shake(), .freeFall()])
    #expect(events.filter { $0.kind == .shake }.map(\.phase) == [.began, .cancelled(.notAShake)])
    #expect(events.filter { $0.kind == .freeFall }.map(\.phase) == [.began, .ended])
    #expect(thrown.motionEvents(detecting: [.shake()]) == events.filter { $0.kind == .shake })
  }

  @Test("knocks within a shake are no taps, and those before and after are")
  func tapsInShake() {
    let taps: [MotionScript.Action] = [0.8, 1.7, 4].map { .knock(at: $0, amplitude: 20) }
    let alone = Self.readings(taps).motionEvents(detecting: [.tap()])
    let shaken = Self.readings(taps + [Self.shake(1.2)]).motionEvents(detecting: [.tap()])
    #expect(alone.count == 3)
    #expect(shaken.map(\.timestamp) == [alone[0].timestamp, alone[2].timestamp])
  }

  @Test("the events of a claim do not depend on others, nor on when they come")
  func otherClaims() {
    let readings = Self.readings([
      .fall(start: 0.5, duration: 0.4, impact: 40), Self.shake(2.4), .knock(at: 5, amplitude: 20),
    ])
    let tap = MotionConfiguration.tap()
    let expected = readings.motionEvents(detecting: [tap])
    var pipeline = MotionPipeline([tap])
    var events: [MotionEvent] = []
    for (index, reading) in readings.enumerated() {
      // A client that claims shakes and falls too comes in the middle, and leaves.
      if index == 300 { pipeline.reconcile([tap, .shake(), .freeFall()]) { _, _ in } }
      if index == 500 { pipeline.reconcile([tap]) { _, _ in } }
      pipeline.process(reading) { finding, configuration in
        if configuration == tap, let event = finding.event { events.append(event) }
      }
    }
    #expect(!events.isEmpty)
    #expect(events == expected)
  }

  /// The phases of shakes in `readings`, of which `wanted` is detected, and from 1.5 s on `later`.
  private func shakes(
    in readings: [Reading], of wanted: Set<MotionConfiguration>,
    then later: Set<MotionConfiguration>
  ) -> [MotionEvent.Phase] {
    var pipeline = MotionPipeline(wanted)
    var phases: [MotionEvent.Phase] = []
    func note(_ finding: MotionFinding, _ configuration: MotionConfiguration) {
      if configuration.kind == .shake, let event = finding.event { phases.append(event.phase) }
    }
    for (index, reading) in readings.enumerated() {
      if index == 300 { pipeline.reconcile(later, note) }
      pipeline.process(reading, note)
    }
    return phases
  }

  @Test(
    "what was hidden begins with a beginning once it is wanted, and is cancelled once it is not")
  func uncovered() {
    // A shake is under way when shakes are claimed: there is no end without a beginning.
    let readings = Self.readings([Self.shake(1)])
    let first = shakes(in: readings, of: [.tap()], then: [.tap(), .shake()]).first
    #expect([nil, .began].contains(first))
    #expect(
      shakes(in: readings, of: [.tap(), .shake()], then: [.tap()])
        == [.began, .cancelled(.interrupted)])
  }
}
