// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import MotionEvaluation

/// Each rule fires on a motion built to it, and not on one just short of it.
@Suite struct BaselineTests {
  /// How many readings of `values` (m/s², one every `milliseconds`) had come at each firing.
  private func fires(
    _ rule: some BaselineDetector, _ values: [SIMD3<Double>], every milliseconds: Int = 20
  ) -> [Int] {
    var rule = rule
    return values.enumerated().compactMap { index, value in
      let time = Timestamp(nanoseconds: Int64(index * milliseconds * 1_000_000))
      return rule.process(Reading(timestamp: time, acceleration: value)) ? index + 1 : nil
    }
  }

  /// `count` values along `axis`, by turns `high` and `low`.
  private func zigzag(
    _ count: Int, _ high: Double, _ low: Double, along axis: Int = 0
  ) -> [SIMD3<Double>] {
    (0..<count).map {
      var value = SIMD3<Double>.zero
      value[axis] = $0.isMultiple(of: 2) ? high : low
      return value
    }
  }

  private func still(_ count: Int) -> [SIMD3<Double>] {
    Array(repeating: [0, 0, 9.8], count: count)
  }

  @Test(
    "seismic: over 13 m/s² for a quarter of a second",
    arguments: [
      (13.01, 26, [26]), (13.01, 25, []), (13.0, 26, []), (-13.01, 26, [26]),
    ])
  func seismic(_ value: Double, _ count: Int, _ expected: [Int]) {
    #expect(fires(SeismicRule(), zigzag(count, value, value, along: 1), every: 10) == expected)
  }

  @Test("seismic: forgets what it fired on")
  func seismicForgets() {
    #expect(fires(SeismicRule(), zigzag(60, 14, 14), every: 10) == [26, 52])
    #expect(fires(SeismicRule(), zigzag(26, 14, 14) + still(60), every: 10) == [26])
  }

  @Test("seismic: three quarters of the readings", arguments: [(4, [26]), (3, [])])
  func seismicShare(_ period: Int, _ expected: [Int]) {
    let values = (0..<26).map { SIMD3(0, 0, $0 % period == 1 ? 9.8 : 14) }
    #expect(fires(SeismicRule(), values, every: 10) == expected)
  }

  @Test("seismic: half a second back", arguments: [(19, [49]), (18, [])])
  func seismicWindow(_ accelerating: Int, _ expected: [Int]) {
    // Half a second holds 26 readings, whose three quarters are 13 + 6 to the original's integers.
    let values = still(30) + zigzag(accelerating, 14, 14)
    #expect(fires(SeismicRule(), values, every: 20) == expected)
  }

  @Test(
    "React Native: eight swings beyond 1.33 g, gravity taken off z only",
    arguments: [
      (0, 13.05, -13.05, 8, [8]), (0, 13.04, -13.04, 8, []), (0, 13.05, -13.05, 7, []),
      (0, 13.05, 13.05, 8, []), (1, 13.05, -13.05, 8, [8]), (2, 22.9, -3.3, 8, [8]),
      (2, 13.05, -13.05, 8, []),
    ])
  func reactNative(_ axis: Int, _ high: Double, _ low: Double, _ count: Int, _ expected: [Int]) {
    // Falling freely its z is a swing: at rest it is not.
    let values = zigzag(count, high, low, along: axis).map {
      axis == 2 ? $0 : $0 + SIMD3(0, 0, 9.8)
    }
    #expect(fires(ReactNativeRule(), values) == expected)
  }

  @Test("React Native: readings 20 ms apart", arguments: [(20, [8]), (19, []), (10, [])])
  func reactNativeSpacing(_ milliseconds: Int, _ expected: [Int]) {
    let values = zigzag(8, 14, -14).map { $0 + SIMD3(0, 0, 9.8) }
    #expect(fires(ReactNativeRule(), values, every: milliseconds) == expected)
  }

  @Test(
    "React Native: waits three seconds for the next swing", arguments: [(149, [157]), (150, [])])
  func reactNativePause(_ pause: Int, _ expected: [Int]) {
    let swings = zigzag(8, 14, -14).map { $0 + SIMD3(0, 0, 9.8) }
    #expect(
      fires(ReactNativeRule(), swings.prefix(7) + still(pause + 1) + swings.suffix(1))
        == expected.map { $0 + 1 })
  }

  @Test(
    "micro:bit: four flips beyond 0.4 g", arguments: [(3.93, 4, [4]), (3.92, 4, []), (3.93, 3, [])])
  func codal(_ size: Double, _ count: Int, _ expected: [Int]) {
    #expect(fires(CodalRule(), zigzag(count, size, -size)) == expected)
  }

  @Test("micro:bit: one flip is forgotten every ten readings", arguments: [(3, [10]), (4, [])])
  func codalForgets(_ spacing: Int, _ expected: [Int]) {
    let values = zigzag(4, 5, -5).flatMap { Array(repeating: $0, count: spacing) }
    #expect(fires(CodalRule(), values) == expected)
  }

  @Test("micro:bit: fires again thirty readings later at the earliest")
  func codalAgain() {
    #expect(fires(CodalRule(), zigzag(80, 5, -5)) == [4, 38, 72])
  }

  @Test(
    "Qt: the fourth jolt of more than 25 m/s²",
    arguments: [(12.51, 5, [5]), (12.5, 5, []), (12.51, 4, [])])
  func qt(_ size: Double, _ count: Int, _ expected: [Int]) {
    #expect(fires(QtRule(), zigzag(count, size, -size)) == expected)
  }

  @Test(
    "Qt: ready again 0.45 s after four more jolts",
    arguments: [(8, 23, 2), (8, 22, 1), (7, 100, 1)])
  func qtAgain(_ jolts: Int, _ pause: Int, _ expected: Int) {
    let first = zigzag(jolts + 1, 13, -13)
    let last = first[jolts]
    let values = first + Array(repeating: last, count: pause - 1) + zigzag(4, -last.x, last.x)
    #expect(fires(QtRule(), values).count == expected)
  }

  @Test(
    "Flutter: beyond 2.7 g, at most every 0.5 s",
    arguments: [(26.48, 20, [1, 26]), (26.47, 20, []), (-26.48, 20, [1, 26]), (26.48, 10, [1])])
  func flutter(_ value: Double, _ milliseconds: Int, _ expected: [Int]) {
    #expect(
      fires(FlutterRule(), zigzag(50, value, value, along: 2), every: milliseconds) == expected)
  }

  @Test("all of them, each once, and none fires on rest")
  func all() {
    let rules = Baselines.all()
    #expect(Set(rules.map(\.name)).count == 5)
    let rest = Rest(duration: 10).appended(
      to: still(2).enumerated().map {
        Reading(
          timestamp: Timestamp(nanoseconds: Int64($0) * 10_000_000), acceleration: $1)
      })
    for var rule in rules { #expect(rule.fires(on: rest).isEmpty) }
  }

  @Test("many readings at once are the same readings one by one")
  func batch() {
    let shake = MotionScript.longShake.recording(rate: 50).readings
    for var rule in Baselines.all() {
      var other = rule
      #expect(rule.fires(on: shake) == shake.filter { other.process($0) }.map(\.timestamp))
    }
  }
}
