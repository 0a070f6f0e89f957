import MotionCore
import SwiftCSV

/// A recording and what a person says it holds: one row of an `index.csv`.
///
/// The columns read:
/// - `file`, relative to the index;
/// - `is_shake`: 1, 0, or anything else for motions that are scored neither way;
/// - `shake_intervals_s`, where `is_shake` is 1: `start-end` in seconds from the first reading,
///   several separated by `;`;
/// - `duration_s`: from the first reading to the last, so that a file that was cut is noticed;
/// - `source`: where it comes from; recordings of one source resemble each other;
/// - `label_original`, if there is such a column: in the words of whoever recorded it.
///
/// Further columns are ignored.
public struct LabelledRecording: Hashable, Sendable {
  /// What the recording holds.
  public enum Content: Hashable, Sendable {
    /// A person shakes the device by hand, at these times (seconds from the first reading).
    case shake([ClosedRange<Double>])
    /// Any other motion.
    case other
    /// Shake-like on purpose: not scored.
    case ambiguous
  }

  /// The file, relative to the index.
  public var file: String
  /// What it holds.
  public var content: Content
  /// How long it lasts, in seconds.
  public var duration: Double
  /// Where it comes from.
  public var source: String
  /// What it holds, in the words of whoever recorded it; empty if that is not known.
  public var words: String

  /// Reads the rows of an index.
  ///
  /// - Parameter text: the text of an `index.csv`
  /// - Returns: one recording a row, in order
  /// - Throws: an ``IndexError`` naming the row and what is wrong with it
  public static func index(parsing text: String) throws -> [LabelledRecording] {
    let table = try CSV<Named>(string: text)
    guard !table.rows.isEmpty else { throw IndexError(row: 1, problem: "no recordings") }
    for column in ["file", "is_shake", "shake_intervals_s", "duration_s", "source"]
    where !table.header.contains(column) {
      throw IndexError(row: 1, problem: "no column '\(column)'")
    }
    return try table.rows.enumerated().map { index, row in
      do { return try LabelledRecording(row) } catch let error as IndexError {
        throw IndexError(row: index + 2, problem: error.problem)
      }
    }
  }

  private init(_ row: [String: String]) throws {
    file = row["file"] ?? ""
    guard !file.isEmpty else { throw IndexError(row: 0, problem: "no file") }
    source = row["source"] ?? ""
    guard !source.isEmpty else { throw IndexError(row: 0, problem: "no source") }
    guard !(file + source).contains(where: \.isNewline) else {
      throw IndexError(row: 0, problem: "a line break within a field; is a quote missing?")
    }
    words = row["label_original"] ?? ""
    let length = row["duration_s"] ?? ""
    guard let seconds = Double(length), (0..<1e9).contains(seconds) else {
      throw IndexError(row: 0, problem: "duration_s '\(length)' is not a number of seconds")
    }
    duration = seconds
    switch row["is_shake"] {
    case "1":
      let intervals = (row["shake_intervals_s"] ?? "").split(separator: ";")
      guard !intervals.isEmpty else { throw IndexError(row: 0, problem: "no shake_intervals_s") }
      content = .shake(try intervals.map(Self.interval))
    case "0":
      content = .other
    default:
      content = .ambiguous
    }
  }

  private static func interval(_ text: Substring) throws -> ClosedRange<Double> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start <= end, end < 1e6 else {
      throw IndexError(row: 0, problem: "shake_intervals_s '\(text)' is not 'start-end'")
    }
    return start...end
  }
}

/// What is wrong with a row of an index.
public struct IndexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The row, counted from 1, the header included.
  public var row: Int
  /// What is wrong.
  public var problem: String

  /// The row and what is wrong with it.
  public var description: String { "row \(row): \(problem)" }
}
