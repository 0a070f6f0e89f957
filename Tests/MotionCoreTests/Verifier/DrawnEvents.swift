// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Events drawn along time, one column for 100 ms.
///
/// `b`, `e`, `c` and `r` for began, ended, cancelled and recognized, `.` for nothing; what falls
/// into a column that is taken stands behind.
struct DrawnEvents: CustomStringConvertible {
  static let column: Int64 = 100_000_000

  /// Each event's mark and the column it falls into.
  var marks: [(mark: Character, column: Int)]
  private let columns: Int

  /// The line of `events`, at least `columns` long, from `start` on.
  init(_ events: some Sequence<MotionEvent>, from start: Timestamp, columns: Int = 0) {
    marks = events.map {
      ($0.mark, Int($0.timestamp.nanoseconds(since: start) / Self.column))
    }
    self.columns = columns
  }

  var description: String {
    var line: [Character] = []
    for (mark, column) in marks {
      // A jump of the clock must not fill a screen.
      while line.count < column && line.count < 200 { line.append(".") }
      line.append(mark)
    }
    while line.count < columns { line.append(".") }
    return String(line)
  }
}

extension MotionEvent {
  var mark: Character {
    switch phase {
    case .began: "b"
    case .ended: "e"
    case .cancelled: "c"
    case .recognized: "r"
    }
  }

  /// The phase, and the reason of a cancellation.
  var word: String {
    switch phase {
    case .began, .ended, .recognized: phase.name
    case .cancelled(let reason): "cancelled \(reason.rawValue)"
    }
  }
}
