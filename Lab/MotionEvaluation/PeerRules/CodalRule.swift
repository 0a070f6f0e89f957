// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The micro:bit's runtime CODAL (MIT).
///
/// Each axis, gravity included, is a latch that flips beyond +0.4 g and back beyond -0.4 g. A
/// reading with a flip counts one; every ten readings take one off. The rule fires on the fourth,
/// and again thirty readings later at the earliest. It counts readings, which the micro:bit takes
/// every 20 ms.
struct CodalRule: BaselineDetector {
  private static let threshold = 0.4 * Reading.standardGravity
  private static let enough = 4
  private static let readingsToForgetOne = 10
  private static let readingsToRearm = 30

  /// The project.
  let name = "micro:bit"

  private var isHigh = SIMDMask<SIMD3<Int64>>(repeating: false)
  private var state = State.counting(flips: 0, readings: 0)

  private enum State: Sendable {
    /// The number of flips, and of readings since that number started or fell.
    case counting(flips: Int, readings: Int)
    /// The number of readings since the rule fired.
    case fired(readings: Int)
  }

  mutating func process(_ reading: Reading) -> Bool {
    let flips =
      (reading.acceleration .> Self.threshold .& .!isHigh)
      .| (reading.acceleration .< -Self.threshold .& isHigh)
    isHigh = isHigh .^ flips
    let flipped = any(flips)
    switch state {
    case .counting(let flips, let readings):
      let count = flips + (flipped ? 1 : 0)
      if flipped && count == Self.enough {
        state = .fired(readings: 0)
        return true
      }
      state = counted(count, readings: readings)
    case .fired(let readings):
      state =
        readings + 1 >= Self.readingsToRearm
        ? .counting(flips: 0, readings: 0) : .fired(readings: readings + 1)
    }
    return false
  }

  /// The state after another reading, when `flips` were counted.
  private func counted(_ flips: Int, readings: Int) -> State {
    guard flips > 0 else { return .counting(flips: 0, readings: 0) }
    guard readings + 1 >= Self.readingsToForgetOne else {
      return .counting(flips: flips, readings: readings + 1)
    }
    return .counting(flips: flips - 1, readings: 0)
  }
}
