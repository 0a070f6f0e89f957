// SPDX-License-Identifier: Apache-2.0

/// A parser that takes a recording as its bytes arrive, in pieces of any size.
///
/// It skips nothing: the first line that breaks ``RecordingFormat`` throws, and so does every call
/// after it. A parser made with ``init(skippingBadLines:)`` leaves out bad lines among the
/// readings, and counts them.
public struct RecordingParser: Sendable {
  /// The lines before the header that have arrived.
  public private(set) var notes: [RecordingNote] = []

  /// The number of skipped bad lines.
  public private(set) var skipped = 0
  /// The mistake in the first skipped bad line, if any.
  public private(set) var firstSkipped: RecordingError?

  private let skipsBadLines: Bool
  private let passesAnyTime: Bool
  /// A Boolean value that indicates whether a line is under way that is too long, and to skip.
  private var isSkipping = false
  private var state = State.preamble
  /// The line under way, counted from 1.
  private var line = 1
  /// The start of a line whose end has not arrived.
  private var carry: [UInt8] = []

  private enum State: Sendable {
    case preamble
    case readings(RecordingColumns, last: Timestamp?)
    case failed(RecordingError)
  }

  /// A parser at the start of a recording.
  public init() {
    self.init(skippingBadLines: false)
  }

  /// A parser at the start of a recording.
  ///
  /// - Parameter skipping: true to skip bad lines among the readings; a bad header is an error all
  ///   the same
  public init(skippingBadLines skipping: Bool) {
    self.init(skippingBadLines: skipping, passingAnyTime: false)
  }

  /// A parser at the start of a recording, or of a program's output.
  ///
  /// - Parameters:
  ///   - skipping: true to skip bad lines among the readings
  ///   - passing: true to pass a reading with a time beyond ``Timestamp/limit`` on: each pipeline
  ///     drops and counts it; false to treat its line as bad
  package init(skippingBadLines skipping: Bool, passingAnyTime passing: Bool) {
    (skipsBadLines, passesAnyTime) = (skipping, passing)
  }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: any piece of the recording, cut anywhere
  ///   - body: called for each reading, in order
  /// - Throws: the mistake in the first bad line; `body` got the readings before it
  public mutating func parse(
    _ bytes: Span<UInt8>, _ body: (Reading) -> Void
  ) throws(RecordingError) {
    if case .failed(let error) = state { throw error }
    var start = takePlainLines(bytes, from: 0, body)
    while let end = (start..<bytes.count).first(where: { bytes[$0] == UInt8(ascii: "\n") }) {
      do throws(LineError) {
        try endLine(with: bytes.extracting(start..<end), body)
      } catch { try skip(error) }
      line += 1
      start = takePlainLines(bytes, from: end + 1, body)
    }
    guard !isSkipping else { return }
    do throws(LineError) {
      try keep(bytes.extracting(start..<bytes.count))
    } catch {
      try skip(error)
      isSkipping = true
    }
  }

  /// Takes the next bytes, and puts their readings at the beginning of `readings`: a third faster
  /// than one call for each reading.
  ///
  /// - Parameters:
  ///   - bytes: any piece of the recording, cut anywhere
  ///   - readings: gets the readings, in order, and grows as needed; its other elements mean
  ///     nothing
  ///   - count: gets the number of the readings
  /// - Throws: the mistake in the first bad line; readings before it are in `readings`
  package mutating func parse(
    _ bytes: Span<UInt8>, into readings: inout [Reading], count: inout Int
  ) throws(RecordingError) {
    // The shortest line, 0,0,0,0, has eight bytes; one more may have begun before.
    let most = bytes.count / 8 + 1
    if readings.count < most {
      let blank = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
      readings = Array(repeating: blank, count: most)
    }
    count = 0
    try readings.withUnsafeMutableBufferPointer { (buffer) throws(RecordingError) in
      try parse(bytes) { [buffer] reading in
        precondition(count < buffer.count)
        buffer[count] = reading
        count &+= 1
      }
    }
  }

  /// Leaves a bad line out, or fails.
  private mutating func skip(_ error: LineError) throws(RecordingError) {
    guard skipsBadLines, case .readings = state else { throw failed(error) }
    skipped += 1
    firstSkipped =
      firstSkipped
      ?? RecordingError(line: line, column: error.offset + 1, problem: error.problem)
    carry.removeAll(keepingCapacity: true)
  }

  /// Takes the end of the recording.
  ///
  /// - Throws: if it ends in the middle of a line, or has no header
  public mutating func finish() throws(RecordingError) {
    switch state {
    case .failed(let error):
      throw error
    case .preamble where carry.isEmpty:
      throw failed(LineError(at: 0, .headerMissing))
    case .readings where carry.isEmpty:
      return
    case .preamble:
      let isCut = RecordingNote.isNote(carry.span) || RecordingColumns.isHeader(carry.span)
      throw failed(isCut ? LineError(at: carry.count, .lineCut) : LineError(at: 0, .headerExpected))
    case .readings:
      try skip(LineError(at: carry.count, .lineCut))
    }
  }

  /// Takes the plain lines at the beginning, each in one pass: three times as fast as line by line.
  ///
  /// - Returns: the beginning of the first other line
  private mutating func takePlainLines(
    _ bytes: Span<UInt8>, from start: Int, _ body: (Reading) -> Void
  ) -> Int {
    guard carry.isEmpty, !isSkipping, case .readings(let columns, let before) = state else {
      return start
    }
    // Every plain timestamp is later than this one.
    var last = before ?? Timestamp(nanoseconds: .min)
    var (start, next, lines) = (start, start, 0)
    while let reading = columns.plainReading(in: bytes, at: &next),
      RecordingFormat.admits(reading, after: last)
    {
      (start, last, lines) = (next, reading.timestamp, lines &+ 1)
      body(reading)
    }
    line += lines
    if lines > 0 { state = .readings(columns, last: last) }
    return start
  }

  /// Takes the end of a line, without its newline.
  private mutating func endLine(
    with piece: Span<UInt8>, _ body: (Reading) -> Void
  ) throws(LineError) {
    if isSkipping {
      isSkipping = false
    } else if carry.isEmpty {
      try parseLine(piece, body)
    } else {
      try keep(piece)
      let whole = carry
      carry.removeAll(keepingCapacity: true)
      try parseLine(whole.span, body)
    }
  }

  /// Keeps the start of a line until the rest of it arrives.
  private mutating func keep(_ piece: Span<UInt8>) throws(LineError) {
    try checkLength(carry.count + piece.count)
    for index in piece.indices { carry.append(piece[index]) }
  }

  private func checkLength(_ length: Int) throws(LineError) {
    guard length <= RecordingFormat.longestLine else {
      throw LineError(at: 0, .lineTooLong(limit: RecordingFormat.longestLine))
    }
  }

  /// Parses a whole line, without its newline.
  private mutating func parseLine(
    _ text: Span<UInt8>, _ body: (Reading) -> Void
  ) throws(LineError) {
    try checkLength(text.count)
    switch state {
    case .preamble:
      if let note = try RecordingNote(line: text, isFirstLine: line == 1) {
        guard notes.count < RecordingFormat.mostNotes else {
          throw LineError(at: 0, .tooManyNotes(limit: RecordingFormat.mostNotes))
        }
        notes.append(note)
      } else {
        state = .readings(try RecordingColumns(header: text, isFirstLine: line == 1), last: nil)
      }
    case .readings(let columns, let last):
      do throws(LineError) {
        let reading = try columns.reading(in: text, after: last)
        state = .readings(columns, last: reading.timestamp)
        body(reading)
      } catch {
        guard passesAnyTime, error.problem == .timeTooLarge else { throw error }
        body(Reading(timestamp: Timestamp(nanoseconds: .max), acceleration: .zero))
      }
    case .failed:
      preconditionFailure("RecordingParser: parse() lets nothing pass once it failed")
    }
  }

  private mutating func failed(_ error: LineError) -> RecordingError {
    let error = RecordingError(line: line, column: error.offset + 1, problem: error.problem)
    state = .failed(error)
    return error
  }
}

/// A mistake in one line.
package struct LineError: Error {
  /// The byte within the line, counted from 0.
  var offset: Int
  var problem: RecordingError.Problem

  init(at offset: Int, _ problem: RecordingError.Problem) {
    self.offset = offset
    self.problem = problem
  }
}
