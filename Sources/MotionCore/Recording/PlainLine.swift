/// The one-pass parser for plain lines, which are nearly all: no blanks, and numbers of at most 15 digits
/// (a timestamp of 19).
///
/// A significand below 2⁵³ and a power of ten up to 10²² are both exact, so one division rounds correctly (Clinger,
/// "How to read floating point numbers accurately", 1990). The exact parser takes every other line, and so every
/// mistake.
extension RecordingColumns {
  /// The reading in the line that begins at `index`, which moves behind the newline.
  ///
  /// - Parameters:
  ///   - text: one line or more, the last of which may be cut
  ///   - index: where the line begins
  /// - Returns: nil if the line is not plain, or its end is not there; `index` is of no use then
  @inline(__always)
  func plainReading(in text: Span<UInt8>, at index: inout Int) -> Reading? {
    var reading = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
    for field in 0..<count {
      guard let number = text.plainNumber(&index), index < text.count,
        text[index] == UInt8(ascii: field == count - 1 ? "\n" : ",")
      else { return nil }
      index += 1
      guard field != timestamp else {
        guard let nanoseconds = number.wholeNumber else { return nil }
        reading.timestamp = Timestamp(nanoseconds: nanoseconds)
        continue
      }
      guard number.digits <= 15 else { return nil }
      switch field {
      case x: reading.acceleration.x = number.value
      case y: reading.acceleration.y = number.value
      case z: reading.acceleration.z = number.value
      default: break
      }
    }
    return reading
  }
}

/// A number as it is written, of at most 19 digits.
private struct PlainNumber {
  /// The digits as a whole number.
  var significand: UInt64 = 0
  var digits = 0
  /// The number of digits behind the point.
  var fraction = 0
  var isNegative = false

  /// The whole number; nil if there is a point, or 64 bits do not hold it.
  var wholeNumber: Int64? {
    guard fraction == 0, let magnitude = Int64(exactly: significand) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The decimal number, correctly rounded if there are at most 15 digits.
  var value: Double {
    let magnitude = Double(significand) / powersOfTen[fraction]
    return isNegative ? -magnitude : magnitude
  }
}

extension Span where Element == UInt8 {
  /// The number that starts at `index`, which moves behind it; nil if there is none, or one that is not plain.
  @inline(__always)
  fileprivate func plainNumber(_ index: inout Int) -> PlainNumber? {
    var number = PlainNumber()
    if index < count, self[index] == UInt8(ascii: "-") {
      number.isNegative = true
      index += 1
    }
    number.digits = plainDigits(&index, &number.significand)
    guard number.digits > 0 else { return nil }
    if index < count, self[index] == UInt8(ascii: ".") {
      index += 1
      number.fraction = plainDigits(&index, &number.significand)
      guard number.fraction > 0 else { return nil }
      number.digits += number.fraction
    }
    // A negative zero keeps its sign in the exact parser.
    guard number.digits <= 19, number.significand != 0 || !number.isNegative else { return nil }
    return number
  }

  /// The number of digits from `index` on, which moves behind them; they are appended to `significand`.
  @inline(__always)
  private func plainDigits(_ index: inout Int, _ significand: inout UInt64) -> Int {
    let start = index
    while index < count {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      significand = significand &* 10 &+ UInt64(digit)
      index += 1
    }
    return index - start
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
