// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import MotionCore

@Suite struct GravityCheckTests {
  /// The answer to `seconds` of readings of `acceleration`, which strays by `noise` on each axis.
  private func check(
    _ acceleration: Acceleration, noise: Double = 0.05, rate: Double = 100, seconds: Double = 1.1,
    after check: GravityCheck = GravityCheck(), from start: Int64 = 0
  ) -> GravityCheck {
    var (check, random) = (check, SeededGenerator(seed: 1))
    for number in 0..<Int(seconds * rate) {
      let stray = SIMD3(random.normal(), random.normal(), random.normal()) * noise
      check.process(
        Reading(
          timestamp: Timestamp(nanoseconds: start + Int64(Double(number) * 1e9 / rate)),
          acceleration: acceleration + stray))
    }
    return check
  }

  private func isUnchecked(_ check: GravityCheck) -> Bool {
    if case .unchecked = check { true } else { false }
  }

  @Test("the first calm second confirms gravity in any direction", arguments: [8.4, 9.81, 11.2])
  func confirmed(gravity: Double) {
    for axis in [SIMD3(0, 0, gravity), SIMD3(-gravity, 0, 0), SIMD3(0.6, 0.8, 0) * gravity] {
      #expect(check(axis) == .confirmed)
      #expect(isUnchecked(check(axis, seconds: 1)))
    }
  }

  @Test(
    "another magnitude is refused, with its cause in words",
    arguments: [
      (0.02, "gravity is missing"), (1, "in g"), (8.2, "or the sensor is off"),
      (11.4, "or the sensor is off"), (98, "or the sensor is off"),
    ])
  func refused(magnitude: Double, cause: String) throws {
    let check = check(SIMD3(0, 0, magnitude), noise: 0.005 * magnitude)
    guard case .refused(let mean) = check else { throw Unrefused(check: check) }
    #expect(abs(mean - magnitude) < 0.02 * magnitude)
    #expect(check.problem?.contains(cause) == true)
    #expect(check.problem?.contains("\(mean.text(decimals: 2)), where gravity is 9.81") == true)
  }

  private struct Unrefused: Error { let check: GravityCheck }

  @Test("motion is no rest, even where |a| does not change; the rest after it is checked")
  func motion() {
    let turning = (0..<300).map {
      Reading(
        timestamp: Timestamp(nanoseconds: Int64($0) * 10_000_000),
        acceleration: SIMD3($0 % 2 == 0 ? 4 : -4, 0, 3))
    }
    var check = GravityCheck()
    for reading in turning { check.process(reading) }
    #expect(isUnchecked(check))
    #expect(check.problem == nil)
    // The second in which it stops is no calm one.
    let after = self.check(SIMD3(0, 0, 5), seconds: 2.1, after: check, from: 3_000_000_000)
    #expect(after.problem != nil)
    #expect(isUnchecked(self.check(SIMD3(0, 0, 9.8), noise: 0.5, seconds: 9)))
  }

  @Test("a wrong scale does not hide its rest: noise grows with it")
  func noisyScale() {
    #expect(check(SIMD3(0, 0, 98), noise: 0.5).problem != nil)
    #expect(check(SIMD3(0, 0, 9800 / 40), noise: 1.2).problem != nil)
  }

  @Test("an answer stays")
  func final() {
    let refused = check(SIMD3(0, 0, 2))
    #expect(check(SIMD3(0, 0, 9.8), seconds: 9, after: refused, from: 2_000_000_000) == refused)
    #expect(check(SIMD3(0, 0, 2), seconds: 9, after: .confirmed) == .confirmed)
  }

  @Test("a gap, a time that goes back, and too few readings are no calm second")
  func gaps() {
    let half = check(SIMD3(0, 0, 9.8), seconds: 0.6)
    #expect(isUnchecked(check(SIMD3(0, 0, 9.8), seconds: 0.6, after: half, from: 900_000_000)))
    #expect(isUnchecked(check(SIMD3(0, 0, 9.8), seconds: 0.6, after: half)))
    #expect(check(SIMD3(0, 0, 9.8), seconds: 0.6, after: half, from: 600_000_000) == .confirmed)
    #expect(isUnchecked(check(SIMD3(0, 0, 9.8), rate: 3.9, seconds: 9)))
    #expect(check(SIMD3(0, 0, 9.8), rate: 4, seconds: 3) == .confirmed)
  }

  @Test("damaged readings are left out")
  func damaged() {
    var check = check(SIMD3(0, 0, 9.8), seconds: 0.6)
    let time = Timestamp(nanoseconds: 600_000_000)
    check.process(Reading(timestamp: time, acceleration: SIMD3(.nan, 0, 9.8)))
    check.process(Reading(timestamp: time, acceleration: SIMD3(1e300, 0, 9.8)))
    check.process(Reading(timestamp: .init(nanoseconds: .max), acceleration: SIMD3(0, 0, 9.8)))
    #expect(
      self.check(SIMD3(0, 0, 9.8), seconds: 0.6, after: check, from: 600_000_000) == .confirmed)
  }
}
