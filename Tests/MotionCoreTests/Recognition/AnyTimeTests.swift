// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// Readings at any times that 64 bits hold: from a damaged clock, a pipe or a hostile server.
@Suite struct AnyTimeTests {
  private static let all = MotionOptions().configurations(of: Set(MotionRegistry.kinds))

  /// Times at the edges of what overflows: of 64 bits, of a difference, of four periods.
  private static let edges: [Int64] = [
    .min, .min + 1, -6_800_000_000_000_000_000, -4_400_000_000_000_000_000, -Timestamp.limit - 1,
    -Timestamp.limit, -1, 0, 1, Timestamp.limit - 1, Timestamp.limit, .max - 1, .max,
  ]

  @Test("four times that were read as one stream end nothing, and what is beyond is counted")
  func fourTimes() {
    var pipeline = MotionPipeline(Self.all)
    for time in [Int64.min, -6_800_000_000_000_000_000, -4_400_000_000_000_000_000, .max] {
      pipeline.process(
        Reading(timestamp: Timestamp(nanoseconds: time), acceleration: [0, 0, 9.8])
      ) { _, _ in }
    }
    #expect(pipeline.statistics.implausible == 3)
    #expect(pipeline.statistics.admitted == 1)
  }

  @Test("no silence is so long that none is a gap: years apart, each reading breaks the stream")
  func years() {
    var pipeline = MotionPipeline(Self.all)
    for century in -1...1 {
      pipeline.process(
        Reading(
          timestamp: Timestamp(nanoseconds: Int64(century) * (Timestamp.limit - 1)),
          acceleration: [0, 0, 9.8])
      ) { _, _ in }
    }
    #expect(pipeline.statistics.breaks == 2)
  }

  @Test(
    "any times at any edge, with and without pauses: the grammar holds",
    arguments: 1...LongTests.count(40, long: 2000))
  func edges(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pipeline = MotionPipeline(Self.all, isExplaining: true)
    var grammars: [MotionConfiguration: Int] = [:]
    func check(_ finding: MotionFinding, _ configuration: MotionConfiguration) {
      guard case .event(let event) = finding else { return }
      switch event.phase {
      case .began: grammars[configuration, default: 0] += 1
      case .ended, .cancelled: grammars[configuration, default: 0] -= 1
      case .recognized: break
      }
      #expect((0...1).contains(grammars[configuration, default: 0]), "seed \(seed)")
    }
    var time = Int64.min
    for _ in 0..<400 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: time = Self.edges.randomElement(using: &random) ?? 0
      case 1: time = Int64.random(in: .min ... .max, using: &random)
      case 2: time = time &+ Int64.random(in: 0...Timestamp.limit, using: &random)
      case 3: pipeline.process(SourceEvent<String, Never>.paused, check)
      case 4:
        pipeline.advance(
          to: Timestamp(nanoseconds: .random(in: .min ... .max, using: &random)), check)
      default: time = time &+ 10_000_000
      }
      let acceleration = [SIMD3(0, 0, 9.8), .zero, SIMD3(20, 0, 9.8), SIMD3(-20, 0, 9.8)]
      let reading = Reading(
        timestamp: Timestamp(nanoseconds: time),
        acceleration: acceleration.randomElement(using: &random) ?? .zero)
      pipeline.process(reading, check)
      _ = pipeline.gauges(at: reading)
    }
    pipeline.interrupt(check)
    #expect(grammars.values.allSatisfy { $0 == 0 }, "seed \(seed)")
  }
}
