// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A check for recordings whose numbers are probably in other units than the format's.
///
/// Such a recording parses, but no motion is recognized in it.
public struct UnitCheck: Sendable {
  /// The spacing of the readings.
  package private(set) var spacing = MeanSpacing()
  private var gravity = GravityCheck()
  private var magnitudes = 0.0

  /// The plausible periods in s: accelerometers sample between 4 Hz and 10 kHz.
  private static let periods = 0.0001...0.25

  /// A check before the first reading.
  public init() {}

  /// Adds the next readings.
  public mutating func add(_ readings: ArraySlice<Reading>) {
    spacing.add(readings)
    for reading in readings {
      guard case .unchecked = gravity else { return }
      gravity.process(reading)
      magnitudes += reading.acceleration.length
    }
  }

  /// Doubts about the units, for the user.
  public var doubts: [String] {
    guard let period = spacing.period else { return [] }
    var doubts: [String] = []
    let average = magnitudes / Double(spacing.count)
    switch gravity {
    case .confirmed: break
    case .refused(let mean): doubts.append(GravityCheck.problem(mean: mean))
    case .unchecked where GravityCheck.averages.contains(average): break
    case .unchecked:
      doubts.append(
        "|a| is \(average.text(decimals: 2)) on average, where gravity alone is 9.81:"
          + " are the accelerations in m/s², with gravity?")
    }
    if !Self.periods.contains(period) {
      doubts.append(
        "readings are \((period * 1000).text(decimals: 6)) ms apart on average:"
          + " are the timestamps in nanoseconds?")
    }
    return doubts
  }
}
