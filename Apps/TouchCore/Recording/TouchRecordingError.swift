// SPDX-License-Identifier: Apache-2.0

/// A mistake in a recording of touches, with its line and column.
///
/// Its ``description`` is `line:column: problem`; put the file's name and a colon before it.
public struct TouchRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
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

  /// The reasons why text fails to be a recording of touches.
  public enum Problem: Hashable, Sendable {
    /// There are only comments, or nothing at all.
    case headerMissing
    /// A line that is neither comment nor header came before the header.
    case headerExpected
    /// The header lacks this column.
    case columnMissing(String)
    /// The header has this column twice.
    case columnTwice(String)
    /// A comment came after the header.
    case commentAmongChanges
    /// A comment is not UTF-8.
    case notUTF8
    /// There are more lines before the header than a recording has.
    case tooManyNotes(limit: Int)
    /// A line between changes is empty.
    case emptyLine
    /// A line is longer than a recording's can be.
    case lineTooLong(limit: Int)
    /// A line has another number of fields than the header.
    case fieldCount(expected: Int, found: Int)
    /// A timestamp is not a whole number of 64 bits.
    case notATimestamp
    /// A timestamp is earlier than the one before.
    case earlier(than: Int64)
    /// A finger is not a whole number of 32 bits.
    case notAFinger
    /// A change is neither down, move, up nor cancel.
    case notAChange
    /// A coordinate is not a finite decimal number.
    case notANumber
    /// A coordinate is beyond ``Point/limit``.
    case tooLarge
    /// A finger that lifts or is cancelled has a coordinate.
    case placeOfAnEnd
    /// The last line has no end, so it may be cut.
    case lineCut
  }
}

extension TouchRecordingError.Problem: CustomStringConvertible {
  /// The mistake and its remedy, in one line.
  public var description: String {
    switch self {
    case .headerMissing:
      "no header; a recording of touches has the line \(TouchRecording.header) and then its changes"
    case .headerExpected:
      "not a recording of touches; expected a '# key: value' line or the header "
        + TouchRecording.header
    case .columnMissing(let name):
      "the header has no column '\(name)'; it needs \(TouchRecording.header), in any order"
    case .columnTwice(let name):
      "the header has the column '\(name)' twice; remove or rename one"
    case .commentAmongChanges:
      "a comment among the changes; comments come before the header"
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
    case .earlier(let previous):
      "earlier than the change before, at \(previous) ns"
    case .notAFinger:
      "not a finger; expected a whole number of 32 bits"
    case .notAChange:
      "not a change; expected down, move, up or cancel"
    case .notANumber:
      "not a number; expected a finite decimal number of points"
    case .tooLarge:
      "beyond \(Int(Point.limit)) points; no panel is as large"
    case .placeOfAnEnd:
      "a finger that lifts or is cancelled has no place; leave x and y empty"
    case .lineCut:
      "the last line has no end, so it may be cut; end it with a newline if it is whole"
    }
  }
}
