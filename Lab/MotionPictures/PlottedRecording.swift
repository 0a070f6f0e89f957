// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A recording with everything that its picture shows.
///
/// Times are in seconds from the first reading of the recording, so that pictures of several
/// recordings compare.
package struct PlottedRecording: Sendable {
  /// The name over the picture.
  package let name: String
  /// The time of each reading in s.
  let times: [Double]
  /// The acceleration in m/s², with gravity.
  let accelerations: [Acceleration]
  /// The values of the shake detector at each reading.
  let trace: [ShakeTrace.Point]
  /// The swings of at least the amplitude that a shake needs.
  let swings: [(start: Double, end: Double, amplitude: Double)]
  /// The events and rejections.
  let marks: [Mark]
  /// The place of the reading after each gap.
  let breaks: Set<Int>

  /// An event of a motion, or a motion that was rejected.
  struct Mark: Hashable {
    /// The meaning of a mark, which decides its color.
    enum Meaning: String, Hashable, CaseIterable {
      /// A motion that began and ended.
      case ended
      /// A motion that began and was cancelled.
      case cancelled
      /// A motion that was recognized as a whole.
      case recognized
      /// A motion that was rejected.
      case rejected
    }
    var meaning: Meaning
    var kind: MotionKind
    /// The time when it began; equal to `end` for a motion without a duration.
    var start: Double
    var end: Double
    /// The event or the reason in words, without the time.
    var text: String
  }

  /// Finds the motions of a whole recording, and keeps the motions in a part of it.
  ///
  /// - Parameters:
  ///   - name: the name over the picture
  ///   - readings: with increasing timestamps
  ///   - part: the seconds to draw, from the first reading on
  ///   - motions: the motions to find
  package init(
    _ name: String, _ readings: [Reading], part: Range<Double> = 0..<Double.infinity,
    detecting motions: Set<MotionConfiguration>
  ) {
    self.name = name
    let start = readings.first?.timestamp ?? Timestamp(nanoseconds: 0)
    let shifted = readings.map {
      Reading(
        timestamp: Timestamp(nanoseconds: $0.timestamp.nanoseconds(since: start)),
        acceleration: $0.acceleration)
    }
    let kept = shifted.indices.filter { part.contains(shifted[$0].timestamp.seconds) }
    times = kept.map { shifted[$0].timestamp.seconds }
    accelerations = kept.map { shifted[$0].acceleration }
    // A motion at an edge is drawn as far as the part goes; its words are those of all of it.
    let (first, last) = (times.first, times.last ?? 0)
    func drawn(_ start: Double, _ end: Double) -> (start: Double, end: Double)? {
      guard let first, end >= first, start <= last else { return nil }
      return (max(start, first), min(end, last))
    }
    let shake = motions.shake
    var detector = ShakeTrace(shake ?? ShakeConfiguration())
    var latest: ShakeTrace.Point?
    let points = shifted.compactMap { reading -> ShakeTrace.Point? in
      latest = detector.process(reading) ?? latest
      return latest
    }
    trace = kept.map { points[$0] }
    hasShakes = shake != nil
    breaks = Set(kept.indices.filter { points[kept[$0]].isBreak })
    swings = points.compactMap { point in
      guard let swing = point.swing, swing.amplitude >= ShakeTrace.swingAmplitude,
        let part = drawn(swing.start.seconds, swing.end.seconds)
      else { return nil }
      return (part.start, part.end, swing.amplitude)
    }
    marks = Self.marks(shifted, motions).compactMap { mark in
      guard let part = drawn(mark.start, mark.end) else { return nil }
      var mark = mark
      (mark.start, mark.end) = part
      return mark
    }
  }

  /// The duration and the motions in words, for the caption of a small picture.
  var summary: String {
    let words = marks.filter { $0.meaning != .rejected }.map { "\($0.kind) \($0.meaning.rawValue)" }
    let counted = words.reduce(into: [(String, Int)]()) { list, word in
      if let place = list.firstIndex(where: { $0.0 == word }) {
        list[place].1 += 1
      } else {
        list.append((word, 1))
      }
    }
    let found = counted.map { $0.1 == 1 ? $0.0 : "\($0.1) × \($0.0)" }.joined(separator: ", ")
    let duration = span.upperBound - span.lowerBound
    return "\(duration.text(decimals: 1)) s  \(found.isEmpty ? "no motion" : found)"
  }

  /// The names of recordings: without folder and ending, unless two recordings share them.
  ///
  /// - Parameter paths: as the user named them; `-` is standard input
  /// - Returns: a name for each
  package static func names(of paths: [String]) -> [String] {
    let parts = paths.map { path -> [Substring] in
      guard path != "-" else { return ["standard input"] }
      var path = path[...]
      for ending in [".gz", ".csv"] where path.hasSuffix(ending) {
        path = path.dropLast(ending.count)
      }
      return path.split(separator: "/")
    }
    func name(_ parts: [Substring], _ count: Int) -> String {
      parts.suffix(count).joined(separator: "/")
    }
    return parts.map { own in
      let others = { (count: Int) in parts.count { name($0, count) == name(own, count) } }
      let count = (1...max(1, own.count)).first { others($0) == 1 } ?? own.count
      return name(own, count)
    }
  }

  /// True if no reading is in the part.
  package var isEmpty: Bool { times.isEmpty }

  /// True if the picture shows the values of the shake detector.
  let hasShakes: Bool

  /// The times from the first to the last in s.
  var span: ClosedRange<Double> {
    let start = times.first ?? 0
    return start...max(times.last ?? 0, start + 0.001)
  }

  /// The acceleration at a reading, with gravity or without.
  func acceleration(_ index: Int, withoutGravity: Bool) -> Acceleration {
    withoutGravity ? accelerations[index] - trace[index].gravity : accelerations[index]
  }

  private static func marks(_ readings: [Reading], _ motions: Set<MotionConfiguration>) -> [Mark] {
    var pipeline = MotionPipeline(motions, isExplaining: true)
    var marks: [Mark] = []
    var open: [MotionKind: Double] = [:]
    func emit(_ finding: MotionFinding, _: MotionConfiguration) {
      switch finding {
      case .state: break
      case .rejection(let rejection):
        let span = rejection.span
        marks.append(
          Mark(
            meaning: .rejected, kind: rejection.kind, start: span.lowerBound.seconds,
            end: span.upperBound.seconds, text: rejection.text.withoutTime))
      case .event(let event):
        let time = event.timestamp.seconds
        func end(_ meaning: Mark.Meaning) {
          marks.append(
            Mark(
              meaning: meaning, kind: event.kind, start: open[event.kind] ?? time, end: time,
              text: event.text.withoutTime))
          open[event.kind] = nil
        }
        switch event.phase {
        case .began: open[event.kind] = time
        case .ended: end(.ended)
        case .cancelled: end(.cancelled)
        case .recognized: end(.recognized)
        }
      }
    }
    for reading in readings { pipeline.process(reading, emit) }
    pipeline.interrupt(emit)
    return marks.sorted { $0.start < $1.start }
  }
}

extension Timestamp {
  fileprivate var seconds: Double { Double(nanoseconds) * 1e-9 }
}

extension String {
  /// This text of an event without the time, which the picture shows by its place.
  fileprivate var withoutTime: String {
    guard let blanks = firstRange(of: "  ") else { return self }
    return String(self[blanks.upperBound...])
  }
}
