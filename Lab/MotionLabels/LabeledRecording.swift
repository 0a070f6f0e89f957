// SPDX-License-Identifier: Apache-2.0

import Commands
import LinuxSupport
import MotionCore

/// A recording and its label: one row of an `index.csv`.
///
/// The columns read:
/// - `file`, relative to the index;
/// - `motion`: the kind of motion that it holds, such as `freeFall` (or `free-fall`); any other
///   word, or nothing, for none that can be recognized. Without this column `is_shake` is needed;
/// - `intervals_s`: the times when that motion happens, `start-end` in seconds from the first
///   reading, several separated by `;`; or `event_times_s`: moments in seconds, separated by
///   blanks. Both may be missing;
/// - `events_expected`, if there is one: how often it happens; otherwise as often as there are
///   times, or once;
/// - `positive`, if there is one: 0 if the motion is named, but does not happen;
/// - `is_shake`: 1 is short for the motion `shake`, 0 for another motion; `ambiguous`, or nothing,
///   is a motion that is not scored as a shake;
/// - `shake_intervals_s`, where `is_shake` is 1: the same as `intervals_s`;
/// - `duration_s`: from the first reading to the last, so that a file that was cut is noticed;
///   needed beside `is_shake`;
/// - `source`: its origin, needed beside `is_shake`; recordings of one source resemble each other;
/// - `label` or `label_original`, if there is such a column: the label of its author;
/// - `category`, if there is one: the kind of motion in words;
/// - `set`, if there is one: recordings that came at the same time; sets are ordered by name;
/// - `place`, if there is one: where the device is, such as `held` or `wrist`.
///
/// Further columns are ignored.
public struct LabeledRecording: Hashable, Sendable {
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
  /// The content, as far as shakes are concerned.
  public var content: Content
  /// The motion that it holds; nil if none is named.
  public var motion: LabeledMotion?
  /// The duration in seconds; nil if the index has none.
  public var duration: Double?
  /// The origin.
  public var source: String
  /// The label of its author; empty if that is not known.
  public var words: String
  /// The kind of motion, such as `walking`; empty if that is not known.
  public var category: String
  /// The set it came with; empty if there are none.
  public var set: String
  /// The place of the device, such as `held` or `wrist`; empty if it is not known.
  public var place: String

  /// Kinds of motion that resemble a shake while they last: strong, sudden, back and forth.
  private static let hardCategories: Set = [
    "strong_gesture", "strong_stroke", "jumping", "jumping_jacks", "clapping", "fall", "stumble",
    "tennis", "twist", "exercise", "chaotic",
  ]

  /// The context of a false alarm in it: its category, or else its motion.
  public var context: String

  /// True if it is of a kind of motion that resembles a shake; otherwise it is everyday life.
  public var isHard: Bool { Self.hardCategories.contains(category) }

  /// True if motion in this context resembles a shake; otherwise it is everyday life.
  public static func isHard(_ context: String) -> Bool { hardCategories.contains(context) }

  /// Reads the rows of an index.
  ///
  /// - Parameter text: the text of an `index.csv`
  /// - Returns: one recording a row, in order
  /// - Throws: an ``IndexError`` with the row and the mistake
  public static func index(parsing text: String) throws -> [LabeledRecording] {
    let table = try IndexTable(parsing: text)
    guard !table.rows.isEmpty else { throw IndexError(row: 1, problem: "no recordings") }
    let needed =
      table.header.contains("motion")
      ? ["file"] : ["file", "is_shake", "shake_intervals_s", "duration_s", "source"]
    for column in needed where !table.header.contains(column) {
      throw IndexError(
        row: 1,
        problem:
          "no column '\(column)'; required are file and motion, or file, is_shake, shake_intervals_s, "
          + "duration_s and source")
    }
    return try table.rows.enumerated().map { index, row in
      do { return try LabeledRecording(row) } catch let error as IndexError {
        throw IndexError(row: index + 2, problem: error.problem)
      }
    }
  }

  private init(_ row: [String: String]) throws {
    file = row["file"] ?? ""
    guard !file.isEmpty else { throw IndexError(row: 0, problem: "no file") }
    let origin = row["source"] ?? ""
    guard !origin.isEmpty || row["motion"] != nil else {
      throw IndexError(row: 0, problem: "no source")
    }
    guard !(file + origin).contains(where: \.isNewline) else {
      throw IndexError(row: 0, problem: "a line break within a field; is a quote missing?")
    }
    // Other people's words, which reach a terminal.
    let row = row.mapValues(\.printable)
    source = row["source"] ?? ""
    words = row["label_original"] ?? row["label"] ?? ""
    category = row["category"] ?? ""
    set = row["set"] ?? ""
    place = row["place"] ?? ""
    if let length = row["duration_s"], !length.isEmpty || row["is_shake"] != nil {
      guard let seconds = Double(length), (0..<1e9).contains(seconds) else {
        throw IndexError(row: 0, problem: "duration_s '\(length)' is not a number of seconds")
      }
      duration = seconds
    }
    motion = try LabeledMotion(row)
    switch row["is_shake"] {
    case "1":
      let intervals = (row["shake_intervals_s"] ?? "").split(separator: ";")
      guard !intervals.isEmpty else { throw IndexError(row: 0, problem: "no shake_intervals_s") }
      let times = try intervals.map { try Self.interval($0, of: "shake_intervals_s") }
      content = .shake(times)
      motion = LabeledMotion(.shake, at: times, count: times.count)
    case "0":
      content = .other
    case nil where motion?.kind == .shake:
      // Without its times a shake cannot be cut.
      content = motion.flatMap { $0.times.isEmpty ? nil : .shake($0.times) } ?? .ambiguous
    case nil:
      content = .other
    case "", "ambiguous":
      content = .ambiguous
    case let word?:
      throw IndexError(
        row: 0, problem: "is_shake '\(word)' is not 1, 0 or ambiguous (or nothing: not scored)")
    }
    let named = motion?.kind.rawValue ?? row["motion"] ?? ""
    context =
      [category, named, content == .ambiguous ? "ambiguous" : ""].first { !$0.isEmpty } ?? "other"
  }

  /// Reads the seconds in `text`, such as `1.2-3.4`, of the column `name`.
  ///
  /// - Throws: an ``IndexError`` without a row
  static func interval(
    _ text: some StringProtocol, of name: String
  ) throws -> ClosedRange<Double> {
    guard let interval = ClosedRange(seconds: text) else {
      throw IndexError(row: 0, problem: "\(name) '\(text)' is not 'start-end'")
    }
    return interval
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

/// A folder of labeled recordings: its `index.csv`, read.
public struct LabeledFolder: Sendable {
  /// The folder, as given.
  public let path: String
  /// The rows of the index, in order.
  public let recordings: [LabeledRecording]

  /// Reads the index of the folder at `path`.
  ///
  /// - Throws: a `Failure` if it cannot be read, or has a mistake
  public init(_ path: String, _ signals: borrowing StopSignals) throws {
    self.path = path
    let index = "\(path)/index.csv"
    guard Folder.names(in: path)?.contains("index.csv") != false else {
      throw Failure(
        .noInput,
        "\(index) is missing; two columns suffice: the line 'file,motion', and for each recording one such as "
          + "'one.csv,shake'")
    }
    let bytes = try InputFile(path: index).bytes(signals)
    do {
      recordings = try LabeledRecording.index(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(.badData, "\(index): \(error)")
    }
  }

  /// The path of a recording in it.
  public func path(of recording: LabeledRecording) -> String { "\(path)/\(recording.file)" }
}
