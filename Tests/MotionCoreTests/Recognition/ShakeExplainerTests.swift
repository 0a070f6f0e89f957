// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// Why a motion is no shake: the rule that it fails, and by how much.
@Suite struct ShakeExplainerTests {
  /// What is rejected in the motion `acceleration` (m/s², without gravity) at 100 Hz.
  private func rejections(
    isExplaining: Bool = true, seconds: Double = 4, _ acceleration: (Double) -> SIMD3<Double>
  ) -> [ShakeRejection] {
    var bank = MotionPipeline(isExplaining: isExplaining)
    let readings = sampled(seconds) { gravity + acceleration($0) }
    return (readings.map(StreamStep.reading) + [.interruption])
      .flatMap { bank.rejections(at: $0) }
  }

  /// Swings at `frequency` Hz along x from 1 s on, for `duration` seconds.
  private func swings(
    _ amplitude: Double, _ frequency: Double, lasting duration: Double = 0.8
  ) -> (Double) -> SIMD3<Double> {
    { MotionCoreTests.swings($0, amplitude, frequency, lasting: duration) }
  }

  @Test("swings that are too weak")
  func weak() throws {
    let rejection = try #require(rejections(swings(6, 4)).first)
    guard case .stroke(let stroke, needed: 2.2) = rejection.shortcoming else {
      throw Unexpected(rejection)
    }
    #expect((1..<1.6).contains(stroke))
    #expect((5...6).contains(rejection.swings))
    #expect(abs(rejection.start.seconds(since: Timestamp(nanoseconds: 1_000_000_000))) < 0.1)
    #expect(abs(rejection.end.seconds(since: Timestamp(nanoseconds: 1_750_000_000))) < 0.1)
  }

  @Test(
    "the sensitivity from which it is found is the lowest, to a hundredth",
    arguments: [(8, 2), (5.5, 2.5), (6.5, 3.5), (8, 5)])
  func foundFrom(_ amplitude: Double, _ frequency: Double) throws {
    let motion = swings(amplitude, frequency)
    let readings = sampled(4) { gravity + motion($0) }
    func begins(at sensitivity: Double) throws -> Bool {
      let shake = ShakeConfiguration(sensitivity: try #require(Sensitivity(sensitivity)))
      return readings.motionEvents(detecting: [.shake(shake)]).first?.phase == .began
    }
    let found = try #require(rejections(motion).first?.foundFrom).value
    #expect((0.5...1).contains(found))
    #expect(try begins(at: found))
    #expect(try !begins(at: found - 0.01))
  }

  @Test("what no sensitivity finds says none")
  func neverFound() throws {
    let circle = rejections { time in
      guard (1..<2).contains(time) else { return .zero }
      return [9 * cos(8 * .pi * time), 9 * sin(8 * .pi * time), 0]
    }
    #expect(try #require(circle.first).foundFrom == nil)
  }

  @Test("weak and slow: what takes most from the score is the amplitude")
  func score() throws {
    let rejection = try #require(rejections(swings(6, 2)).first)
    guard case .score(let score) = rejection.shortcoming else { throw Unexpected(rejection) }
    #expect((9..<13).contains(score.measures.amplitude))
    #expect(score.total < 0)
    let points = score.points
    #expect(points.amplitude < min(points.swings, points.duration, points.across))
  }

  @Test("vibration")
  func vibration() throws {
    let rejection = try #require(rejections(swings(40, 16)).first)
    guard case .fast(let share, limit: 0.2) = rejection.shortcoming else {
      throw Unexpected(rejection)
    }
    #expect(share > 0.8)
  }

  @Test("stirring, which has no single direction")
  func direction() throws {
    let rejection = try #require(
      rejections { time in
        guard (1..<1.8).contains(time) else { return .zero }
        return 15 * [cos(10 * .pi * time), sin(10 * .pi * time), 0]
      }.first)
    guard case .score(let score) = rejection.shortcoming else { throw Unexpected(rejection) }
    #expect((0.3..<0.67).contains(score.measures.across))
    #expect(score.points.across < min(score.points.swings, score.points.amplitude))
    // The points lead from a typical shake to this score, and are those of the weights.
    let weights = ShakeWeights.learned.begin
    #expect(
      abs(
        weights.typical + score.points.across + score.points.swings
          + score.points.amplitude + score.points.duration + score.points.first - score.total)
        < 1e-9)
  }

  @Test("more of the same: what shakes no more than the tumble before")
  func prominence() throws {
    // Too weak itself to begin, and over when the shake comes.
    let tumbling = rejections { time in
      let strength = time < 2.4 ? min(7.5, 3.75 * time) : 0
      let shake = (3..<3.5).contains(time) ? 15 * sin(10 * .pi * (time - 3)) : 0
      return strength * [sin(8 * time), sin(12 * time + 1), sin(14 * time + 2)] + [shake, 0, 0]
    }
    guard case .prominence(let amplitude, let needed) = try #require(tumbling.last).shortcoming
    else { throw Unexpected(tumbling) }
    #expect(amplitude < needed)
  }

  @Test("a motion starts before its last swing ends, at low rates too", arguments: [10, 12.5, 25])
  func order(rate: Double) {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<LongTests.count(30, long: 400) {
      let bursts = (0..<3).map { _ in
        (
          start: Double.random(in: 0.5...3, using: &random),
          duration: Double.random(in: 0.1...2.5, using: &random),
          frequency: Double.random(in: 1...7, using: &random),
          amplitude: SIMD3<Double>.random(in: -40...40, using: &random)
        )
      }
      var pipeline = MotionPipeline(isExplaining: true)
      let readings = sampled(6, rate: rate) { time in
        bursts.filter { (0..<$0.duration).contains(time - $0.start) }.reduce(gravity) {
          $0 + $1.amplitude * sin(2 * .pi * $1.frequency * (time - $1.start))
        }
      }
      for reading in readings {
        for rejection in pipeline.rejections(at: .reading(reading)) {
          #expect(rejection.start < rejection.end)
        }
      }
    }
  }

  @Test("too few swings for the whole, when it had begun")
  func swings() throws {
    let once = rejections(swings(60, 5, lasting: 0.2))
    #expect(once.map(\.shortcoming) == [.swings(count: 2, needed: 3)])
  }

  @Test("too soon after what was cancelled, and only once that has come to rest")
  func quiet() {
    let once = swings(60, 5, lasting: 0.2)
    let later = rejections { time in
      let isLater = (1.8..<2.2).contains(time)
      return once(time) + (isLater ? [20 * sin(10 * .pi * (time - 1.8)), 0, 0] : .zero)
    }
    #expect(later.map(\.shortcoming) == [.swings(count: 2, needed: 3), .quiet(needed: 1)])
  }

  @Test("a shake, rest and a single knock are not explained, and nothing is without being asked")
  func silence() {
    #expect(rejections(swings(20, 5)).isEmpty)
    #expect(rejections { _ in .zero }.isEmpty)
    #expect(rejections { [$0 == 1 ? 60 : 0, 0, 0] }.isEmpty)
    #expect(rejections(isExplaining: false, swings(6, 4)).isEmpty)
  }

  @Test("a motion that a gap cuts off is explained, and each motion once")
  func gap() throws {
    var bank = MotionPipeline(isExplaining: true)
    var found: [[ShakeShortcoming]] = []
    func note(_ step: StreamStep) {
      let now = bank.rejections(at: step).map(\.shortcoming)
      if !now.isEmpty { found.append(now) }
    }
    let weak = swings(6, 4, lasting: 0.5)
    for (index, reading) in sampled(3, { gravity + weak($0) }).enumerated()
    where !(150..<200).contains(index) {
      note(.reading(reading))
      note(.time(reading.timestamp))
    }
    note(.interruption)
    #expect(found.count == 1)
    guard case .stroke = found.first?.first else { throw Unexpected(found) }
  }

  @Test("after a cancelled shake too, even if the device never came to rest")
  func restless() throws {
    let (long, weak) = (swings(20, 5, lasting: 1.7), swings(6, 4))
    let rejections = rejections(seconds: 8) { time in
      let jitter = time > 2.7 ? 1.4 * sin(2 * .pi * 4 * time) : 0
      return long(time) + weak(time - 5) + [jitter, 0, 0]
    }
    #expect(rejections.count == 2, "\(rejections)")
    guard case .long = rejections.first?.shortcoming else { throw Unexpected(rejections) }
  }

  @Test("as a line of JSON")
  func line() {
    let rejection = ShakeRejection(
      start: Timestamp(nanoseconds: 1), end: Timestamp(nanoseconds: 2), swings: 3,
      shortcoming: .prominence(amplitude: 12.5, needed: 20))
    #expect(
      MotionRejection.shake(rejection).jsonLine(source: "a\"b")
        == #"{"source":"a\"b","motion":"shake","phase":"rejected","timestamp_ns":2,"#
        + #""first_swing_ns":1,"last_swing_ns":2,"swings":3,"lacks":"prominence","has":12.5,"needs":20.0}"#
    )
  }
}
