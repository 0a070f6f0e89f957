// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// Why nothing in a recording came close to a shake: a rule that really is not met.
@Suite struct ShakeOverviewTests {
  /// A sine along x from 1 s on, and rest before and after.
  private struct Wave: CustomStringConvertible {
    var amplitude: Double
    var frequency: Double
    var halves: Int
    var rate = 100.0
    var rest = 1.5

    var description: String { "\(amplitude) m/s², \(frequency) Hz, \(halves) halves, \(rate) Hz" }

    var readings: [Reading] {
      let duration = Double(halves) / (2 * frequency)
      return sampled(1 + duration + rest, rate: rate) {
        gravity + swings($0, amplitude, frequency, lasting: duration)
      }
    }

    /// True if a hand's shake could look so: fast and strong enough, back and forth.
    var isLikeAShake: Bool {
      (1.5...6).contains(frequency) && amplitude >= 8 && halves >= 4
        && 2 * .pi * frequency * amplitude / rate >= 1.5
    }
  }

  private func found(in wave: Wave) -> (
    findings: [MotionFinding], obstacle: ShakeOverview.Obstacle, text: String
  ) {
    var pipeline = MotionPipeline(isExplaining: true)
    var overview = ShakeOverview()
    var findings: [MotionFinding] = []
    for reading in wave.readings {
      overview.process(reading)
      pipeline.process(reading) { finding, _ in findings.append(finding) }
    }
    pipeline.interrupt { finding, _ in findings.append(finding) }
    return (findings, overview.obstacle, overview.text)
  }

  @Test(
    "of what nothing is found the nearest rule is said, and by how much it is missed",
    arguments: [
      (3, 4, 6, "the largest swing has 5.6 m/s², a shake's have 8 or more"),
      (
        12, 1, 3,
        "the largest swing has 23.9 m/s², which is enough, but it is too slow:"
          + " a shake's grow fast and turn back within 0.4 s"
      ),
      (12, 4, 1, "no large swing is followed by another, and a shake begins with 2 in a row"),
    ] as [(Double, Double, Int, String)])
  func nearest(_ amplitude: Double, _ frequency: Double, _ halves: Int, _ text: String) {
    let found = found(in: Wave(amplitude: amplitude, frequency: frequency, halves: halves))
    #expect(found.findings.isEmpty)
    #expect(found.text == text)
  }

  @Test("a recording that ends too early")
  func unfinished() {
    let found = found(in: Wave(amplitude: 25, frequency: 1.3, halves: 0, rest: 0))
    #expect(found.obstacle == .weak(largest: 0))
    let wave = Wave(amplitude: 25, frequency: 2, halves: 1, rest: -0.14)
    #expect(self.found(in: wave).obstacle == .unfinished)
  }

  @Test("what is said of random motions is a rule that they do not meet")
  func random() {
    var random = SeededGenerator(seed: 36)
    for _ in 0..<LongTests.count(300, long: 5000) {
      let rate: Double = [25, 50, 100, 200].randomElement(using: &random) ?? 100
      let wave = Wave(
        amplitude: Double.random(in: 0.5...30, using: &random),
        frequency: Double.random(in: 0.3...min(12, rate / 4), using: &random),
        halves: Int.random(in: 0...12, using: &random), rate: rate)
      let (findings, obstacle, _) = found(in: wave)
      for case .rejection(.shake(let rejection)) in findings {
        #expect(rejection.shortcoming.isUnmet, "\(wave): \(rejection)")
      }
      guard findings.isEmpty else { continue }
      #expect(!wave.isLikeAShake, "\(wave): \(obstacle)")
      let halfPeriod = 1 / (2 * wave.frequency)
      // What the filter, two poles of 11.5 ms, leaves of the swings.
      let angle = 2 * Double.pi * wave.frequency * 0.0115
      let filtered = 2 * wave.amplitude / (1 + angle * angle)
      switch obstacle {
      case .weak(let largest):
        #expect(largest < 8)
        #expect(largest <= 2 * wave.amplitude + 0.01, "\(wave)")
        #expect(wave.halves < 2 || filtered < 12, "\(wave)")
      case .slow(let largest):
        #expect(largest >= 8)
        let growth = 2 * .pi * wave.frequency * wave.amplitude / wave.rate
        #expect(halfPeriod > 0.3 || growth < 1.5 || wave.halves < 2, "\(wave)")
      case .single: #expect(wave.halves <= 3 || halfPeriod > 0.3 || filtered < 9, "\(wave)")
      case .unfinished: Issue.record("\(wave): there was rest")
      }
    }
  }
}

extension ShakeShortcoming {
  /// True if the numbers say that the rule is not met.
  fileprivate var isUnmet: Bool {
    switch self {
    case .swings(let count, let needed): count < needed
    case .wholeSwings(let swings, let needed): swings < needed
    case .flight(let seconds, let limit): seconds >= limit
    case .fast(let share, let limit): share >= limit
    case .spike(let spike, let limit): spike >= limit
    case .score(let score): score.total < 0
    case .stroke(let stroke, let needed): stroke < needed
    case .prominence(let amplitude, let needed): amplitude < needed
    case .late(let seconds, let limit): seconds > limit
    case .quiet(let needed): needed > 0
    case .long(let seconds, let window): seconds > window
    }
  }
}
