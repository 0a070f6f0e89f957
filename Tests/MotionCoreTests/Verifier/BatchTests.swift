// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// How readings are cut into batches changes no finding.
@Suite struct BatchTests {
  private typealias Event = SourceEvent<String, String>

  private static let seeds: ClosedRange<UInt64> = 1...LongTests.count(4, long: 100)
  private static let steps = 4000

  @Test("batches of any length give what single readings give", arguments: seeds)
  func batches(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stream = RandomStream(&random)
    let wanted = MotionOptions().configurations(of: MotionRegistry.kinds)
    var (single, batched) = (
      MotionPipeline(wanted, isExplaining: true), MotionPipeline(wanted, isExplaining: true)
    )
    var (expected, found): ([MotionFinding], [MotionFinding]) = ([], [])
    var waiting: [Reading] = []
    func deliver() {
      guard !waiting.isEmpty else { return }
      // A slice that does not begin at 0, as those of a larger batch do not.
      let batch = ([waiting[0]] + waiting).dropFirst()
      batched.process(Event.readings(batch)) { finding, _ in found.append(finding) }
      waiting = []
    }
    for _ in 0..<Self.steps {
      let step = stream.next(&random)
      expected += single.findings(at: step)
      if case .reading(let reading) = step {
        waiting.append(reading)
        if Int.random(in: 0..<8, using: &random) == 0 { deliver() }
      } else {
        deliver()
        found += batched.findings(at: step)
      }
    }
    deliver()
    #expect(!expected.isEmpty && found == expected, "seed \(seed)")
    #expect(batched.statistics == single.statistics, "seed \(seed)")
  }
}
