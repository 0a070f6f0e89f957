// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis

/// What a device in use feels: each minute a third of rest, of walking, and of shakes.
enum MixedStream {
  private static let minutes = 10
  private static let rate = 100.0
  private static let directions: [SIMD3<Double>] = [
    [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.6, 0.8, 0],
  ]

  /// The stream: always the same 60 000 readings, at 100 Hz.
  static func readings() -> [Reading] {
    MotionScript(
      "rest, walks and shakes", duration: Double(minutes) * 60, attitude: [0, 0.8, 0.6],
      (0..<minutes).flatMap { minute($0) }
    ).recording(rate: rate).readings
  }

  private static func minute(_ minute: Int) -> [MotionScript.Action] {
    let start = Double(minute) * 60
    return [.walk(start: start + 20, duration: 20, cadence: 1.9, amplitude: 4)]
      + directions.enumerated().map { index, direction in
        .swings(
          start: start + 41 + 5 * Double(index), duration: 0.8, frequency: 5, amplitude: 35,
          direction: direction)
      }
  }

  /// All samples, one after the other and over again: readings in which every kind of motion
  /// happens.
  static func samples() -> [Reading] {
    let samples = SampleLibrary.scripts.flatMap { $0.value.recording(rate: rate).readings }
    var time = Timestamp(nanoseconds: 0)
    var readings: [Reading] = []
    var last: Timestamp?
    for _ in 0..<passes {
      for reading in samples {
        // A sample comes a second after the one before: a gap, after which detectors begin anew.
        let elapsed = last.map { reading.timestamp.nanoseconds(since: $0) } ?? 0
        time = time.advanced(byNanoseconds: elapsed > 0 ? elapsed : 1_000_000_000)
        last = reading.timestamp
        readings.append(Reading(timestamp: time, acceleration: reading.acceleration))
      }
    }
    return readings
  }

  private static let passes = 10
}
