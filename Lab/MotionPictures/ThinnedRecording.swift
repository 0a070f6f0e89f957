// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The part of a recording that a page shows: all of it, or for a long one as much as a screen can
/// show.
///
/// For each stretch that is narrower than a pixel it has the readings with the smallest and the
/// largest value of each curve, which keeps every knock. It keeps the largest swing of a stretch,
/// and the marks that a screen can tell apart.
struct ThinnedRecording {
  /// The most readings, swings and marks of a page, which is not larger than 5 MB then.
  private static let most = (readings: 40_000, swings: 15_000, marks: 5000)
  /// The least of them that a recording among many has.
  private static let least = 600

  let recording: PlottedRecording
  /// The places of the readings.
  private(set) var readings: [Int]
  /// The places among ``readings`` that follow a gap.
  private(set) var breaks: [Int] = []
  private(set) var swings: [(start: Double, end: Double, amplitude: Double)]
  private(set) var marks: [PlottedRecording.Mark]
  /// The parts that were left out, in words; empty if there are none.
  private(set) var remark = ""

  /// Thins out a recording on a page with `count` of them.
  init(_ recording: PlottedRecording, sharedBy count: Int) {
    self.recording = recording
    (swings, marks) = (recording.swings, recording.marks)
    readings = Array(recording.times.indices)
    func limit(_ most: Int) -> Int { max(most / max(count, 1), Self.least) }
    if readings.count > limit(Self.most.readings) {
      readings = Self.extremes(recording, limit(Self.most.readings))
      remark =
        "\(readings.count) of \(recording.times.count) readings: the smallest and the largest of each stretch; "
        + "--from and --to draw all of a part."
    }
    let all = recording.breaks.sorted()
    var next = 0
    for (place, reading) in readings.enumerated() where next < all.count && reading >= all[next] {
      breaks.append(place)
      while next < all.count, all[next] <= reading { next += 1 }
    }
    swings = Self.thinned(swings, limit(Self.most.swings), over: recording.span, at: \.end) {
      $0.amplitude > $1.amplitude
    }
    marks = Self.thinned(marks, limit(Self.most.marks), over: recording.span, at: \.end) {
      // A motion counts more than a rejection, and a longer one more than a shorter.
      ($0.meaning != .rejected ? 1 : 0, $0.end - $0.start)
        > ($1.meaning != .rejected ? 1 : 0, $1.end - $1.start)
    }
    if marks.count < recording.marks.count {
      remark += " \(recording.marks.count - marks.count) motions and rejections are left out."
    }
  }

  /// The places of the smallest and the largest value of each curve, in each of equal stretches.
  private static func extremes(_ recording: PlottedRecording, _ limit: Int) -> [Int] {
    let curves: [(Int) -> Double] =
      (0..<3).map { axis in { recording.accelerations[$0][axis] } }
      + (0..<3).map { axis in { recording.acceleration($0, withoutGravity: true)[axis] } }
      + [{ recording.trace[$0].amplitude }, { recording.trace[$0].score ?? 0 }]
    let stretches = max(1, limit / (2 * curves.count))
    let count = recording.times.count
    return (0..<stretches).flatMap { stretch -> [Int] in
      let range = stretch * count / stretches..<(stretch + 1) * count / stretches
      guard let first = range.first else { return [] }
      var kept: Set<Int> = []
      for curve in curves {
        var (low, high) = (first, first)
        for index in range {
          if curve(index) < curve(low) { low = index }
          if curve(index) > curve(high) { high = index }
        }
        kept.formUnion([low, high])
      }
      return kept.sorted()
    }
  }

  /// The first by `precedes` of each of equal stretches of time, if there are more than `limit`.
  private static func thinned<Element>(
    _ elements: [Element], _ limit: Int, over span: ClosedRange<Double>,
    at time: (Element) -> Double, _ precedes: (Element, Element) -> Bool
  ) -> [Element] {
    guard elements.count > limit else { return elements }
    var kept: [Int: Element] = [:]
    for element in elements {
      let share = (time(element) - span.lowerBound) / (span.upperBound - span.lowerBound)
      let stretch = Int(min(max(share, 0), 1) * Double(limit - 1))
      if let other = kept[stretch], !precedes(element, other) { continue }
      kept[stretch] = element
    }
    return kept.sorted { $0.key < $1.key }.map(\.value)
  }
}
