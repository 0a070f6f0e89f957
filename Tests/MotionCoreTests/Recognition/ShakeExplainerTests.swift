// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// Why a motion is no shake: the rule that it fails, and by how much.
@Suite struct ShakeExplainerTests {
  /// What is rejected in 4 s of the motion `acceleration` (m/s², without gravity) at 100 Hz.
  private func rejections(
    isExplaining: Bool = true, _ acceleration: (Double) -> SIMD3<Double>
  ) -> [ShakeRejection] {
    var bank = MotionPipeline(isExplaining: isExplaining)
    var rejections: [ShakeRejection] = []
    for index in 0..<400 {
      let time = Double(index) / 100
      let reading = Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
        acceleration: SIMD3(0, 0, 9.8) + acceleration(time))
      rejections += bank.rejections(at: .reading(reading))
    }
    return rejections + bank.rejections(at: .interruption)
  }

  /// Swings at `frequency` Hz along x from 1 s on, for `duration` seconds.
  private func swings(
    _ amplitude: Double, _ frequency: Double, lasting duration: Double = 0.8
  ) -> (Double) -> SIMD3<Double> {
    { time in
      guard (1..<1 + duration).contains(time) else { return .zero }
      return [amplitude * sin(2 * .pi * frequency * (time - 1)), 0, 0]
    }
  }

  @Test("swings that are too weak")
  func weak() throws {
    let rejection = try #require(rejections(swings(6, 4)).first)
    guard case .stroke(let stroke, needed: 2.2) = rejection.shortcoming else {
      Issue.record("\(rejection)")
      return
    }
    #expect((1..<1.6).contains(stroke))
    #expect((5...6).contains(rejection.swings))
    #expect(abs(rejection.start.seconds(since: Timestamp(nanoseconds: 1_000_000_000))) < 0.1)
    #expect(abs(rejection.end.seconds(since: Timestamp(nanoseconds: 1_750_000_000))) < 0.1)
  }

  @Test(
    "the sensitivity from which it is found is the lowest, to a hundredth",
    arguments: [(6, 2), (5.5, 2.5), (6.5, 3.5), (8, 5)])
  func foundFrom(_ amplitude: Double, _ frequency: Double) throws {
    let motion = swings(amplitude, frequency)
    let readings = (0..<400).map { index in
      Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
        acceleration: SIMD3(0, 0, 9.8) + motion(Double(index) / 100))
    }
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
    guard case .score(let score) = rejection.shortcoming else {
      Issue.record("\(rejection)")
      return
    }
    #expect((9..<13).contains(score.measures.amplitude))
    #expect(score.total < 0)
    let points = score.points
    #expect(points.amplitude < min(points.swings, points.duration, points.across))
  }

  @Test("vibration")
  func vibration() throws {
    let rejection = try #require(rejections(swings(40, 16)).first)
    guard case .fast(let share, limit: 0.2) = rejection.shortcoming else {
      Issue.record("\(rejection)")
      return
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
    guard case .score(let score) = rejection.shortcoming else {
      Issue.record("\(rejection)")
      return
    }
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
    else {
      Issue.record("\(tumbling)")
      return
    }
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
      for index in 0..<Int(6 * rate) {
        let time = Double(index) / rate
        var acceleration = SIMD3(0, 0, 9.8)
        for burst in bursts where (0..<burst.duration).contains(time - burst.start) {
          acceleration +=
            burst.amplitude * sin(2 * .pi * burst.frequency * (time - burst.start))
        }
        let reading = Reading(
          timestamp: Timestamp(nanoseconds: Int64(time * 1e9)), acceleration: acceleration)
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
  func gap() {
    var bank = MotionPipeline(isExplaining: true)
    var found: [[ShakeShortcoming]] = []
    func note(_ step: StreamStep) {
      let now = bank.rejections(at: step).map(\.shortcoming)
      if !now.isEmpty { found.append(now) }
    }
    let weak = swings(6, 4, lasting: 0.5)
    for index in (0..<300) where !(150..<200).contains(index) {
      let time = Double(index) / 100
      let timestamp = Timestamp(nanoseconds: Int64(index) * 10_000_000)
      note(
        .reading(Reading(timestamp: timestamp, acceleration: SIMD3(0, 0, 9.8) + weak(time))))
      note(.time(timestamp))
    }
    note(.interruption)
    #expect(found.count == 1)
    guard case .stroke = found.first?.first else {
      Issue.record("\(found)")
      return
    }
  }

  @Test("after a cancelled shake too, even if the device never came to rest")
  func restless() {
    let long = swings(20, 5, lasting: 1.7)
    let weak = swings(6, 4)
    var bank = MotionPipeline(isExplaining: true)
    var rejections: [ShakeRejection] = []
    for index in 0..<800 {
      let time = Double(index) / 100
      let jitter = time > 2.7 ? 1.4 * sin(2 * .pi * 4 * time) : 0
      let x = SIMD3(0, 0, 9.8) + long(time) + weak(time - 5) + SIMD3(jitter, 0, 0)
      let timestamp = Timestamp(nanoseconds: Int64(index) * 10_000_000)
      rejections += bank.rejections(at: .reading(Reading(timestamp: timestamp, acceleration: x)))
    }
    rejections += bank.rejections(at: .interruption)
    #expect(rejections.count == 2, "\(rejections)")
    guard case .long = rejections.first?.shortcoming else {
      Issue.record("\(rejections)")
      return
    }
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
