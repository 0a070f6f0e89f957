/// A line of a recording as bytes, without its newline.
extension Span where Element == UInt8 {
  /// The range without the byte order mark, if this is the file's first line and has one.
  func contents(isFirstLine: Bool) -> Range<Int> {
    let hasMark =
      isFirstLine && count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
    return (hasMark ? 3 : 0)..<count
  }

  /// The end of the field that starts at `start`: the next comma, or the end of the line.
  func endOfField(from start: Int) -> Int {
    var index = start
    while index < count && self[index] != UInt8(ascii: ",") { index += 1 }
    return index
  }

  /// `range` without blanks, tabs and carriage returns at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper && self[lower].isBlank { lower += 1 }
    while lower < upper && self[upper - 1].isBlank { upper -= 1 }
    return lower..<upper
  }

  /// How many fields there are.
  var fieldCount: Int {
    var fields = 1
    for index in indices where self[index] == UInt8(ascii: ",") { fields += 1 }
    return fields
  }

  /// The bytes of `range` as text, or nil if they are not UTF-8.
  func text(_ range: Range<Int>) -> String? {
    String(validating: range.map { self[$0] }, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
