// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The unit of an acceleration column.
package enum AccelerationUnit: String, Hashable, Sendable, CaseIterable {
  /// Meters per second squared.
  case metersPerSecondSquared = "m/s2"
  /// Standard gravity.
  case gravities = "g"
  /// Thousandths of standard gravity.
  case thousandths = "mg"

  /// The factor from this unit to m/s².
  package var factor: Double {
    switch self {
    case .metersPerSecondSquared: 1
    case .gravities: Reading.standardGravity
    case .thousandths: Reading.standardGravity / 1000
    }
  }

  /// The unit written as `text`; nil for other texts.
  init?(written text: String) {
    let plain = text.lowercased().filter { $0 != " " && $0 != "^" && $0 != "*" && $0 != "." }
    switch plain {
    case "g", "gs", "g-force": self = .gravities
    case "mg": self = .thousandths
    default:
      // The exponent may be a superscript, a broken one, or -2.
      let isFraction = plain.hasPrefix("m/s") && plain != "m/s" && !plain.hasPrefix("m/s3")
      guard isFraction || ["ms-2", "ms⁻²"].contains(where: plain.hasPrefix) || plain == "ms2"
      else { return nil }
      self = .metersPerSecondSquared
    }
  }
}

/// A scale that turns the values of a column into m/s².
package struct AccelerationScale: Hashable, Sendable {
  /// The factor to m/s².
  package let factor: Double
  /// The unit in words.
  package let name: String

  /// The scale of a unit.
  package init(_ unit: AccelerationUnit) { (factor, name) = (unit.factor, unit.rawValue) }

  /// The scale of a chip's raw values, where 1 g has so many.
  package init(countsPerG count: Double) {
    factor = Reading.standardGravity / count
    name = "counts of 1/\(count == count.rounded() ? "\(Int64(count))" : "\(count)") g"
  }

  /// 1 g in its values.
  var gravity: Double { Reading.standardGravity / factor }

  /// True for what loggers write as the unit of raw values.
  static func isCounts(_ unit: String) -> Bool {
    ["counts", "count", "lsb", "raw", "adc", "digits", "digit"].contains(
      unit.lowercased().filter { $0 != " " })
  }
}
