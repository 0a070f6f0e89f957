// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Detectors of shakes that share the signal of their stream.
@Suite struct ShakePoolTests {
  @Test(
    "many claims that come and go receive what each would receive alone",
    arguments: 0..<12 as Range<UInt64>)
  func together(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stream = RandomStream(&random)
    let claims = (0..<6).map { _ in claim(&random) }
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
      let next = stream.next(&random)
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
