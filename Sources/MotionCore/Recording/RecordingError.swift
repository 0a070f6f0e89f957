// SPDX-License-Identifier: Apache-2.0

/// A mistake in a recording, with its line and column.
///
/// Its ``description`` is `line:column: problem`; put the file's name and a colon before it.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int
  /// The byte within the line, counted from 1.
  public var column: Int
  /// The mistake.
  public var problem: Problem

  /// An error at `line` and `column`, both counted from 1.
  public init(line: Int, column: Int, problem: Problem) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// Line, column and mistake, such as `3:1: an empty line; remove it`.
  public var description: String {
    "\(line):\(column): \(problem)"
  }

  /// The mistakes that keep text from being a recording.
  public enum Problem: Hashable, Sendable {
    /// The text has only comments, or nothing at all.
    case headerMissing
    /// A line that is neither comment nor header came before the header.
    case headerExpected
    /// Another program's header came in place of a recording's header; its oddities show it.
    case foreignHeader(with: [Oddity])
    /// The header lacks this column.
    case columnMissing(String)
    /// The header has this column twice.
    case columnTwice(String)
    /// A comment came after the header.
    case commentAmongReadings
    /// A comment is not UTF-8.
    case notUTF8
    /// There are more lines before the header than a recording has.
    case tooManyNotes(limit: Int)
    /// A line between readings is empty.
    case emptyLine
    /// A line is longer than a recording's can be.
    case lineTooLong(limit: Int)
    /// A line has another number of fields than the header.
    case fieldCount(expected: Int, found: Int)
    /// A timestamp is not a whole number of 64 bits.
    case notATimestamp
    /// An acceleration is not a finite decimal number.
    case notANumber
    /// An acceleration is beyond ``Reading/limit``.
    case tooLarge
    /// A timestamp is beyond ``Timestamp/limit``.
    case timeTooLarge
    /// A timestamp is not later than the one before.
    case notLater(than: Int64)
    /// The last line has no end, so it may be cut.
    case lineCut
  }
}

extension RecordingError {
  /// Something in a header that no recording's header has.
  public enum Oddity: String, Hashable, Sendable, CaseIterable {
    /// Quotes around names.
    case quotes
    /// Semicolons between names.
    case semicolons
    /// Tabs between names.
    case tabs
    /// Capital letters.
    case capitals
  }
}

extension RecordingError.Problem: CustomStringConvertible {
  /// The mistake and its remedy, in one line.
  public var description: String {
    switch self {
    case .headerMissing:
      "no header; a recording has the line \(RecordingFormat.header) and then its readings"
    case .headerExpected:
      "not a recording; expected a '# key: value' line or the header \(RecordingFormat.header)"
    case .foreignHeader(let oddities):
      "not the header of a recording, which is \(RecordingFormat.header)"
        + (oddities.isEmpty
          ? "" : ", without \(oddities.map { $0.rawValue }.joined(separator: " and "))")
        + "; 'motion-lab import' makes a recording of what an app exported"
    case .columnMissing(let name):
      "the header has no column '\(name)'; it needs \(RecordingFormat.header), in any order"
        + " ('motion-lab import' takes other headers)"
    case .columnTwice(let name):
      "the header has the column '\(name)' twice; remove or rename one"
    case .commentAmongReadings:
      "a comment among the readings; comments come before the header"
    case .notUTF8:
      "the comment is not UTF-8; convert the file"
    case .tooManyNotes(let limit):
      "more than \(limit) lines before the header; this is not a recording"
    case .emptyLine:
      "an empty line; remove it"
    case .lineTooLong(let limit):
      "a line of more than \(limit) bytes; this is not a recording"
    case .fieldCount(let expected, let found):
      "\(found) \(found == 1 ? "field" : "fields") where the header has \(expected) (there are no quotes)"
    case .notATimestamp:
      "not a timestamp; expected a whole number of nanoseconds"
    case .notANumber:
      "not a number; expected a finite decimal number of m/s²"
    case .tooLarge:
      "beyond \(Int(Reading.limit)) m/s²; no accelerometer measures that (is the unit m/s²?)"
    case .timeTooLarge:
      "a time of more than 146 years (2⁶² ns); expected nanoseconds since 1970, or since any later moment"
    case .notLater(let previous):
      "not later than the reading before, at \(previous) ns"
    case .lineCut:
      "the last line has no end, so it may be cut; end it with a newline if it is whole"
    }
  }
}
