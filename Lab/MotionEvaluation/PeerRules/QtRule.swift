// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The shake gesture of Qt Sensors 5.15 (LGPL-3.0).
///
/// An axis that differs from the reading before by more than 25 m/s² is a jolt; three are counted
/// and the fourth fires. It is ready again once more than three further jolts have come and 0.45 s
/// have passed since the last of them. It asks its sensor for 50 readings a second.
struct QtRule: BaselineDetector {
  private static let threshold = 25.0
  private static let enough = 3
  private static let pause: Int64 = 450_000_000

  /// The project.
  let name = "Qt Sensors"

  private var last: SIMD3<Double>?
  private var state = State.counting(jolts: 0)

  private enum State: Sendable {
    /// The number of jolts; the rule can fire.
    case counting(jolts: Int)
    /// The number of jolts since the rule fired; its timer runs from the last of them if they
    /// suffice.
    case fired(jolts: Int, timerFrom: Timestamp?)
  }

  mutating func process(_ reading: Reading) -> Bool {
    let now = reading.timestamp
    if case .fired(_, let start?) = state, now.nanoseconds(since: start) >= Self.pause {
      state = .counting(jolts: 0)
    }
    defer { last = reading.acceleration }
    guard let last else { return false }
    let difference = reading.acceleration - last
    guard any(difference .> Self.threshold .| difference .< -Self.threshold) else { return false }
    switch state {
    case .counting(Self.enough):
      state = .fired(jolts: 0, timerFrom: nil)
      return true
    case .counting(let jolts):
      state = .counting(jolts: jolts + 1)
    case .fired(let jolts, _):
      state = .fired(jolts: jolts + 1, timerFrom: jolts >= Self.enough ? now : nil)
    }
    return false
  }
}
