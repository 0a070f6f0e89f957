/// Which field of a line is which, as the header says.
struct RecordingColumns: Hashable, Sendable {
  private let count: Int
  /// The fields of the timestamp, x, y and z, counted from 0.
  private let timestamp: Int
  private let x: Int
  private let y: Int
  private let z: Int

  /// Reads the header.
  init(header text: Span<UInt8>, isFirstLine: Bool) throws(LineError) {
    let contents = text.contents(isFirstLine: isFirstLine)
    var found = [Int?](repeating: nil, count: RecordingFormat.columns.count)
    var field = 0
    var start = contents.lowerBound
    while start <= contents.upperBound {
      let end = text.endOfField(from: start)
      let name = text.trimmed(start..<end)
      if let column = RecordingFormat.columns.firstIndex(of: text.text(name) ?? "") {
        guard found[column] == nil else {
          throw LineError(at: name.lowerBound, .columnTwice(RecordingFormat.columns[column]))
        }
        found[column] = field
      }
      field += 1
      start = end + 1
    }
    count = field
    // A line with none of the names is no header at all.
    guard found.contains(where: { $0 != nil }) else { throw LineError(at: 0, .headerExpected) }
    func place(_ column: Int) throws(LineError) -> Int {
      guard let place = found[column] else {
        throw LineError(at: 0, .columnMissing(RecordingFormat.columns[column]))
      }
      return place
    }
    timestamp = try place(0)
    x = try place(1)
    y = try place(2)
    z = try place(3)
  }

  /// Whether `text` starts like a header.
  static func isHeader(_ text: Span<UInt8>) -> Bool {
    let start = text.contents(isFirstLine: true).lowerBound
    let field = text.trimmed(start..<text.endOfField(from: start))
    return text.text(field).map { RecordingFormat.columns.contains($0) } ?? false
  }

  /// Reads a line of readings.
  ///
  /// - Parameters:
  ///   - text: the line
  ///   - last: the timestamp of the line before, if there is one
  /// - Returns: the reading
  /// - Throws: what is wrong with the first bad field
  func reading(in text: Span<UInt8>, after last: Timestamp?) throws(LineError) -> Reading {
    guard !text.trimmed(0..<text.count).isEmpty else { throw LineError(at: 0, .emptyLine) }
    if text[0] == UInt8(ascii: "#") { throw LineError(at: 0, .commentAmongReadings) }
    guard text.fieldCount == count else {
      throw LineError(at: 0, .fieldCount(expected: count, found: text.fieldCount))
    }
    var reading = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
    var start = 0
    for field in 0..<count {
      let end = text.endOfField(from: start)
      let range = text.trimmed(start..<end)
      if field == timestamp {
        reading.timestamp = try text.timestamp(range, after: last)
      } else if field == x {
        reading.acceleration.x = try text.acceleration(range)
      } else if field == y {
        reading.acceleration.y = try text.acceleration(range)
      } else if field == z {
        reading.acceleration.z = try text.acceleration(range)
      }
      start = end + 1
    }
    return reading
  }
}

extension Span where Element == UInt8 {
  fileprivate func timestamp(
    _ range: Range<Int>, after last: Timestamp?
  ) throws(LineError) -> Timestamp {
    guard let nanoseconds = integer(range) else {
      throw LineError(at: range.lowerBound, .notATimestamp)
    }
    let timestamp = Timestamp(nanoseconds: nanoseconds)
    if let last, timestamp <= last {
      throw LineError(at: range.lowerBound, .notLater(than: last.nanoseconds))
    }
    return timestamp
  }

  fileprivate func acceleration(_ range: Range<Int>) throws(LineError) -> Double {
    guard let value = decimal(range), value.isFinite else {
      throw LineError(at: range.lowerBound, .notANumber)
    }
    guard abs(value) <= Reading.limit else { throw LineError(at: range.lowerBound, .tooLarge) }
    return value
  }
}
