// SPDX-License-Identifier: Apache-2.0

/// The one-pass parser for plain lines, which are nearly all: no blanks, and numbers of at most 15
/// digits (a timestamp of 19).
///
/// A significand below 2⁵³ and a power of ten up to 10²² are both exact, so one division rounds
/// correctly (Clinger, "How to read floating point numbers accurately", 1990). The exact parser
/// takes every other line, and so every mistake.
extension RecordingColumns {
  /// The reading in the line that begins at `index`, which moves behind the newline.
  ///
  /// - Parameters:
  ///   - text: one line or more, the last of which may be cut
  ///   - index: where the line begins
  /// - Returns: nil if the line is not plain, or its end is not there; `index` is of no use then
  @inline(__always)
  func plainReading(in text: Span<UInt8>, at index: inout Int) -> Reading? {
    // Without a choice for each field it takes a tenth less.
    guard isUsual else { return unusualReading(in: text, at: &index) }
    guard let nanoseconds = text.plainInteger(&index), text.skip(UInt8(ascii: ","), &index),
      let x = text.plainDecimal(&index), text.skip(UInt8(ascii: ","), &index),
      let y = text.plainDecimal(&index), text.skip(UInt8(ascii: ","), &index),
      let z = text.plainDecimal(&index), text.skip(UInt8(ascii: "\n"), &index)
    else { return nil }
    return Reading(
      timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: SIMD3(x, y, z))
  }

  /// The same where the columns stand in another order, or are more.
  @inline(never)
  private func unusualReading(in text: Span<UInt8>, at index: inout Int) -> Reading? {
    var reading = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
    for field in 0..<count {
      switch field {
      case timestamp:
        guard let nanoseconds = text.plainInteger(&index) else { return nil }
        reading.timestamp = Timestamp(nanoseconds: nanoseconds)
      case x, y, z:
        guard let value = text.plainDecimal(&index) else { return nil }
        reading.acceleration[field == x ? 0 : field == y ? 1 : 2] = value
      default:
        guard text.plainDecimal(&index) != nil else { return nil }
      }
      guard text.skip(UInt8(ascii: field == count - 1 ? "\n" : ","), &index) else { return nil }
    }
    return reading
  }
}

extension Span where Element == UInt8 {
  /// The whole number of at most 19 digits that starts at `index`, which moves behind it; nil for
  /// other text.
  @inline(__always)
  fileprivate func plainInteger(_ index: inout Int) -> Int64? {
    let isNegative = skip(UInt8(ascii: "-"), &index)
    let start = word(at: index)
    guard start.digits > 0 else { return nil }
    var (magnitude, last, digits) = (start.number(digits: start.digits), start.digits, start.digits)
    index += digits
    while last == 8, digits < 19 {
      let next = word(at: index)
      last = next.digits
      guard last > 0 else { break }
      magnitude = magnitude &* wholePowersOfTen[last] &+ next.number(digits: last)
      digits += last
      index += last
    }
    guard digits <= 19, let number = Int64(exactly: magnitude) else { return nil }
    return isNegative ? -number : number
  }

  /// The decimal number, correctly rounded, that starts at `index`, which moves behind it.
  ///
  /// It has at most seven digits before the point, and 15 in all: of a longer one digits are left.
  ///
  /// - Returns: nil unless it is a plain number
  @inline(__always)
  fileprivate func plainDecimal(_ index: inout Int) -> Double? {
    let isNegative = skip(UInt8(ascii: "-"), &index)
    guard var (significand, fraction, length) = word(at: index).decimal else { return nil }
    index += length
    if length == 8 {
      guard fraction > 0 else { return nil }
      let rest = word(at: index)
      length = rest.digits
      if length > 0 {
        significand = significand &* wholePowersOfTen[length] &+ rest.number(digits: length)
        fraction += length
        index += length
      }
    }
    // A signed number has an instruction of its own.
    let magnitude = Double(Int64(bitPattern: significand)) / powersOfTen[fraction]
    return isNegative ? -magnitude : magnitude
  }

  /// Moves `index` behind `byte`, if that is what stands there.
  @inline(__always)
  fileprivate func skip(_ byte: UInt8, _ index: inout Int) -> Bool {
    guard index < count, self[index] == byte else { return false }
    index += 1
    return true
  }

  /// The eight bytes from `index` on; zeros behind the end.
  @inline(__always)
  private func word(at index: Int) -> EightBytes {
    guard index <= count - 8 else { return EightBytes(lastBytes(from: index)) }
    // Any eight bytes are a number.
    let text = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    return EightBytes(UInt64(littleEndian: text))
  }

  @inline(never)
  private func lastBytes(from index: Int) -> UInt64 {
    (index..<count).reduce(0) { $0 | UInt64(self[$1]) << (8 * ($1 - index)) }
  }
}

/// Eight bytes of text, and the number at their beginning.
///
/// All bytes are compared at once, and three multiplications evaluate all digits (Lemire, "Number
/// parsing at a gigabyte per second", 2021): a loop with a branch for each digit takes twice the
/// time.
private struct EightBytes {
  /// The bytes, the first of which is the lowest; a digit is its value.
  private let bytes: UInt64
  /// The highest bit of each byte that is no digit; behind one that is not ASCII maybe of others.
  private let others: UInt64

  @inline(__always)
  init(_ text: UInt64) {
    bytes = text ^ 0x3030_3030_3030_3030
    others = (bytes &+ 0x7676_7676_7676_7676 | bytes) & 0x8080_8080_8080_8080
  }

  /// The number of digits at the beginning.
  @inline(__always)
  var digits: Int { others.trailingZeroBitCount >> 3 }

  /// The integer in the first `digits` digits, at least one.
  @inline(__always)
  func number(digits: Int) -> UInt64 { Self.number(bytes, digits) }

  /// The digits at the beginning as a whole number, with a point between two of them or without.
  ///
  /// - Returns: the number, the number of fraction digits, and the length in bytes; a length of 8
  ///   means that the number may go on. Nil for other text
  @inline(__always)
  var decimal: (number: UInt64, fraction: Int, length: Int)? {
    let whole = digits
    guard whole > 0 else { return nil }
    let bits = UInt64(truncatingIfNeeded: 8 * whole)
    guard whole < 8, UInt8(truncatingIfNeeded: bytes &>> bits) == UInt8(ascii: ".") ^ 0x30 else {
      return (number(digits: whole), 0, whole)
    }
    let length = (others & (others &- 1)).trailingZeroBitCount >> 3
    guard length > whole + 1 else { return nil }
    // The digits behind the point move up to those before it.
    let mask: UInt64 = 1 &<< bits &- 1
    let digits = bytes & mask | bytes &>> 8 & ~mask
    return (Self.number(digits, length - 1), length - 1 - whole, length)
  }

  @inline(__always)
  private static func number(_ bytes: UInt64, _ digits: Int) -> UInt64 {
    // Zeros go in front, and what is behind the digits goes away.
    let bytes = bytes &<< UInt64(truncatingIfNeeded: 64 - 8 * digits)
    // The first of two neighbors counts ten times; then the four pairs are added up.
    let pairs = bytes &* 10 &+ bytes &>> 8
    let mask: UInt64 = 0xFF_0000_00FF
    return
      ((pairs & mask) &* (100 + 1_000_000 << 32)
      &+ (pairs &>> 16 & mask) &* (1 + 10_000 << 32)) &>> 32
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
]

/// The powers of ten up to that of eight digits.
private let wholePowersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]
