// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// A motion drawn along time, and under it what is to be recognized; one column is 100 ms.
///
///     motion: ----------SSSSSSSS-------------------
///     shake:  ............bbb.......eeee...........
///
/// What the hand does:
/// - `-` it holds still
/// - `S` it shakes, one swing a column: a sine of 5 Hz, 20 m/s²
/// - `s` it shakes gently: 4 Hz, 10 m/s²
/// - `o` it swings slowly: 1 Hz, 20 m/s²
/// - `~` it trembles: 5 Hz, 3 m/s²
/// - `w` it walks: two steps a second, 4 m/s²
/// - `k` it knocks: a ring of 30 Hz, 25 m/s²
/// - `f` it has let go, and the device falls
/// - `!` it does not matter: there are no readings
/// - `P` it turns the device upright, `B` bottom up, `L` with the right side up (landscapeLeft),
///   `R` with the left side up, `U` face up, `D` face down: within 0.4 s, and so it stays; at the
///   start of a drawing the device is held so
/// - `x` it holds still, and first the stream is interrupted
///
/// Under it a line for each motion that is recognized: `b`, `e`, `c` and `r` for began,
/// ended, cancelled and recognized, `.` for nothing. A run of one letter stands for one event,
/// anywhere within it: the tolerance is drawn. Without a line, as with one of dots, nothing may be
/// recognized.
struct Diagram: CustomTestStringConvertible, Sendable {
  var testDescription: String
  private let text: String

  init(_ title: String, _ text: String) {
    (testDescription, self.text) = (title, text)
  }

  /// A diagram that cannot be read.
  struct Mistake: Error {
    var problem: String
  }

  /// Plays the motion at `rate` Hz to `bank`, and records what comes otherwise.
  func verify(_ bank: MotionPipeline = MotionPipeline(), rate: Double) throws {
    for difference in try differences(bank, rate: rate) { Issue.record("\(difference)") }
  }

  /// Plays the motion at `rate` Hz to `bank`: for each motion that comes otherwise, how.
  func differences(_ bank: MotionPipeline = MotionPipeline(), rate: Double) throws -> [String] {
    var bank = bank
    var lines = try lines()
    guard let motion = lines.removeValue(forKey: "motion"),
      lines.values.allSatisfy({ $0.count == motion.count })
    else { throw Mistake(problem: "no motion, or lines of different lengths: \(testDescription)") }
    let events = try steps(motion, rate).flatMap { bank.events(at: $0) }
    return Set(lines.keys).union(events.map(\.kind.rawValue)).sorted().compactMap { name in
      let drawn = lines[name] ?? String(repeating: ".", count: motion.count)
      let came = DrawnEvents(
        events.filter { $0.kind.rawValue == name }, from: Timestamp(nanoseconds: 0),
        columns: motion.count)
      guard !came.fit(drawn) else { return nil }
      return """
        \(testDescription), at \(rate) Hz: \(name)
        motion:   \(motion)
        expected: \(drawn)
        came:     \(came)
        """
    }
  }

  /// The readings of the motion.
  func readings(rate: Double) throws -> [Reading] {
    try steps(lines()["motion"] ?? "", rate).compactMap {
      if case .reading(let reading) = $0 { reading } else { nil }
    }
  }

  /// The lines, by the name before the colon.
  private func lines() throws -> [String: String] {
    try text.split(separator: "\n").reduce(into: [:]) { lines, line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: true)
      guard parts.count == 2, parts[0].hasSuffix(":") else {
        throw Mistake(problem: "not 'name: columns': \(line)")
      }
      lines[String(parts[0].dropLast())] = String(parts[1])
    }
  }

  /// What happens to the stream.
  private func steps(_ motion: String, _ rate: Double) throws -> [StreamStep] {
    var interruptions: [Timestamp] = []
    var actions: [MotionScript.Action] = []
    var column = 0
    for run in motion.runs {
      let start = Double(column) / 10
      switch run.character {
      case "-":
        break
      case "x":
        interruptions += (0..<run.count).map {
          Timestamp(nanoseconds: Int64(column + $0) * DrawnEvents.column)
        }
      default:
        actions.append(try Self.action(run.character, at: start, lasting: Double(run.count) / 10))
      }
      column += run.count
    }
    let script = MotionScript(
      testDescription, duration: Double(column) / 10, attitude: [0, 0.8, 0.6], actions)
    return script.recording(rate: rate).readings.flatMap { reading -> [StreamStep] in
      let isInterrupted = interruptions.first.map { $0 <= reading.timestamp } ?? false
      if isInterrupted { interruptions.removeFirst() }
      return (isInterrupted ? [.interruption] : []) + [.reading(reading)]
    }
  }

  private static func action(
    _ character: Character, at start: Double, lasting duration: Double
  ) throws -> MotionScript.Action {
    func swings(_ frequency: Double, _ amplitude: Double) -> MotionScript.Action {
      .swings(
        start: start, duration: duration, frequency: frequency, amplitude: amplitude,
        direction: [1, 0, 0])
    }
    func turn(_ attitude: SIMD3<Double>) -> MotionScript.Action {
      .turn(start: start > 0 ? start : -1, duration: 0.4, attitude: attitude)
    }
    switch character {
    case "S": return swings(5, 20)
    case "s": return swings(4, 10)
    case "o": return swings(1, 30)
    case "~": return swings(5, 3)
    case "w": return .walk(start: start, duration: duration, cadence: 2, amplitude: 4)
    case "k": return .knock(at: start, amplitude: 25)
    case "f": return .fall(start: start, duration: duration, impact: 25)
    case "!": return .gap(start: start, duration: duration)
    case "P": return turn([0, 1, 0])
    case "B": return turn([0, -1, 0])
    case "L": return turn([1, 0, 0])
    case "R": return turn([-1, 0, 0])
    case "U": return turn([0, 0, 1])
    case "D": return turn([0, 0, -1])
    default: throw Mistake(problem: "'\(character)' is no motion")
    }
  }
}

extension DrawnEvents {
  /// Whether these events are those `drawn`, each within its run.
  fileprivate func fit(_ drawn: String) -> Bool {
    var column = 0
    var expected: [(mark: Character, columns: Range<Int>)] = []
    for run in drawn.runs {
      if run.character != "." { expected.append((run.character, column..<column + run.count)) }
      column += run.count
    }
    return marks.elementsEqual(expected) { $0.mark == $1.mark && $1.columns.contains($0.column) }
  }
}

extension String {
  /// The stretches of equal characters.
  fileprivate var runs: [(character: Character, count: Int)] {
    reduce(into: []) { runs, character in
      if let last = runs.last, last.character == character {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((character, 1))
      }
    }
  }
}
