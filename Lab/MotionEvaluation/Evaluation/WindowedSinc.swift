// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The kernel of a low-pass filter: a sinc under a Hann window.
///
/// Time is counted in periods of the rate to be kept. The cut-off lies at 0.45 of that rate. The
/// window reaches 16 periods to either side, which makes the transition 0.1 of the rate wide: what
/// lies below 0.4 of it is kept to 0.6 %, and what lies above half of it falls by 44 dB (Oppenheim
/// and Schafer, "Discrete-Time Signal Processing", table 7.2).
struct WindowedSinc: Sendable {
  /// The reach to either side, in periods.
  static let reach = 16.0

  private static let cutOff = 0.45
  /// Between so many points a period straight lines are right to 10⁻⁵.
  private static let pointsAPeriod = 256.0

  private let points: [Double]

  /// The kernel, computed once for all.
  init() {
    points = (0...Int(Self.reach * Self.pointsAPeriod) + 1).map { index in
      let periods = Double(index) / Self.pointsAPeriod
      guard periods < Self.reach else { return 0 }
      let angle = 2 * .pi * Self.cutOff * periods
      let sinc = angle == 0 ? 1 : sin(angle) / angle
      return sinc * (0.5 + 0.5 * cos(.pi * periods / Self.reach))
    }
  }

  /// The weight of what lies `periods` away, 1 at no distance; 0 beyond ``reach``.
  func weight(at periods: Double) -> Double {
    let distance = abs(periods)
    guard distance < Self.reach else { return 0 }
    let position = distance * Self.pointsAPeriod
    let index = Int(position)
    return points[index] + (position - Double(index)) * (points[index + 1] - points[index])
  }
}
