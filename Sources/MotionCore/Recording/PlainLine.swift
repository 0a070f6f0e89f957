// SPDX-License-Identifier: Apache-2.0

/// The one-pass parser for plain lines, which are nearly all: no blanks, and numbers of at most 15
/// digits (a timestamp of 19).
///
/// A significand below 2⁵³ and a power of ten up to 10²² are both exact, so one division rounds
/// correctly (Clinger, "How to read floating point numbers accurately", 1990). The exact parser
/// takes every other line, and so every mistake.
extension RecordingColumns {
  /// The number of bytes that the parser of a line or field may read: each of four fields has a
  /// sign, an end, and two words (a timestamp three).
  static let plainRoom = 4 * 18 + 8

  /// The reading in the line that begins at `index`.
  ///
  /// It moves `index` behind the newline.
  ///
  /// - Parameters:
  ///   - text: one line or more; the last line may be cut
  ///   - index: the beginning of the line
  /// - Returns: nil if the line is not plain, or fewer than ``plainRoom`` bytes follow; `index`
  ///   means nothing in this case
  @inline(__always)
  func plainReading(in text: Span<UInt8>, at index: inout Int) -> Reading? {
    // Without a branch for each field it takes a tenth less time.
    guard isUsual, index <= text.count - Self.plainRoom, text[unchecked: index] != UInt8(ascii: "-")
    else { return unusualReading(in: text, at: &index) }
    guard let nanoseconds = text.plainInteger(&index, until: UInt8(ascii: ",")),
      let x = text.plainDecimal(&index, until: UInt8(ascii: ",")),
      let y = text.plainDecimal(&index, until: UInt8(ascii: ",")),
      let z = text.plainDecimal(&index, until: UInt8(ascii: "\n"))
    else { return nil }
    return Reading(
      timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: SIMD3(x, y, z))
  }

  /// The reading in a line with a negative timestamp, another order of columns, or more columns.
  @inline(never)
  private func unusualReading(in text: Span<UInt8>, at index: inout Int) -> Reading? {
    let start = index
    var reading = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
    for field in 0..<count {
      guard index <= text.count - Self.plainRoom else { return nil }
      let end = UInt8(ascii: field == count - 1 ? "\n" : ",")
      switch field {
      case timestamp:
        let isNegative = text[unchecked: index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        guard let magnitude = text.plainInteger(&index, until: end) else { return nil }
        reading.timestamp = Timestamp(nanoseconds: isNegative ? -magnitude : magnitude)
      case x, y, z:
        guard let value = text.plainDecimal(&index, until: end) else { return nil }
        reading.acceleration[field == x ? 0 : field == y ? 1 : 2] = value
      default:
        guard text.plainDecimal(&index, until: end) != nil else { return nil }
      }
    }
    return index - start <= RecordingFormat.longestLine ? reading : nil
  }
}

/// ``RecordingColumns/plainRoom`` bytes must follow `index`: these methods do not look for the end.
extension Span where Element == UInt8 {
  /// The whole number of at most 19 digits, without a sign, from `index` to `end`; nil for other
  /// text.
  ///
  /// It moves `index` behind `end`.
  @inline(__always)
  fileprivate func plainInteger(_ index: inout Int, until end: UInt8) -> Int64? {
    let start = index
    var magnitude: UInt64 = 0
    var next = word(at: index)
    while next.others == 0 {
      guard index &- start < 16 else { return nil }
      magnitude = magnitude &* wholePowersOfTen[8] &+ next.number(digits: 8)
      index &+= 8
      next = word(at: index)
    }
    let digits = next.digits
    if digits > 0 {
      magnitude = magnitude &* wholePowersOfTen[digits] &+ next.number(digits: digits)
      index &+= digits
    }
    guard 1...19 ~= index &- start, let number = Int64(exactly: magnitude),
      self[unchecked: index] == end
    else { return nil }
    index &+= 1
    return number
  }

  /// The decimal number, correctly rounded, from `index` to `end`.
  ///
  /// The number has at most seven digits before the point, and 15 in all. `index` moves behind
  /// `end`.
  ///
  /// - Returns: nil unless it is a plain number
  @inline(__always)
  fileprivate func plainDecimal(_ index: inout Int, until end: UInt8) -> Double? {
    // The sign of noise is random: a branch would go wrong half the time.
    let sign = self[unchecked: index] == UInt8(ascii: "-") ? 1 : 0
    index &+= sign
    guard let (significand, divisor, length) = word(at: index).decimal ?? otherDecimal(at: index)
    else { return nil }
    index &+= length
    guard self[unchecked: index] == end else { return nil }
    index &+= 1
    // The processor has an instruction for signed numbers.
    return Double(Int64(bitPattern: significand)) / divisors[(divisor | sign) & 31]
  }

  /// The equivalent of ``EightBytes/decimal`` for a number without a point, or with eight bytes or
  /// more.
  @inline(__always)
  private func otherDecimal(at index: Int) -> (significand: UInt64, divisor: Int, length: Int)? {
    let (first, next) = (word(at: index), word(at: index &+ 8))
    let (whole, more) = (first.digits, next.digits)
    guard whole > 0 else { return nil }
    guard let digits = first.withoutPoint else {
      return whole < 8 ? (first.number(digits: whole), 0, whole) : nil
    }
    var significand = EightBytes.number(digits, bits: 56)
    if more > 0 {
      significand = significand &* wholePowersOfTen[more] &+ next.number(digits: more)
    }
    return (significand, 2 &* (8 &- whole &+ more), 8 &+ more)
  }

  /// The eight bytes from `index` on.
  @inline(__always)
  private func word(at index: Int) -> EightBytes {
    // Any eight bytes are a number.
    let text = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    return EightBytes(UInt64(littleEndian: text))
  }
}

/// Eight bytes of text, and the number at their beginning.
///
/// One operation compares all bytes, and three multiplications evaluate all digits (Lemire, "Number
/// parsing at a gigabyte per second", 2021): a loop with a branch for each digit takes twice the
/// time.
private struct EightBytes {
  /// The bytes, the first one lowest; a digit is its value.
  private let bytes: UInt64
  /// The highest bit of each byte that is no digit; behind a byte outside ASCII maybe of digits,
  /// too.
  let others: UInt64

  @inline(__always)
  init(_ text: UInt64) {
    bytes = text ^ 0x3030_3030_3030_3030
    others = (bytes &+ 0x7676_7676_7676_7676 | bytes) & 0x8080_8080_8080_8080
  }

  /// The number of digits at the beginning.
  @inline(__always)
  var digits: Int { others.trailingZeroBitCount &>> 3 }

  /// The integer in the first `digits` digits, at least one.
  @inline(__always)
  func number(digits: Int) -> UInt64 { Self.number(bytes, bits: digits &<< 3) }

  /// The bytes without the point that ends the first digits; nil if something else ends them.
  @inline(__always)
  var withoutPoint: UInt64? {
    let place = UInt64(truncatingIfNeeded: digits &<< 3)
    let tail = bytes &>> place
    guard UInt8(truncatingIfNeeded: tail) == UInt8(ascii: ".") ^ 0x30 else { return nil }
    return bytes ^ ((tail ^ tail &>> 8) &<< place)
  }

  /// The number at the beginning, if it has a point and its end is here.
  ///
  /// - Returns: the digits as a whole number, the place of their divisor, and the length in bytes
  @inline(__always)
  var decimal: (significand: UInt64, divisor: Int, length: Int)? {
    let rest = others & (others &- 1)
    guard rest != 0, let digits = withoutPoint else { return nil }
    let (point, end) = (others.trailingZeroBitCount, rest.trailingZeroBitCount)
    return (Self.number(digits, bits: end &- 15), (end &- point) &>> 2, end &>> 3)
  }

  /// The integer in the first `bits` of `bytes`, which are digits.
  @inline(__always)
  static func number(_ bytes: UInt64, bits: Int) -> UInt64 {
    // Zeros go in front; everything behind the digits goes away.
    let bytes = bytes &<< UInt64(truncatingIfNeeded: 0 &- bits)
    // The first of two neighbors counts ten times, the first of two pairs a hundred times.
    let pairs = (bytes &* (1 + 10 << 8)) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* (1 + 100 << 16)) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* (1 + 10_000 << 32)) &>> 32
  }
}

/// The divisors of a significand, and their negatives: for a number without a point, with a point
/// at its end (not plain), and with one digit or more behind the point.
///
/// A number divided by a negative one is negative, even zero.
private let divisors: [Double] = [
  1, -1, .nan, .nan, 1e1, -1e1, 1e2, -1e2, 1e3, -1e3, 1e4, -1e4, 1e5, -1e5, 1e6, -1e6, 1e7, -1e7,
  1e8, -1e8, 1e9, -1e9, 1e10, -1e10, 1e11, -1e11, 1e12, -1e12, 1e13, -1e13, 1e14, -1e14,
]

/// The powers of ten up to the one for eight digits.
private let wholePowersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]
