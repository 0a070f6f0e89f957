// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

/// Fingers drawn along time, and under them what is to be recognized; one column is 50 ms.
///
///     a:      d....>>>...u......
///     pan:    .....bcc...e......
///
/// What a finger does at the beginning of a column:
/// - `d` goes down, `u` lifts, `t` goes down, and lifts 10 ms later, `c` is taken back
/// - `<` `>` `^` `v` moves 15 points; `(` `)` moves 6 points to the left, to the right
/// - `.` nothing
///
/// Finger `a` goes down at x = 0, `b` at 200, `c` at 400, each time again. On a line `input:` an
/// `x` is an interruption.
///
/// What is recognized, by the name of the recognizer, in the column of its timestamp: `b` began,
/// `c` changed, `e` ended or recognized, `x` cancelled, `f` failed. A recognizer without a line
/// does not matter.
struct Drawing {
  private static let column = 50.0
  private var lines: [(name: String, marks: [Character])] = []

  struct Mistake: Error {
    var problem: String
  }

  init(_ text: String) throws {
    lines = try text.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: true)
      guard parts.count == 2, parts[0].hasSuffix(":") else {
        throw Mistake(problem: "not 'name: columns': \(line)")
      }
      return (String(parts[0].dropLast()), Array(parts[1]))
    }
    guard Set(lines.map(\.marks.count)).count == 1 else {
      throw Mistake(problem: "lines of different lengths: \(text)")
    }
  }

  /// Plays the fingers to `scene`, and records what comes otherwise.
  func verify(_ scene: Scene, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var scene = scene
    for step in try steps() { scene.process(step) }
    for line in lines where !Self.isInput(line.name) {
      guard let id = scene.names.first(where: { $0.name == line.name })?.id else {
        throw Mistake(problem: "no recognizer \(line.name)")
      }
      let came = Self.draw(scene.events.filter { $0.gesture == id }, columns: line.marks.count)
      let expected = String(line.marks)
      #expect(came == expected, "\(line.name)", sourceLocation: sourceLocation)
    }
  }

  private static func isInput(_ name: String) -> Bool {
    name.count == 1 || name == "input"
  }

  private static func draw(_ events: [GestureEvent], columns: Int) -> String {
    var marks = [Character](repeating: ".", count: columns)
    var crowd = ""
    for event in events {
      let column = Int(Double(event.timestamp.nanoseconds) / (Self.column * 1e6))
      if marks.indices.contains(column), marks[column] == "." {
        marks[column] = event.phase.mark
      } else {
        crowd += " \(event.phase.mark)@\(column)"
      }
    }
    return String(marks) + crowd
  }

  private func steps() throws -> [TouchStep] {
    var frames: [Double: [TouchChange]] = [:]
    var interruptions: Set<Double> = []
    for line in lines where Self.isInput(line.name) {
      let finger = line.name.first?.finger ?? 0
      var place = Point.zero
      for (column, mark) in line.marks.enumerated() {
        let time = Double(column) * Self.column
        func add(_ kind: TouchChange.Kind, at time: Double) {
          frames[time, default: []].append(TouchChange(finger, kind))
        }
        switch mark {
        case ".": break
        case "x": interruptions.insert(time)
        case "d", "t":
          place = Point(x: 200 * Double(finger), y: 0)
          add(.down(place), at: time)
          if mark == "t" { add(.up, at: time + 10) }
        case "u": add(.up, at: time)
        case "c": add(.cancel, at: time)
        default:
          guard let way = Self.ways[mark] else {
            throw Mistake(problem: "'\(mark)' is nothing that a finger does")
          }
          place = Point(x: place.x + way.x, y: place.y + way.y)
          add(.move(place), at: time)
        }
      }
    }
    var steps: [TouchStep] = []
    for time in Set(frames.keys).union(interruptions).sorted() {
      if interruptions.contains(time) { steps += [.time(.at(time)), .interruption] }
      if let changes = frames[time] {
        steps.append(.frame(TouchFrame(timestamp: .at(time), changes: changes)))
      }
    }
    let end = Double(lines.first?.marks.count ?? 0) * Self.column - 1
    return steps + [.time(.at(end))]
  }

  private static let ways: [Character: Point] = [
    ">": Point(x: 15, y: 0), "<": Point(x: -15, y: 0), "^": Point(x: 0, y: -15),
    "v": Point(x: 0, y: 15), ")": Point(x: 6, y: 0), "(": Point(x: -6, y: 0),
  ]
}

extension GestureEvent.Phase {
  var mark: Character {
    switch self {
    case .began: "b"
    case .changed: "c"
    case .ended: "e"
    case .cancelled: "x"
    case .failed: "f"
    }
  }
}
