import MotionCore
import SwiftCSV

/// A recording and its label: one row of an `index.csv`.
///
/// The columns read:
/// - `file`, relative to the index;
/// - `is_shake`: 1, 0, or anything else for motions that are scored neither way;
/// - `shake_intervals_s`, where `is_shake` is 1: `start-end` in seconds from the first reading,
///   several separated by `;`;
/// - `duration_s`: from the first reading to the last, so that a file that was cut is noticed;
/// - `source`: its origin; recordings of one source resemble each other;
/// - `label_original`, if there is such a column: the label of its author;
/// - `category`, if there is one: the kind of motion;
/// - `set`, if there is one: recordings that came at the same time; sets are ordered by name;
/// - `subject`, if there is one: the person who moved the device.
///
/// Further columns are ignored.
public struct LabelledRecording: Hashable, Sendable {
  /// The content of a recording.
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
  /// The content.
  public var content: Content
  /// The duration in seconds.
  public var duration: Double
  /// The origin.
  public var source: String
  /// The label of its author; empty if that is not known.
  public var words: String
  /// The kind of motion, such as `walking`; empty if that is not known.
  public var category: String
  /// The set it came with; empty if there are none.
  public var set: String
  /// The person who moved the device; empty if that is not known.
  public var subject: String

  /// Kinds of motion that resemble a shake while they last: strong, sudden, back and forth.
  private static let hardCategories: Set = [
    "strong_gesture", "strong_stroke", "jumping", "jumping_jacks", "clapping", "fall", "stumble",
    "tennis", "twist", "exercise", "chaotic",
  ]

  /// True if it is of a kind of motion that resembles a shake; otherwise it is everyday life.
  public var isHard: Bool { Self.hardCategories.contains(category) }

  /// Reads the rows of an index.
  ///
  /// - Parameter text: the text of an `index.csv`
  /// - Returns: one recording a row, in order
  /// - Throws: an ``IndexError`` with the row and the mistake
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
    category = row["category"] ?? ""
    set = row["set"] ?? ""
    subject = row["subject"] ?? ""
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

/// A mistake in a row of an index.
public struct IndexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The row, counted from 1, the header included.
  public var row: Int
  /// The mistake.
  public var problem: String

  /// The row and the mistake.
  public var description: String { "row \(row): \(problem)" }
}
