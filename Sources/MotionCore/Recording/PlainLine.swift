/// The one-pass parser for plain lines, which are nearly all: no blanks, and numbers of at most 15 digits
/// (a timestamp of 18).
///
/// A significand below 2⁵³ and a power of ten up to 10²² are both exact, so one division rounds correctly (Clinger,
/// "How to read floating point numbers accurately", 1990). The exact parser takes every other line, and so every
/// mistake.
extension RecordingColumns {
  /// The reading in the line `text`; nil if the line is not plain.
  func plainReading(in text: Span<UInt8>) -> Reading? {
    var reading = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
    var index = 0
    for field in 0..<count {
      if field > 0 {
        guard index < text.count, text[index] == UInt8(ascii: ",") else { return nil }
        index += 1
      }
      guard let number = text.plainNumber(&index, digits: field == timestamp ? 18 : 15),
        field != timestamp || number.fraction == 0
      else { return nil }
      let value = Double(number.significand) / powersOfTen[number.fraction]
      switch field {
      case timestamp: reading.timestamp = Timestamp(nanoseconds: number.significand)
      case x: reading.acceleration.x = value
      case y: reading.acceleration.y = value
      case z: reading.acceleration.z = value
      default: break
      }
    }
    return index == text.count ? reading : nil
  }
}

extension Span where Element == UInt8 {
  /// The number that starts at `index`, which moves behind it; nil if there is none, or one that is not plain.
  fileprivate func plainNumber(
    _ index: inout Int, digits limit: Int
  ) -> (significand: Int64, fraction: Int)? {
    let isNegative = index < count && self[index] == UInt8(ascii: "-")
    let start = isNegative ? index + 1 : index
    index = start
    var significand: Int64 = 0
    var point: Int?
    while index < count {
      let digit = self[index] &- UInt8(ascii: "0")
      if digit < 10 {
        significand = significand &* 10 &+ Int64(digit)
      } else if self[index] == UInt8(ascii: "."), point == nil, index > start {
        point = index
      } else {
        break
      }
      index += 1
    }
    let fraction = point.map { index - $0 - 1 } ?? 0
    let digits = index - start - (point == nil ? 0 : 1)
    // A negative zero keeps its sign in the exact parser.
    guard (1...limit).contains(digits), point == nil || fraction > 0,
      significand != 0 || !isNegative
    else { return nil }
    return (isNegative ? -significand : significand, fraction)
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
