// SPDX-License-Identifier: Apache-2.0

/// The columns of a recording, in the order of its header.
struct RecordingColumns: Hashable, Sendable {
  let count: Int
  /// The fields of the timestamp, x, y and z, counted from 0.
  let timestamp: Int
  let x: Int
  let y: Int
  let z: Int
  /// A Boolean value that indicates whether the header is ``RecordingFormat/header``: no further
  /// columns, and no other order.
  let isUsual: Bool

  /// Reads the header.
  init(header text: Span<UInt8>, isFirstLine: Bool) throws(LineError) {
    let fields = text.fields(text.contents(isFirstLine: isFirstLine))
    let names = fields.map { text.text($0) ?? "" }
    // A line without any of the names is another program's header, or no header at all.
    guard names.contains(where: { RecordingFormat.columns.contains($0) }) else {
      throw LineError(
        at: 0, text.isTableHeader ? .foreignHeader(with: text.oddities) : .headerExpected)
    }
    func place(_ name: String) throws(LineError) -> Int {
      guard let place = names.firstIndex(of: name), let last = names.lastIndex(of: name) else {
        throw LineError(at: 0, .columnMissing(name))
      }
      guard place == last else { throw LineError(at: fields[last].lowerBound, .columnTwice(name)) }
      return place
    }
    count = fields.count
    timestamp = try place("timestamp_ns")
    x = try place("x")
    y = try place("y")
    z = try place("z")
    isUsual = count == 4 && [timestamp, x, y, z] == [0, 1, 2, 3]
  }

  /// A Boolean value that indicates whether `text` starts like a header.
  static func isHeader(_ text: Span<UInt8>) -> Bool {
    text.fields(text.contents(isFirstLine: true)).first.flatMap { text.text($0) }
      .map { RecordingFormat.columns.contains($0) } ?? false
  }

  /// Reads a line of readings without bytes behind it: in one pass if the line is plain.
  ///
  /// - Parameters:
  ///   - text: the line, without its newline
  ///   - last: the timestamp of the line before, if there is one
  /// - Returns: the reading
  /// - Throws: the mistake in the line
  func reading(in text: Span<UInt8>, after last: Timestamp?) throws(LineError) -> Reading {
    var line = text.indices.map { text[$0] } + [UInt8(ascii: "\n")]
    line += repeatElement(0, count: Self.plainRoom)
    var end = 0
    guard let reading = plainReading(in: line.span, at: &end),
      RecordingFormat.admits(reading, after: last)
    else { return try exactReading(in: text, after: last) }
    return reading
  }

  /// Reads a line of readings, however its numbers are written.
  ///
  /// - Parameters:
  ///   - text: the line
  ///   - last: the timestamp of the line before, if there is one
  /// - Returns: the reading
  /// - Throws: the mistake in the line
  func exactReading(in text: Span<UInt8>, after last: Timestamp?) throws(LineError) -> Reading {
    guard !text.trimmed(0..<text.count).isEmpty else { throw LineError(at: 0, .emptyLine) }
    if text[0] == UInt8(ascii: "#") { throw LineError(at: 0, .commentAmongReadings) }
    let fields = text.fields(0..<text.count)
    guard fields.count == count else {
      throw LineError(at: 0, .fieldCount(expected: count, found: fields.count))
    }
    return Reading(
      timestamp: try text.timestamp(fields[timestamp], after: last),
      acceleration: SIMD3(
        try text.acceleration(fields[x]), try text.acceleration(fields[y]),
        try text.acceleration(fields[z])))
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether this looks like a table's header: three names or more,
  /// and no number among them.
  fileprivate var isTableHeader: Bool {
    [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains { separator in
      let names = (0..<count).split(omittingEmptySubsequences: false) { self[$0] == separator }
      return names.count >= 3 && names.allSatisfy { decimal(trimmed($0)) == nil }
    }
  }

  fileprivate var oddities: [RecordingError.Oddity] {
    RecordingError.Oddity.allCases.filter { oddity in
      (0..<count).contains { index in
        switch oddity {
        case .quotes: self[index] == UInt8(ascii: "\"")
        case .semicolons: self[index] == UInt8(ascii: ";")
        case .tabs: self[index] == UInt8(ascii: "\t")
        case .capitals: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self[index])
        }
      }
    }
  }

  fileprivate func timestamp(
    _ range: Range<Int>, after last: Timestamp?
  ) throws(LineError) -> Timestamp {
    guard let nanoseconds = integer(range) else {
      throw LineError(at: range.lowerBound, .notATimestamp)
    }
    let timestamp = Timestamp(nanoseconds: nanoseconds)
    guard timestamp.isPlausible else { throw LineError(at: range.lowerBound, .timeTooLarge) }
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
