// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension Texts {
  package var lastShakes: String { translated("Last shakes") }
  package var tryIt: String {
    translated("Shake the device to see whether it counts. In this window it undoes nothing.")
  }

  /// The words for a shake.
  func row(of shake: ShakeList.Shake) -> WindowView.ShakeRow {
    let text =
      shake.measurements.map {
        // Translators: a time of the day, a number of swings, seconds, an acceleration.
        translated(
          "%1$s: %2$s swings in %3$s s, up to %4$s m/s²", clock(shake.clock), "\($0.swings)",
          number($0.duration / .seconds(1)),
          number($0.peak))
        // Translators: %1$s is a time of the day.
      } ?? translated("%1$s: a motion", clock(shake.clock))
    var row = WindowView.ShakeRow(text: text, verdict: "")
    switch shake.verdict {
    case .counts:
      row.verdict = translated("Counts.")
    case .tooLong:
      row.verdict = translated("Does not count: it went on for too long.")
    case .doesNot(nil):
      row.verdict = translated("Does not count: too gentle, or too little like a shake.")
    case .doesNot(let reason?):
      // Translators: %1$s is the reason.
      row.verdict = translated("Does not count: %1$s.", words(reason.shortcoming))
      guard let value = reason.foundFrom?.value else { break }
      row.sensitivity = value
      // Translators: %1$s is a number of percent, such as 70 %.
      row.button = translated("Let such shakes count: %1$s", "\(Int((100 * value).rounded())) %")
    }
    return row
  }

  private func number(_ value: Double) -> String {
    let tenths = Int((10 * value).rounded())
    return "\(tenths / 10)\(point)\(abs(tenths % 10))"
  }

  /// The rule that a motion did not meet.
  private func words(_ shortcoming: ShakeShortcoming) -> String {
    switch shortcoming {
    // Translators: %1$s and %2$s are numbers.
    case .swings(let count, let needed):
      translated("%1$s swings in a row, and it takes %2$s", "\(count)", "\(needed)")
    case .wholeSwings, .stroke, .score: translated("too gentle, or too little like a shake")
    case .flight: translated("the device fell")
    case .fast: translated("no hand turns back so fast")
    case .spike: translated("a blow is among the swings")
    case .prominence: translated("no stronger than what went before")
    case .late: translated("it had gone on before it looked like a shake, as running does")
    case .quiet: translated("too soon after the one before")
    case .long: translated("it went on for too long")
    }
  }
}
