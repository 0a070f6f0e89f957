import MotionBus
import MotionCore

/// What a client of the load claims.
struct ClaimWish: Hashable {
  let sensitivity: MotionClaim.Sensitivity
  /// In seconds.
  let window: Double

  /// All that are claimed; they differ in what they make of the feed.
  static let all = [
    ClaimWish(sensitivity: .medium, window: 1), ClaimWish(sensitivity: .low, window: 1),
    ClaimWish(sensitivity: .high, window: 1), ClaimWish(sensitivity: .medium, window: 2.5),
    ClaimWish(sensitivity: .high, window: 0.2),
  ]

  /// The argument of `Claim`.
  var options: BusValue {
    .dictionary(["sensitivity": .string(sensitivity.rawValue), "window": .double(window)])
  }

  /// What `motionctl replay` makes of `readings` when it is asked for the same.
  func replay(_ readings: [Reading]) -> [MotionEvent] {
    let configuration = ShakeConfiguration(sensitivity: sensitivity.value, window: window)
    var bank = DetectorBank(shake: configuration)
    var events: [MotionEvent] = []
    for reading in readings { bank.process(reading) { events.append($0) } }
    return events
  }
}
