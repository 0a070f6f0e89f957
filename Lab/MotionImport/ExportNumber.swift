// SPDX-License-Identifier: Apache-2.0

/// An exact decimal number of an export: a time in nanoseconds since 1970 keeps all digits.
struct ExportNumber: Hashable {
  /// The value is `significand` times ten to the power of `exponent`.
  private var significand: Int64
  private var exponent: Int

  /// Parses a number such as `-1.25`, `1,25` or `1.250000000E-1`.
  ///
  /// Nil for other texts, or if the digits before the decimal mark overflow 64 bits.
  init?(_ text: ArraySlice<UInt8>, hasDecimalComma: Bool) {
    self.init(text.span, hasDecimalComma: hasDecimalComma)
  }

  /// The same of bytes that are not counted.
  init?(_ bytes: Span<UInt8>, hasDecimalComma: Bool) {
    let mark = hasDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
    var (index, isNegative) = (0, false)
    if !bytes.isEmpty, bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+") {
      isNegative = bytes[0] == UInt8(ascii: "-")
      index = 1
    }
    var (value, digits, scale, hasMark) = (Int64(0), 0, 0, false)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == mark, !hasMark {
        hasMark = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        digits += 1
        let digit = Int64(byte - UInt8(ascii: "0"))
        let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, tooMuch) = product.addingReportingOverflow(digit)
        if !tooLarge, !tooMuch {
          value = sum
          if hasMark { scale -= 1 }
        } else if !hasMark {
          return nil
        }
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    if index < bytes.count {
      guard bytes[index] == UInt8(ascii: "e") || bytes[index] == UInt8(ascii: "E"),
        let power = Int(
          String(decoding: (index + 1..<bytes.count).map { bytes[$0] }, as: UTF8.self)),
        (-399...399).contains(power)
      else { return nil }
      scale += power
    }
    significand = isNegative ? -value : value
    exponent = scale
  }

  /// The nearest floating-point number.
  var double: Double {
    // Below 2⁵³ and 10²² both are exact, so one division rounds correctly; the standard library
    // handles the other cases.
    if significand.magnitude < 1 << 53, (-15...0).contains(exponent) {
      return Double(significand) / Self.powersOfTen[-exponent]
    }
    guard (-19 ... -1).contains(exponent) else {
      return Double("\(significand)e\(exponent)") ?? 0
    }
    return significand < 0 ? -quotient : quotient
  }

  /// The quotient of more digits than a double has and a power of ten, correctly rounded: all of
  /// its bits but the last are exact, and that one says if there are more.
  private var quotient: Double {
    var power: UInt64 = 1
    for _ in 0..<(-exponent) { power *= 10 }
    let (whole, rest) = (UInt128(significand.magnitude) << 65).quotientAndRemainder(
      dividingBy: UInt128(power))
    let excess = max(0, 66 - whole.leadingZeroBitCount)
    let isMore = rest != 0 || whole & (UInt128(1) << UInt128(excess) - 1) != 0
    let bits = Int64(truncatingIfNeeded: whole >> UInt128(excess)) | (isMore ? 1 : 0)
    return Double(sign: .plus, exponent: excess - 65, significand: Double(bits))
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The number times ten to the power of `power`, as a whole number; nil if it does not fit.
  func integer(timesTenTo power: Int) -> Int64? {
    var value = significand
    var rest = exponent + power
    while rest > 0, value != 0 {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      guard !isTooLarge else { return nil }
      value = product
      rest -= 1
    }
    // The last division rounds; the earlier ones drop digits below half a unit.
    while rest < -1, value != 0 {
      value /= 10
      rest += 1
    }
    guard rest == -1 else { return value }
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: 10)
    return quotient + (remainder >= 5 ? 1 : remainder <= -5 ? -1 : 0)
  }
}
