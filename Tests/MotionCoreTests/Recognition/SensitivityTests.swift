// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// That more sensitive means: earlier, and never less.
@Suite struct SensitivityTests {
  /// When something is first recognized to begin in `readings`.
  private func firstBegan(_ readings: [Reading], at sensitivity: Double) throws -> Timestamp? {
    var bank = MotionPipeline([
      .shake(ShakeConfiguration(sensitivity: try #require(Sensitivity(sensitivity))))
    ])
    var first: Timestamp?
    for reading in readings {
      first = bank.events(at: .reading(reading)).first?.timestamp
      if first != nil { break }
    }
    return first
  }

  @Test(
    "what begins at one sensitivity has begun by then at every higher one",
    arguments: LongTests.some(
      of: TestMotion.samples + TestMotion.random + TestMotion.faint, every: 7))
  func monotone(_ motion: TestMotion) throws {
    var before: Timestamp?
    for step in 0...10 {
      let first = try firstBegan(motion.readings, at: Double(step) / 10)
      if let before {
        #expect(first.map { $0 <= before } == true, "\(motion), seed \(motion.seed), \(step)")
      }
      before = first
    }
  }

  @Test("it makes a difference: the faint motions are found from different sensitivities on")
  func range() throws {
    let lowest = try TestMotion.faint.map { motion in
      try (0...10).first { try firstBegan(motion.readings, at: Double($0) / 10) != nil } ?? 11
    }
    #expect(Set(lowest).count > 5, "\(lowest)")
  }

  @Test("the unit is strength: a tenth less finds what is larger by a factor of e^0.1")
  func unit() throws {
    func readings(_ amplitude: Double) -> [Reading] {
      MotionScript(
        "shake", duration: 3, attitude: [0, 0.8, 0.6],
        [
          .swings(
            start: 1, duration: 0.8, frequency: 3, amplitude: amplitude, direction: [1, 0, 0])
        ]
      ).recording(rate: 100).readings
    }
    /// The smallest amplitude that is found, to 1 %.
    func threshold(_ sensitivity: Double) throws -> Double {
      var amplitude = 2.0
      while try firstBegan(readings(amplitude), at: sensitivity) == nil { amplitude *= 1.01 }
      return amplitude
    }
    let ratio = try threshold(0.1) / threshold(0.3)
    #expect(abs(ratio - 1.2214) < 0.05)
  }

  @Test("from 0 to 1, and nothing else")
  func bounds() {
    for value in [0, 0.6, 1.0] { #expect(Sensitivity(value)?.value == value) }
    for value in [-0.01, 1.01, .nan, .infinity] { #expect(Sensitivity(value) == nil) }
  }

  @Test("a number in the code is one")
  func literals() {
    let literals: [Sensitivity] = [0, 0.25, 0.6, 1]
    #expect(literals.map(\.value) == [0, 0.25, 0.6, 1])
    #expect(literals[1] == .low)
    #expect(Sensitivity(0.6) == literals[2])
  }

  @Test("a number in the code that is outside 0 to 1 traps, as an array index does", .exits)
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = 1.01 as Sensitivity }
    await #expect(processExitsWith: .failure) { _ = -0.01 as Sensitivity }
    await #expect(processExitsWith: .failure) { _ = 2 as Sensitivity }
  }
}

extension TestMotion {
  /// One shake each, from hardly felt to strong.
  fileprivate static let faint = (0..<24).map { index in
    let amplitude = 4 + Double(index)
    var random = SeededGenerator(seed: UInt64(index))
    let script = MotionScript(
      "faint", duration: 3, attitude: random.direction(),
      [
        .swings(
          start: 1, duration: 0.8, frequency: Double.random(in: 3...6, using: &random),
          amplitude: amplitude, direction: random.direction())
      ])
    return TestMotion(
      testDescription: "a shake of \(amplitude) m/s²", seed: UInt64(index),
      readings: script.recording(rate: 100, seed: UInt64(index)).readings)
  }
}
