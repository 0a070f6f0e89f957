// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionEvaluation

/// Something that takes a stream of readings and says when it was shaken.
struct Contender: Sendable {
  /// Whose rule it is.
  let name: String
  /// Lets a fresh one take the readings.
  let run: @Sendable (_ readings: [Reading]) -> Outcome

  /// The pipeline of this project, with its shake detector.
  static let pipeline = pipeline("motiond", [.shake()])

  /// The pipeline of this project that detects `wanted`.
  static func pipeline(_ name: String, _ wanted: Set<MotionConfiguration>) -> Contender {
    Contender(name: name) { readings in
      var pipeline = MotionPipeline(wanted)
      var outcome = Outcome()
      for reading in readings {
        pipeline.process(reading) { finding, _ in
          guard let event = finding.event else { return }
          outcome.note(event.timestamp, event.phase.number)
        }
      }
      return outcome
    }
  }

  /// The rule of another project.
  static func baseline(_ rule: any BaselineDetector) -> Contender {
    Contender(name: rule.name) { readings in
      var rule = rule
      var outcome = Outcome()
      for time in rule.fires(on: readings) { outcome.note(time, 0) }
      return outcome
    }
  }
}

/// What came of a run: compared between rounds, so that no work can be left out.
struct Outcome: Equatable {
  private(set) var events = 0
  /// FNV-1a over all events, in words of 64 bits.
  private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Processes one event, of the kind with this `number`.
  mutating func note(_ time: Timestamp, _ number: UInt64) {
    events += 1
    mix(UInt64(bitPattern: time.nanoseconds))
    mix(number)
  }

  private mutating func mix(_ word: UInt64) {
    checksum = (checksum ^ word) &* 0x100_0000_01B3
  }
}

extension MotionEvent.Phase {
  fileprivate var number: UInt64 {
    switch self {
    case .began: 1
    case .ended: 2
    case .cancelled: 3
    case .recognized: 4
    }
  }
}
