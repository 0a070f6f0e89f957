// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension TouchRecording {
  /// Parses a whole recording.
  ///
  /// Nothing is skipped.
  ///
  /// - Parameter bytes: UTF-8 text in the format of ``TouchRecording``
  /// - Throws: the mistake in the first bad line
  public init(parsing bytes: Span<UInt8>) throws(TouchRecordingError) {
    var parser = TouchRecordingParser()
    var (start, line) = (0, 1)
    func located(_ mistake: Mistake) -> TouchRecordingError {
      TouchRecordingError(line: line, column: mistake.offset + 1, problem: mistake.problem)
    }
    while let end = (start..<bytes.count).first(where: { bytes[$0] == UInt8(ascii: "\n") }) {
      do throws(Mistake) {
        try parser.parse(bytes.extracting(start..<end), isFirstLine: line == 1)
      } catch { throw located(error) }
      (start, line) = (end + 1, line + 1)
    }
    guard start == bytes.count else { throw located(Mistake(at: bytes.count - start, .lineCut)) }
    guard parser.columns != nil else { throw located(Mistake(at: 0, .headerMissing)) }
    self.init(notes: parser.notes, frames: parser.frames)
  }
}

/// A mistake in one line.
private struct Mistake: Error {
  /// The byte within the line, counted from 0.
  var offset: Int
  var problem: TouchRecordingError.Problem

  init(at offset: Int, _ problem: TouchRecordingError.Problem) {
    (self.offset, self.problem) = (offset, problem)
  }
}

/// The lines of a recording so far.
private struct TouchRecordingParser {
  var notes: [RecordingNote] = []
  var frames: [TouchFrame] = []
  /// Nil before the header.
  var columns: Columns?

  mutating func parse(_ text: Span<UInt8>, isFirstLine: Bool) throws(Mistake) {
    guard text.count <= RecordingFormat.longestLine else {
      throw Mistake(at: 0, .lineTooLong(limit: RecordingFormat.longestLine))
    }
    guard let columns else {
      let note: RecordingNote?
      do throws(LineError) {
        note = try RecordingNote(line: text, isFirstLine: isFirstLine)
      } catch { throw Mistake(at: 0, .notUTF8) }
      guard let note else {
        columns = try Columns(header: text, isFirstLine: isFirstLine)
        return
      }
      guard notes.count < RecordingFormat.mostNotes else {
        throw Mistake(at: 0, .tooManyNotes(limit: RecordingFormat.mostNotes))
      }
      notes.append(note)
      return
    }
    let (timestamp, change) = try columns.change(in: text, after: frames.last?.timestamp)
    if let last = frames.indices.last, frames[last].timestamp == timestamp {
      frames[last].changes.append(change)
    } else {
      frames.append(TouchFrame(timestamp: timestamp, changes: [change]))
    }
  }
}

/// The columns of a recording, in the order of its header.
private struct Columns {
  let count: Int
  let timestamp: Int
  let finger: Int
  let change: Int
  let x: Int
  let y: Int

  static let names = ["timestamp_ns", "finger", "change", "x", "y"]

  /// Reads the header.
  init(header text: Span<UInt8>, isFirstLine: Bool) throws(Mistake) {
    let fields = text.fields(text.contents(isFirstLine: isFirstLine))
    let names = fields.map { text.text($0) ?? "" }
    guard names.contains(where: { Self.names.contains($0) }) else {
      throw Mistake(at: 0, .headerExpected)
    }
    func place(_ name: String) throws(Mistake) -> Int {
      guard let place = names.firstIndex(of: name), let last = names.lastIndex(of: name) else {
        throw Mistake(at: 0, .columnMissing(name))
      }
      guard place == last else { throw Mistake(at: fields[last].lowerBound, .columnTwice(name)) }
      return place
    }
    count = fields.count
    timestamp = try place("timestamp_ns")
    finger = try place("finger")
    change = try place("change")
    x = try place("x")
    y = try place("y")
  }

  /// Reads a line of changes.
  ///
  /// - Parameters:
  ///   - text: the line
  ///   - last: the timestamp of the frame before, if there is one
  /// - Returns: the change, and its timestamp
  /// - Throws: the mistake in the line
  func change(
    in text: Span<UInt8>, after last: Timestamp?
  ) throws(Mistake) -> (Timestamp, TouchChange) {
    guard !text.trimmed(0..<text.count).isEmpty else { throw Mistake(at: 0, .emptyLine) }
    if text[0] == UInt8(ascii: "#") { throw Mistake(at: 0, .commentAmongChanges) }
    let fields = text.fields(0..<text.count)
    guard fields.count == count else {
      throw Mistake(at: 0, .fieldCount(expected: count, found: fields.count))
    }
    guard let nanoseconds = text.integer(fields[timestamp]) else {
      throw Mistake(at: fields[timestamp].lowerBound, .notATimestamp)
    }
    if let last, nanoseconds < last.nanoseconds {
      throw Mistake(at: fields[timestamp].lowerBound, .earlier(than: last.nanoseconds))
    }
    guard let number = text.integer(fields[finger]).flatMap({ Int32(exactly: $0) }) else {
      throw Mistake(at: fields[finger].lowerBound, .notAFinger)
    }
    let kind: TouchChange.Kind
    switch text.text(fields[change]) {
    case "down": kind = .down(try place(in: text, fields))
    case "move": kind = .move(try place(in: text, fields))
    case "up":
      try checkNoPlace(fields)
      kind = .up
    case "cancel":
      try checkNoPlace(fields)
      kind = .cancel
    default: throw Mistake(at: fields[change].lowerBound, .notAChange)
    }
    return (Timestamp(nanoseconds: nanoseconds), TouchChange(number, kind))
  }

  private func place(in text: Span<UInt8>, _ fields: [Range<Int>]) throws(Mistake) -> Point {
    func coordinate(_ field: Range<Int>) throws(Mistake) -> Double {
      guard let value = text.decimal(field), value.isFinite else {
        throw Mistake(at: field.lowerBound, .notANumber)
      }
      guard abs(value) <= Point.limit else { throw Mistake(at: field.lowerBound, .tooLarge) }
      return value
    }
    return Point(x: try coordinate(fields[x]), y: try coordinate(fields[y]))
  }

  private func checkNoPlace(_ fields: [Range<Int>]) throws(Mistake) {
    for field in [fields[x], fields[y]] where !field.isEmpty {
      throw Mistake(at: field.lowerBound, .placeOfAnEnd)
    }
  }
}
