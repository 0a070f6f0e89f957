// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Detectors that share what they compute alike: the signal of shakes, the finder of taps.
@Suite struct PoolTests {
  @Test(
    "many claims of shakes that come and go receive what each would receive alone",
    arguments: 0..<12 as Range<UInt64>)
  func shakes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stream = RandomStream(&random)
    verify((0..<6).map { _ in claim(&random) }, seed, &random) { stream.next(&$0) }
  }

  @Test(
    "so do claims of taps and of double taps", arguments: 0..<12 as Range<UInt64>)
  func taps(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let claims = [0.3, 0.9].flatMap { value in
      let sensitivity = Sensitivity(value) ?? .medium
      return [
        MotionConfiguration.tap(sensitivity: sensitivity), .doubleTap(sensitivity: sensitivity),
        .tap(sensitivity: sensitivity, waitsForDoubleTap: true),
      ]
    }
    var clock = Timestamp(nanoseconds: 0)
    let period: Int64 = seed.isMultiple(of: 2) ? 10_000_000 : 5_000_000
    verify(claims, seed, &random) { random in
      if Int.random(in: 0..<500, using: &random) == 0 { return .interruption }
      // As uneven as a timer.
      clock = clock.advanced(byNanoseconds: period + Int64.random(in: 0...50_000, using: &random))
      let isKnock = Int.random(in: 0..<40, using: &random) == 0
      return .reading(
        Reading(timestamp: clock, acceleration: SIMD3(0, 0, isKnock ? 25 : 9.8)))
    }
  }

  private func verify(
    _ claims: [MotionConfiguration], _ seed: UInt64, _ random: inout SeededGenerator,
    _ nextStep: (inout SeededGenerator) -> StreamStep
  ) {
    var together = MotionPipeline([], isExplaining: true)
    // Each with a gate of its own, which sees the whole stream.
    var alone = claims.map { _ in MotionPipeline([], isExplaining: true) }
    var wanted: Set<MotionConfiguration> = []
    // All see the same falls, however late they come.
    let falls = MotionConfiguration.freeFall()
    together.reconcile([falls]) { _, _ in }
    for index in alone.indices { alone[index].reconcile([falls]) { _, _ in } }
    var events = 0
    for step in 0..<3000 {
      var found: [MotionConfiguration: [MotionFinding]] = [:]
      var expected: [MotionConfiguration: [MotionFinding]] = [:]
      if Int.random(in: 0..<100, using: &random) == 0 {
        wanted = Set(claims.filter { _ in Bool.random(using: &random) })
        together.reconcile(wanted.union([falls])) { found[$1, default: []].append($0) }
        for (index, claim) in claims.enumerated() {
          alone[index].reconcile(wanted.intersection([claim]).union([falls])) {
            expected[$1, default: []].append($0)
          }
        }
      }
      let next = nextStep(&random)
      together.process(next) { found[$1, default: []].append($0) }
      for index in alone.indices {
        alone[index].process(next) { expected[$1, default: []].append($0) }
      }
      found[falls] = nil
      expected[falls] = nil
      #expect(found == expected, "seed \(seed), step \(step)")
      events += found.values.joined().count { $0.event != nil }
    }
    #expect(events > 0)
  }

  private func claim(_ random: inout SeededGenerator) -> MotionConfiguration {
    .shake(
      ShakeConfiguration(
        sensitivity: Sensitivity(Double.random(in: 0...1, using: &random)) ?? .medium,
        window: .milliseconds(Int.random(in: 100...2000, using: &random)),
        swingsToBegin: Int.random(in: 2...4, using: &random)))
  }
}

extension MotionPipeline {
  fileprivate mutating func process(
    _ step: StreamStep, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    switch step {
    case .reading(let reading): process(reading, emit)
    case .time(let now): advance(to: now, emit)
    case .interruption: interrupt(emit)
    }
  }
}
