// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The sampling frequencies of an accelerometer: a list of them, or a range with a step.
///
/// Source: `*_available` of the kernel's ABI `testing/sysfs-bus-iio`: values with blanks between
/// them, or `[min step max]`.
package enum RateSet: Hashable, Sendable {
  /// All frequencies, ascending; empty if they are unknown.
  case list([Hertz])
  /// Each `step` Hz from the first to the last.
  case range(ClosedRange<Hertz>, step: Hertz)

  /// Reads either form, and skips text that makes no sense.
  package init(_ text: String) {
    let isRange = text.hasPrefix("[") && text.hasSuffix("]")
    let numbers = text.split { " []\n".contains($0) }.compactMap { Double($0) }
    guard isRange else {
      self = .list(numbers.filter(SamplingDemand.possibleRates.contains).sorted())
      return
    }
    guard numbers.count == 3, SamplingDemand.possibleRates.contains(numbers[0]),
      SamplingDemand.possibleRates.contains(numbers[2]),
      numbers[0] <= numbers[2], SamplingDemand.possibleRates.contains(numbers[1])
    else {
      self = .list([])
      return
    }
    self = .range(numbers[0]...numbers[2], step: numbers[1])
  }

  /// The frequencies of a list; empty for a range.
  var listed: [Hertz] {
    switch self {
    case .list(let rates): rates
    case .range: []
    }
  }

  /// The lowest and the highest frequency of a range; nil for a list.
  var range: ClosedRange<Hertz>? {
    switch self {
    case .list: nil
    case .range(let range, _): range
    }
  }

  /// Returns the frequency nearest above `wanted`, or else the highest one.
  func nearest(to wanted: Hertz) -> Hertz {
    switch self {
    case .list(let rates): rates.nearest(above: wanted) ?? wanted
    case .range(let range, let step):
      // Steps such as 0.1 are no binary numbers: a sum is off by a little.
      min(
        ((range.lowerBound
          + step * max(0, ((wanted - range.lowerBound) / step - 1e-6).rounded(.up))) * 1e6)
          .rounded()
          / 1e6, range.upperBound)
    }
  }
}
