/// Numbers in text, parsed in place.
extension Span where Element == UInt8 {
  /// The whole number in `range`, or nil if there is none or it does not fit into 64 bits.
  func integer(_ range: Range<Int>) -> Int64? {
    var scan = range
    let negative = takeSign(&scan)
    guard !scan.isEmpty else { return nil }
    var value: Int64 = 0
    for index in scan {
      guard let digit = digit(at: index) else { return nil }
      // Counted downwards: the smallest number has no positive counterpart.
      let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow) = tens.subtractingReportingOverflow(Int64(digit))
      guard !tooLarge, !overflow else { return nil }
      value = next
    }
    if negative { return value }
    return value == .min ? nil : -value
  }

  /// The decimal number in `range`, correctly rounded, or nil if it is not one.
  ///
  /// A significand below 2⁵³ and a power of ten up to 10²² are both exact, so one multiplication or
  /// division rounds correctly (Clinger, "How to read floating point numbers accurately", 1990).
  /// The standard library takes the rest.
  func decimal(_ range: Range<Int>) -> Double? {
    var scan = range
    let negative = takeSign(&scan)
    var significand: UInt64 = 0
    let whole = takeDigits(&scan, into: &significand)
    var fraction = 0
    if takeByte(UInt8(ascii: "."), &scan) { fraction = takeDigits(&scan, into: &significand) }
    guard whole + fraction > 0 else { return nil }
    var exponent = 0
    if takeByte(UInt8(ascii: "e"), &scan) || takeByte(UInt8(ascii: "E"), &scan) {
      guard let written = integer(scan) else { return nil }
      exponent = Int(Swift.max(-9999, Swift.min(9999, written)))
      scan = scan.upperBound..<scan.upperBound
    }
    guard scan.isEmpty else { return nil }
    let power = exponent - fraction
    guard whole + fraction <= Self.exactDigits, powersOfTen.indices.contains(abs(power)) else {
      return text(range).flatMap { Double($0) }
    }
    let factor = powersOfTen[abs(power)]
    let value = power < 0 ? Double(significand) / factor : Double(significand) * factor
    return negative ? -value : value
  }

  /// So many digits are always below 2⁵³.
  private static var exactDigits: Int { 15 }

  private func digit(at index: Int) -> UInt8? {
    let digit = self[index] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// Takes a sign off the front; whether it was a minus.
  private func takeSign(_ scan: inout Range<Int>) -> Bool {
    if takeByte(UInt8(ascii: "-"), &scan) { return true }
    _ = takeByte(UInt8(ascii: "+"), &scan)
    return false
  }

  private func takeByte(_ byte: UInt8, _ scan: inout Range<Int>) -> Bool {
    guard !scan.isEmpty, self[scan.lowerBound] == byte else { return false }
    scan = scan.lowerBound + 1..<scan.upperBound
    return true
  }

  /// Takes digits off the front, appends them to `value` (which may wrap), and counts them.
  private func takeDigits(_ scan: inout Range<Int>, into value: inout UInt64) -> Int {
    var index = scan.lowerBound
    while index < scan.upperBound, let digit = digit(at: index) {
      value = value &* 10 &+ UInt64(digit)
      index += 1
    }
    defer { scan = index..<scan.upperBound }
    return index - scan.lowerBound
  }
}

/// The powers of ten that a `Double` holds exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
