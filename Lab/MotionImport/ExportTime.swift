// SPDX-License-Identifier: Apache-2.0

/// The unit of a time column.
package enum TimeUnit: String, Hashable, Sendable, CaseIterable {
  /// Seconds.
  case seconds = "s"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Microseconds.
  case microseconds = "us"
  /// Nanoseconds.
  case nanoseconds = "ns"

  /// The power of ten from this unit to nanoseconds.
  var power: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .nanoseconds: 0
    }
  }

  /// The unit written as `text`; nil for other texts.
  init?(written text: String) {
    switch text.lowercased() {
    case "s", "sec", "secs", "second", "seconds", "sek", "sekunden": self = .seconds
    case "ms", "msec", "milli", "millis", "millisecond", "milliseconds": self = .milliseconds
    case "us", "µs", "μs", "usec", "micro", "micros", "microseconds": self = .microseconds
    case "ns", "nsec", "nano", "nanos", "nanoseconds": self = .nanoseconds
    default: return nil
    }
  }

  /// The unit in which `times` are a plausible stream: phones sample at 4 to 1000 Hz.
  ///
  /// - Parameter times: numbers in the order of the file
  /// - Returns: the unit; nil if no unit fits
  static func fitting(_ times: [Double]) -> TimeUnit? {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    guard !steps.isEmpty else { return nil }
    let period = steps[steps.count / 2]
    return allCases.first { unit in
      let seconds = period / unit.perSecond
      return (0.000_99...0.251).contains(seconds)
    }
  }

  private var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    }
  }
}

/// A time written as a date, a time of day, or both.
///
/// Examples are `2018-10-03 17:23:55.4640`, `2018-10-03T17:23:55.464Z`, `17:23:55:464` and
/// `2018-10-03 17:23:55_464`. The time zone is ignored, as only differences matter.
enum WrittenTime {
  /// The nanoseconds of `text` since 1970 or since midnight; nil for other texts.
  static func nanoseconds(_ text: String) -> Int64? {
    var numbers: [(value: Int64, digits: Int)] = []
    var separators: [Character] = []
    for character in text {
      if let digit = character.wholeNumberValue, character.isASCII {
        if numbers.count == separators.count { numbers.append((0, 0)) }
        guard numbers[numbers.count - 1].digits < 9 else { continue }
        numbers[numbers.count - 1].value = numbers[numbers.count - 1].value * 10 + Int64(digit)
        numbers[numbers.count - 1].digits += 1
      } else if numbers.count > separators.count {
        // The time zone follows the fraction.
        if numbers.count == 7 || character == "Z" || character == "+" { break }
        separators.append(character)
      }
    }
    var rest = numbers[...]
    var days: Int64 = 0
    if rest.count >= 5, rest[0].digits == 4 {
      // From 2262 on, nanoseconds overflow.
      guard (1970...2200).contains(rest[0].value), (1...12).contains(rest[1].value),
        (1...31).contains(rest[2].value)
      else { return nil }
      days = self.days(year: rest[0].value, month: rest[1].value, day: rest[2].value)
      rest = rest.dropFirst(3)
    }
    // A time of day needs a colon, unless it follows a date.
    guard rest.count == 3 || rest.count == 4, days != 0 || separators.first == ":" else {
      return nil
    }
    let parts = Array(rest)
    guard parts[0].value < 24, parts[1].value < 60, parts[2].value < 61 else { return nil }
    var fraction: Int64 = 0
    if parts.count == 4 {
      fraction = parts[3].value
      for _ in parts[3].digits..<9 { fraction *= 10 }
    }
    let seconds = ((days * 24 + parts[0].value) * 60 + parts[1].value) * 60 + parts[2].value
    return seconds * 1_000_000_000 + fraction
  }

  /// The days from 1970-01-01 to a date (Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms").
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
