// SPDX-License-Identifier: Apache-2.0

/// A line of a recording as bytes, without its newline.
extension Span where Element == UInt8 {
  /// The range without the byte order mark, if this is the file's first line and has one.
  package func contents(isFirstLine: Bool) -> Range<Int> {
    let hasMark =
      isFirstLine && count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
    return (hasMark ? 3 : 0)..<count
  }

  /// The fields in `range`, separated by commas, each without the blanks around it.
  package func fields(_ range: Range<Int>) -> [Range<Int>] {
    range.split(omittingEmptySubsequences: false) { self[$0] == UInt8(ascii: ",") }
      .map { trimmed($0) }
  }

  /// `range` without blanks, tabs and carriage returns at its ends.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper && self[lower].isBlank { lower += 1 }
    while lower < upper && self[upper - 1].isBlank { upper -= 1 }
    return lower..<upper
  }

  /// The bytes of `range` as text; nil if they are not UTF-8.
  package func text(_ range: Range<Int>) -> String? {
    String(validating: range.map { self[$0] }, as: UTF8.self)
  }

  /// The whole number in `range`; nil for other text, or if it does not fit into 64 bits.
  package func integer(_ range: Range<Int>) -> Int64? {
    text(range).flatMap { Int64($0) }
  }

  /// The decimal number in `range`, correctly rounded; nil for other text.
  package func decimal(_ range: Range<Int>) -> Double? {
    // The standard library also parses hexadecimal numbers, infinity and NaN.
    guard range.allSatisfy({ self[$0].isPartOfDecimal }) else { return nil }
    return text(range).flatMap { Double($0) }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }

  fileprivate var isPartOfDecimal: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
