// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Readings to verify a recognizer on, under the name that a failure prints.
struct TestMotion: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// Of what a property does at random.
  var seed: UInt64
  var readings: [Reading]

  /// The motions of `samples/`, which are what their scripts make.
  static let samples = SampleLibrary.scripts.map { name, script in
    TestMotion(
      testDescription: "sample \(name)", seed: 1,
      readings: script.recording(rate: SampleLibrary.rate).readings)
  }

  static let random =
    (1...24).map { TestMotion(seed: $0) } + (25...30).map { TestMotion(tapsOf: $0) }

  /// Handling of a device that is turned, laid down and left alone.
  static let turning = (25...30).map { TestMotion(turning: $0) }
}

extension TestMotion {
  /// Turns from one face to another by chance, each held for a while; now and then a knock, a shake
  /// or a gap.
  init(turning seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rate = [12.5, 25, 50, 100, 200, 25][Int(seed % 6)]
    let faces: [SIMD3<Double>] = [
      [0, 0, 1], [0, 0, -1], [0, 0, 1], [0, 0, -1], [0, 1, 0], [1, 0, 0], [0, -1, 0], [-1, 0, 0],
    ]
    var actions: [MotionScript.Action] = [.letGo(at: 0)]
    var time = 4.0
    while time < 16 {
      let duration = Double.random(in: 0.3...1, using: &random)
      let face = faces.randomElement(using: &random) ?? [0, 0, 1]
      actions.append(.turn(start: time, duration: duration, attitude: face))
      time += duration
      switch Int.random(in: 0..<8, using: &random) {
      case 0: actions.append(.knock(at: time + 0.5, amplitude: 25))
      case 1: actions.append(random.swings(at: time + 0.5, lasting: 0.6))
      case 2: actions.append(.gap(start: time + 0.5, duration: 0.5))
      default: break
      }
      time += Double.random(in: 0.3...4, using: &random)
    }
    let script = MotionScript("turned by chance", duration: time + 1, attitude: [0, 0, 1], actions)
    let readings = script.recording(rate: rate, seed: seed).readings
    self.init(
      testDescription: "random turns, seed \(seed), \(rate) Hz", seed: seed,
      readings: readings.delayed(byUpTo: 300 / rate, seed: seed))
  }

  /// Taps by chance, some of them double or triple, and now and then a fall: at rates that carry
  /// them.
  init(tapsOf seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rate = [100.0, 200, 400][Int(seed % 3)]
    var actions: [MotionScript.Action] = []
    var time = 0.8
    while time < 4 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        actions.append(
          .knock(at: time, amplitude: Double.random(in: 15...30, using: &random)))
        time += Double.random(in: 0.08...0.6, using: &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        actions.append(.fall(start: time, duration: 0.5, impact: 60))
        time += 0.5
      }
      time += Double.random(in: 0.6...1.5, using: &random)
    }
    let script = MotionScript(
      "taps by chance", duration: time + 1, attitude: random.direction(), actions)
    let readings = script.recording(rate: rate, seed: seed).readings
    self.init(
      testDescription: "random taps, seed \(seed), \(rate) Hz", seed: seed,
      readings: readings.delayed(byUpTo: 300 / rate, seed: seed))
  }
}

extension TestMotion {
  /// What a hand could do, all of it by chance: mostly shakes, of any strength and direction.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rate = [12.5, 25, 50, 100, 200, 400][Int(seed % 6)]
    var actions: [MotionScript.Action] = []
    var time = 0.5
    while time < 6 {
      let duration = Double.random(in: 0.3...1.3, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        actions.append(
          .walk(start: time, duration: 2 * duration, cadence: 2, amplitude: 4))
        time += duration
      case 1:
        actions.append(.knock(at: time, amplitude: 25))
      case 2:
        actions.append(.turn(start: time, duration: duration, attitude: random.direction()))
      case 3:
        actions.append(random.swings(at: time, lasting: 2 * duration))
        // Longer than four periods at 12.5 Hz: a gap at every rate.
        actions.append(.gap(start: time + duration, duration: 0.5))
        time += duration
      case 4:
        actions.append(.fall(start: time, duration: duration, impact: 100))
      case 5:
        actions.append(random.swings(at: time, lasting: 2 * duration))
        time += duration
      default:
        actions.append(random.swings(at: time, lasting: duration))
      }
      time += duration + Double.random(in: 0.2...1.2, using: &random)
    }
    let script = MotionScript(
      "by chance", duration: time + 1, attitude: random.direction(), actions)
    let readings = script.recording(rate: rate, seed: seed).readings
    self.init(
      testDescription: "random motion, seed \(seed), \(rate) Hz", seed: seed,
      readings: readings.delayed(byUpTo: 300 / rate, seed: seed))
  }
}

extension SeededGenerator {
  /// A unit vector; all directions are equally likely.
  mutating func direction() -> SIMD3<Double> {
    let vector = normalVector(deviation: 1)
    return vector / (vector * vector).sum().squareRoot()
  }

  fileprivate mutating func swings(at start: Double, lasting duration: Double)
    -> MotionScript.Action
  {
    .swings(
      start: start, duration: duration, frequency: Double.random(in: 3.5...6.5, using: &self),
      amplitude: Double.random(in: 12...40, using: &self), direction: direction())
  }
}
