// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore

/// A claim that clients of the load make.
struct ClaimWish: Hashable {
  /// The name of a level.
  let sensitivity: String
  /// In seconds.
  let window: Double

  /// All claims; each has other events of the feed.
  static let all = [
    ClaimWish(sensitivity: "medium", window: 1), ClaimWish(sensitivity: "low", window: 1),
    ClaimWish(sensitivity: "high", window: 1), ClaimWish(sensitivity: "medium", window: 2.5),
    ClaimWish(sensitivity: "high", window: 0.2),
  ]

  /// The argument of `Claim`.
  var options: BusValue {
    .dictionary(["sensitivity": .string(sensitivity), "window": .double(window)])
  }

  /// The events of a replay of `readings` that detects the same.
  func replay(_ readings: [Reading]) -> [MotionEvent] {
    var pipeline = MotionPipeline([
      .shake(
        ShakeConfiguration(
          sensitivity: Sensitivity(named: sensitivity) ?? .medium, window: .seconds(window)))
    ])
    var events: [MotionEvent] = []
    for reading in readings {
      pipeline.process(reading) { finding, _ in
        if let event = finding.event { events.append(event) }
      }
    }
    return events
  }
}
