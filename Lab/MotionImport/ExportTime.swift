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
    case "s", "sec", "secs", "sek", "秒": self = .seconds
    case "ms", "msec", "milli", "millis", "ミリ秒", "毫秒": self = .milliseconds
    case "us", "µs", "μs", "usec", "micro", "micros": self = .microseconds
    case "ns", "nsec", "nano", "nanos": self = .nanoseconds
    case let word:
      // Second, Sekunden, secondes, segundos, secondi, sekundy, секунды, also of thousandths.
      let roots = ["second", "sekund", "segundo", "seconde", "секунд"]
      guard let root = roots.first(where: { word.contains($0) }),
        let unit = word.firstRange(of: root)
      else { return nil }
      switch word[..<unit.lowerBound] {
      case "": self = .seconds
      case "milli", "mili", "милли": self = .milliseconds
      case "micro", "mikro", "микро": self = .microseconds
      case "nano", "нано": self = .nanoseconds
      default: return nil
      }
    }
  }

  /// The unit that makes `times` a plausible stream: phones sample at 4 to 1000 Hz.
  ///
  /// - Parameter times: numbers in the order of the file
  /// - Returns: the unit; nil if no unit fits, or another one does at up to 10 kHz, as of a fast
  ///   chip, and not one alone of them counts from 1970
  static func fitting(_ times: [Double]) -> TimeUnit? {
    let all = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 >= 0 }.sorted()
    let steps = all.filter { $0 > 0 }
    guard let first = times.first, !steps.isEmpty else { return nil }
    // Of bunches the median is the time between two, and of several sensors that between theirs.
    let median = steps[steps.count / 2]
    // A pause is no step.
    let usual = all.prefix(max(1, all.count * 98 / 100))
    let sum = usual.reduce(0, +)
    let mean = sum > 0 ? sum / Double(usual.count) : median
    let fitting = allCases.filter { unit in
      median / unit.perSecond < 0.251 && mean / unit.perSecond > 0.000_099
    }
    // The years 2001 to 2096.
    let dated = fitting.filter { (1e9..<4e9).contains(first / $0.perSecond) }
    let certain = dated.count == 1 ? dated : fitting
    let isUsual = certain.first.map { max(mean, median) / $0.perSecond > 0.000_99 } ?? false
    return certain.count == 1 && (isUsual || !dated.isEmpty) ? certain.first : nil
  }

  /// The number of units in a second.
  var perSecond: Double {
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
/// Examples are `2018-10-03 17:23:55.4640`, `2018-10-03T17:23:55.464Z`, `17:23:55:464`,
/// `2018-10-03 17:23:55_464`, `03.10.2018 17:23:55,464` and `10/3/2018 5:23:55.464 PM`. An offset
/// from UTC, such as `+02:00`, is subtracted: it changes while a log is written.
enum WrittenTime {
  /// The nanoseconds of `text` since 1970 or since midnight; nil for other texts.
  static func nanoseconds(_ text: String) -> Int64? {
    let (text, zone) = zoned(text)
    let (numbers, separators, half) = parts(of: text)
    var rest = numbers[...]
    var days: Int64 = 0
    if rest.count >= 5,
      let date = date(rest.prefix(3).map { $0 }, separators, isAmerican: half != nil)
    {
      // From 2262 on, nanoseconds overflow.
      guard (1970...2200).contains(date.year), (1...12).contains(date.month),
        (1...31).contains(date.day)
      else { return nil }
      days = self.days(year: date.year, month: date.month, day: date.day)
      rest = rest.dropFirst(3)
    }
    // A time of day needs a colon, unless it follows a date.
    guard rest.count == 3 || rest.count == 4, days != 0 || separators.first == ":" else {
      return nil
    }
    let parts = Array(rest)
    guard parts[0].value < (half == nil ? 24 : 13), parts[1].value < 60, parts[2].value < 61 else {
      return nil
    }
    var fraction: Int64 = 0
    if parts.count == 4 {
      fraction = parts[3].value
      for _ in parts[3].digits..<9 { fraction *= 10 }
    }
    let hour = half.map { parts[0].value % 12 + $0 } ?? parts[0].value
    let seconds = ((days * 24 + hour) * 60 + parts[1].value) * 60 + parts[2].value
    return (seconds - (days == 0 ? 0 : zone)) * 1_000_000_000 + fraction
  }

  /// A text without the offset from UTC at its end, and the offset in s.
  private static func zoned(_ text: String) -> (text: String, offset: Int64) {
    guard let colon = text.firstIndex(of: ":"),
      let sign = text[colon...].lastIndex(where: { $0 == "+" || $0 == "-" })
    else { return (text, 0) }
    let digits = text[text.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 2 || digits.count == 4, let number = Int64(digits) else {
      return (text, 0)
    }
    let minutes = digits.count == 2 ? number * 60 : number / 100 * 60 + number % 100
    return (String(text[..<sign]), text[sign] == "-" ? -minutes * 60 : minutes * 60)
  }

  private typealias Number = (value: Int64, digits: Int)

  /// The numbers of a text, the separators, and the hour when its half of the day begins.
  private static func parts(
    of text: String
  ) -> (numbers: [Number], separators: [Character], half: Int64?) {
    var numbers: [Number] = []
    var separators: [Character] = []
    for character in text {
      if let digit = character.wholeNumberValue, character.isASCII {
        if numbers.count == separators.count { numbers.append((0, 0)) }
        guard numbers[numbers.count - 1].digits < 9 else { continue }
        numbers[numbers.count - 1].value = numbers[numbers.count - 1].value * 10 + Int64(digit)
        numbers[numbers.count - 1].digits += 1
      } else if numbers.count > separators.count {
        // The time zone, or the half of the day, follows the fraction.
        if numbers.count == 7 || character == "Z" || character == "+" { break }
        separators.append(character)
      }
    }
    let end = text.lowercased().filter { $0 != "." && $0 != " " }
    let half: Int64? = end.hasSuffix("pm") ? 12 : end.hasSuffix("am") ? 0 : nil
    return (numbers, separators, half)
  }

  /// The date in three numbers: the year comes first or, with four digits, last.
  ///
  /// Between slashes the month may come before the day: in America, where the day has halves, and
  /// where the other order is not a date.
  private static func date(
    _ numbers: [Number], _ separators: [Character], isAmerican: Bool
  ) -> (year: Int64, month: Int64, day: Int64)? {
    if numbers[0].digits == 4 { return (numbers[0].value, numbers[1].value, numbers[2].value) }
    guard numbers[2].digits == 4, numbers[0].digits <= 2, numbers[1].digits <= 2,
      let mark = separators.first, "./-".contains(mark), separators[1] == mark
    else { return nil }
    let (first, second) = (numbers[0].value, numbers[1].value)
    let isMonthFirst = mark == "/" && first <= 12 && (isAmerican || second > 12)
    return (numbers[2].value, isMonthFirst ? first : second, isMonthFirst ? second : first)
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

/// The time that differences add up to, in ns.
struct ElapsedTime {
  /// The sum; nil where it is longer than is counted.
  private(set) var time: Int64? = 0
  private var last: Int64 = 0

  /// Adds a difference; an unreadable one counts as long as the one before.
  mutating func add(_ difference: Int64?) {
    last = difference ?? last
    let sum = time?.addingReportingOverflow(last)
    time = sum.flatMap { $0.overflow ? nil : $0.partialValue }
  }
}

/// A counter of 32 bits that starts from 0 after its end, as of `micros()` after 71 minutes.
struct WrappingTime {
  private var last = Int64.min
  private var base: Int64 = 0
  /// The longest time in ns between two reads of a counter.
  private static let longest: Int64 = 60_000_000_000

  /// The time of the count `time`, with all wraps; both in ns.
  ///
  /// - Parameters:
  ///   - time: the count
  ///   - power: the power of ten from a count to ns
  /// - Returns: the time in ns
  mutating func unwrapped(_ time: Int64, power: Int) -> Int64 {
    var wrap: Int64 = 1 << 32
    for _ in 0..<max(0, power) { wrap *= 10 }
    if last != .min, time < last, last < wrap, time > -wrap {
      let step = time + wrap - last
      let (sum, overflows) = base.addingReportingOverflow(wrap)
      if step > 0, step <= min(Self.longest, wrap / 4), !overflows { base = sum }
    }
    last = time
    let (sum, overflows) = time.addingReportingOverflow(base)
    return overflows ? time : sum
  }
}
