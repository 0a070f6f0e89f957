// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A recording of touches: the frames of a panel, and notes about it.
///
/// As text it is CSV, in UTF-8: optional `# key: value` lines, the header, then one change a line:
/// ```
/// # panel: Goodix Capacitive TouchScreen
/// # width: 960.0
/// # height: 600.0
/// timestamp_ns,finger,change,x,y
/// 0,0,down,120.5,300.0
/// 8000000,0,move,121.25,300.5
/// 8000000,1,down,400.0,310.0
/// 16000000,0,up,,
/// 16000000,1,cancel,,
/// ```
/// Lines of one timestamp are one frame. Timestamps are in nanoseconds and never decrease; places
/// are in points, and stand with `down` and `move` alone. As in recordings of motion, columns may
/// stand in any order and extra ones are ignored; blanks around a field, a carriage return before a
/// line's end and a byte order mark are allowed; quotes are not; every line ends with a newline,
/// the last one too.
///
/// ``TouchChange/tool`` and ``TouchChange/radius`` are not written: each is a finger of unknown
/// size.
public struct TouchRecording: Hashable, Sendable {
  /// The header as it is written.
  public static let header = "timestamp_ns,finger,change,x,y"

  /// The lines before the header, in order.
  public var notes: [RecordingNote]
  /// The frames, whose timestamps strictly increase.
  public var frames: [TouchFrame]

  /// A recording of `frames`, whose timestamps must strictly increase.
  public init(notes: [RecordingNote] = [], frames: [TouchFrame]) {
    self.notes = notes
    self.frames = frames
  }

  /// The recording as text.
  public var text: String {
    frames.reduce(into: Self.preamble(notes)) { $0 += Self.lines($1) }
  }

  /// The lines before the changes: `notes` and the header, each with its newline.
  public static func preamble(_ notes: [RecordingNote]) -> String {
    notes.map { "\($0)\n" }.joined() + header + "\n"
  }

  /// A line for each change of `frame`, with its newline.
  ///
  /// Each number is the shortest that parses back to the same value.
  public static func lines(_ frame: TouchFrame) -> String {
    frame.changes.reduce(into: "") { text, change in
      text += "\(frame.timestamp.nanoseconds),\(change.finger),\(change.kind.fields)\n"
    }
  }

  /// A Boolean value that indicates whether `frame` may follow a frame at `last`.
  ///
  /// Its places must be plausible, and it must not be earlier.
  public static func admits(_ frame: TouchFrame, after last: Timestamp?) -> Bool {
    frame.changes.allSatisfy { $0.kind.place?.isPlausible ?? true }
      && last.map { frame.timestamp >= $0 } ?? true
  }
}

extension TouchChange.Kind {
  /// The place of a finger that is down; nil if the change has none.
  var place: Point? {
    switch self {
    case .down(let point), .move(let point): point
    case .up, .cancel: nil
    }
  }

  /// The fields `change`, `x` and `y`.
  fileprivate var fields: String {
    switch self {
    case .down(let point): "down,\(point.x),\(point.y)"
    case .move(let point): "move,\(point.x),\(point.y)"
    case .up: "up,,"
    case .cancel: "cancel,,"
    }
  }
}
