// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension MotionScore {
  /// The score in one sentence, such as `4 of 4 shakes found; no false end in 19 s`.
  package var sentence: String {
    let isShake = kind == .shake
    let found =
      bound.total == 0
      ? "none labeled"
      : "\(bound.hits) of \(bound.total)\(isShake ? " shakes" : "") found"
    let count = isShake ? falseAlarms.ended : falseAlarms.events
    let alarms =
      "\(count == 0 ? "no" : "\(count)") false \(isShake ? "end" : "event")\(count > 1 ? "s" : "")"
    let time =
      falseAlarms.hours > 0
      ? "\(alarms) in \(Self.span(falseAlarms.hours))" : "no other motion to judge by"
    return "\(isShake && bound.total > 0 ? "" : "\(kind): ")\(found); \(time)"
  }

  private static func span(_ hours: Double) -> String {
    let seconds = hours * 3600
    if seconds < 120 { return "\(seconds.text(decimals: 0)) s" }
    return seconds < 7200
      ? "\((seconds / 60).text(decimals: 0)) min" : "\(hours.text(decimals: 1)) h"
  }
}
