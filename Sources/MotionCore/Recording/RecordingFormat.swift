// SPDX-License-Identifier: Apache-2.0

/// The recording format: readings as CSV, in UTF-8.
///
/// Optional `# key: value` lines, the header, then one reading a line:
/// ```
/// # device: bma400
/// # rate_hz: 100
/// timestamp_ns,x,y,z
/// 0,0.02,-0.11,9.79
/// 10000000,0.03,-0.1,9.81
/// ```
/// Accelerations are in m/s², gravity included; timestamps are in nanoseconds and strictly
/// increasing, within ``Timestamp/limit``. Columns may stand in any order; the parser ignores
/// further ones. It allows blanks around a field, a carriage return before a line's end and a byte
/// order mark, but no quotes. Every line ends with a newline, the last one too: without it a number
/// may be cut.
public enum RecordingFormat {
  /// The header in every recording that this writes.
  public static let header = "timestamp_ns,x,y,z"

  /// The columns that a header must have.
  static let columns = ["timestamp_ns", "x", "y", "z"]

  /// The longest line in bytes: far beyond any real line, it bounds a parser's memory.
  package static let longestLine = 4096

  /// The most lines before the header, for the same reason.
  package static let mostNotes = 1000

  /// `reading` as a line, with its newline.
  ///
  /// Each number is the shortest that parses back to the same value.
  public static func line(_ reading: Reading) -> String {
    let a = reading.acceleration
    return "\(reading.timestamp.nanoseconds),\(a.x),\(a.y),\(a.z)\n"
  }

  /// A Boolean value that indicates whether `reading` may follow a reading at `last`.
  ///
  /// It must be plausible, and later.
  public static func admits(_ reading: Reading, after last: Timestamp?) -> Bool {
    reading.isPlausible && last.map { reading.timestamp > $0 } ?? true
  }

  /// The lines before the readings: `notes` and the header, each with its newline.
  public static func preamble(_ notes: [RecordingNote]) -> String {
    notes.map { "\($0)\n" }.joined() + header + "\n"
  }
}
