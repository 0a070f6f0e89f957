// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A picture of one recording, or a sheet of small pictures of many, as SVG.
///
/// It shows acceleration along time, with events and rejections as bands. If shakes are detected,
/// it also shows the amplitude of the current swing, and the score with its threshold.
package struct Picture {
  /// True to leave gravity out of the accelerations, as the shake detector estimates it.
  package var isWithoutGravity = false

  /// A picture with its defaults.
  package init() {}

  private static let width = 960.0
  private static let left = 52.0
  private static let right = 16.0
  /// The largest number of rejections with a reason in words.
  private static let mostReasons = 20
  private static let axes: [(name: String, color: String)] = [
    ("x", "#1f6fb4"), ("y", "#2f8f4e"), ("z", "#d1500c"),
  ]

  /// The colors of bands: of the band itself, and of its text.
  static func color(_ meaning: PlottedRecording.Mark.Meaning) -> String {
    switch meaning {
    case .ended: "#9fd3a6"
    case .cancelled: "#f0c96b"
    case .recognized: "#9cc0ea"
    case .rejected: "#d5d5d5"
    }
  }

  /// The picture of `recordings`: one in full, several as a sheet.
  package func svg(_ recordings: [PlottedRecording]) -> String {
    recordings.count == 1 ? whole(recordings[0]) : sheet(recordings)
  }

  // MARK: One recording

  private func whole(_ recording: PlottedRecording) -> String {
    let lanes = Lanes(
      recording.marks, width: Self.width - Self.left - Self.right, of: recording.span)
    let rejected = recording.marks.filter { $0.meaning == .rejected }
    var reasons = rejected.prefix(Self.mostReasons).flatMap {
      Self.wrapped("\($0.end.text(decimals: 2)) s  \($0.text)", at: 145)
    }
    let left = lanes.left + max(0, rejected.count - Self.mostReasons)
    if left > 0 { reasons.append("and \(left) more: an .html picture has all") }
    let heights = recording.hasShakes ? [240.0, 110, 110] : [240]
    var top = 34.0
    let panels = heights.map { height in
      defer { top += height + 24 }
      return top..<(top + height)
    }
    let lanesTop = top + 6
    let reasonsTop = lanesTop + Double(lanes.rows.count) * 20 + 24
    let height = reasonsTop + Double(reasons.count) * 16
    var svg = SVG(width: Self.width, height: height)
    let x = PictureScale(
      values: recording.span, start: Self.left, end: Self.width - Self.right)
    svg.text(Self.left, 20, recording.name, isBold: true)
    drawBands(recording, x, top: panels[0].lowerBound, bottom: top - 24, &svg)
    for panel in panels { drawFrame(x, panel, &svg) }
    drawAccelerations(recording, x, panels[0], &svg)
    if recording.hasShakes {
      drawAmplitude(recording, x, panels[1], &svg)
      drawScore(recording, x, panels[2], &svg)
    }
    for tick in x.timeTicks(12) {
      svg.text(x.place(tick.time), top - 9, tick.text, .middle, fill: "#666", size: 11)
    }
    lanes.draw(x, top: lanesTop, &svg)
    for (row, reason) in reasons.enumerated() {
      svg.text(Self.left, reasonsTop + Double(row) * 16, reason, fill: "#555", size: 11)
    }
    svg.end()
    return svg.text
  }

  private func drawBands(
    _ recording: PlottedRecording, _ x: PictureScale, top: Double, bottom: Double, _ svg: inout SVG
  ) {
    for mark in recording.marks {
      let (start, end) = (x.place(mark.start), x.place(mark.end))
      switch mark.meaning {
      case .ended, .cancelled, .rejected:
        svg.rectangle(
          start, top, max(end - start, 1), bottom - top, fill: Self.color(mark.meaning),
          opacity: 0.35,
          title: mark.text)
      case .recognized:
        svg.rectangle(
          end - 1, top, 2, bottom - top, fill: Self.color(mark.meaning), title: mark.text)
      }
    }
  }

  private func drawFrame(_ x: PictureScale, _ panel: Range<Double>, _ svg: inout SVG) {
    for (tick, _) in x.timeTicks(12) {
      svg.line(x.place(tick), panel.lowerBound, x.place(tick), panel.upperBound, stroke: "#eee")
    }
    svg.rectangle(
      x.start, panel.lowerBound, x.end - x.start, panel.upperBound - panel.lowerBound, fill: "none",
      stroke: "#bbb")
  }

  private func drawAccelerations(
    _ recording: PlottedRecording, _ x: PictureScale, _ panel: Range<Double>, _ svg: inout SVG
  ) {
    let y = scale(recording, panel)
    drawLevels(y, x, 7, &svg)
    drawLines(recording, x, y, columns: 1, &svg)
    svg.text(
      x.end, 20, isWithoutGravity ? "m/s², without gravity" : "m/s², with gravity", .end,
      fill: "#666")
    for (axis, each) in Self.axes.enumerated() {
      svg.text(
        x.end - 150 - Double(2 - axis) * 18, 20, each.name, .end, fill: each.color, isBold: true)
    }
  }

  private func scale(_ recording: PlottedRecording, _ panel: Range<Double>) -> PictureScale {
    var (low, high) = isWithoutGravity ? (-5.0, 5.0) : (-1.0, 11.0)
    for index in recording.times.indices {
      let value = recording.acceleration(index, withoutGravity: isWithoutGravity)
      low = min(low, value.min())
      high = max(high, value.max())
    }
    let margin = 0.04 * (high - low)
    return PictureScale(
      values: low - margin...high + margin, start: panel.upperBound, end: panel.lowerBound)
  }

  private func drawLevels(_ y: PictureScale, _ x: PictureScale, _ count: Int, _ svg: inout SVG) {
    for tick in y.ticks(count) {
      svg.line(x.start, y.place(tick), x.end, y.place(tick), stroke: tick == 0 ? "#bbb" : "#eee")
      svg.text(x.start - 5, y.place(tick) + 4, number(tick), .end, fill: "#666", size: 11)
    }
  }

  /// The three axes, broken where the readings are.
  private func drawLines(
    _ recording: PlottedRecording, _ x: PictureScale, _ y: PictureScale, columns: Double,
    _ svg: inout SVG
  ) {
    for (axis, each) in Self.axes.enumerated() {
      for part in recording.parts {
        let points = thinned(part, columns: columns) { index in
          let value = recording.acceleration(index, withoutGravity: isWithoutGravity)[axis]
          return (x.place(recording.times[index]), y.place(value))
        }
        svg.polyline(points, stroke: each.color)
      }
    }
  }

  private func drawAmplitude(
    _ recording: PlottedRecording, _ x: PictureScale, _ panel: Range<Double>, _ svg: inout SVG
  ) {
    let most = recording.trace.map(\.amplitude).max() ?? 0
    let y = PictureScale(
      values: 0...max(1.3 * ShakeTrace.swingAmplitude, 1.05 * most), start: panel.upperBound,
      end: panel.lowerBound)
    drawLevels(y, x, 4, &svg)
    let threshold = y.place(ShakeTrace.swingAmplitude)
    for part in recording.parts {
      let points = thinned(part, columns: 1) { index in
        (x.place(recording.times[index]), y.place(recording.trace[index].amplitude))
      }
      svg.polyline(points, stroke: "#7a4fa3")
    }
    for swing in recording.swings {
      svg.add(
        "<circle cx=\"\(number(x.place(swing.end)))\" cy=\"\(number(y.place(swing.amplitude)))\" r=\"3\" fill=\"#7a4fa3\"/>"
      )
    }
    svg.line(x.start, threshold, x.end, threshold, stroke: "#c33", dashed: true)
    svg.text(
      x.start, panel.lowerBound - 6,
      "amplitude of the swing under way, m/s²; ● swings of \(number(ShakeTrace.swingAmplitude)) and more count",
      fill: "#7a4fa3", size: 11)
  }

  private func drawScore(
    _ recording: PlottedRecording, _ x: PictureScale, _ panel: Range<Double>, _ svg: inout SVG
  ) {
    let y = PictureScale(values: -6...6, start: panel.upperBound, end: panel.lowerBound)
    drawLevels(y, x, 4, &svg)
    for part in recording.parts {
      // A line for each row of swings that has a score.
      var run = part.lowerBound
      while run < part.upperBound {
        let end =
          recording.trace[run..<part.upperBound].firstIndex { $0.score == nil } ?? part.upperBound
        let points = thinned(run..<end, columns: 1) { index in
          recording.trace[index].score.map { (x.place(recording.times[index]), y.place($0)) }
        }
        svg.polyline(points, stroke: "#0b7f8a")
        run = end + 1
      }
    }
    svg.line(x.start, y.place(0), x.end, y.place(0), stroke: "#c33", dashed: true)
    svg.text(
      x.start, panel.lowerBound - 6, "score of the swings in a row; 0 or more is a shake",
      fill: "#0b7f8a", size: 11)
  }

  /// The lines of a text, broken at blanks.
  private static func wrapped(_ text: String, at limit: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if lines[lines.count - 1].count + word.count > limit { lines.append("        ") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }

  private static func cut(_ text: String, at limit: Int) -> String {
    text.count > limit ? "\(text.prefix(limit - 1))…" : text
  }

  // MARK: Many recordings

  private static let columns = 3
  private static let cell = (width: 320.0, height: 150.0)

  private func sheet(_ recordings: [PlottedRecording]) -> String {
    let rows = (recordings.count + Self.columns - 1) / Self.columns
    var svg = SVG(width: Self.width, height: Double(rows) * Self.cell.height + 8)
    for (index, recording) in recordings.enumerated() {
      let left = Double(index % Self.columns) * Self.cell.width
      let top = Double(index / Self.columns) * Self.cell.height
      let panel = top + 24..<top + Self.cell.height - 22
      let x = PictureScale(
        values: recording.span, start: left + 10, end: left + Self.cell.width - 10)
      let name = recording.name.count > 42 ? "…\(recording.name.suffix(41))" : recording.name
      svg.text(x.start, top + 17, name, size: 11, isBold: true)
      drawBands(recording, x, top: panel.lowerBound, bottom: panel.upperBound, &svg)
      svg.rectangle(
        x.start, panel.lowerBound, x.end - x.start, panel.upperBound - panel.lowerBound,
        fill: "none",
        stroke: "#bbb")
      drawLines(recording, x, scale(recording, panel), columns: 1, &svg)
      svg.text(
        x.start, panel.upperBound + 14, Self.cut(recording.summary, at: 58), fill: "#666", size: 10)
    }
    svg.end()
    return svg.text
  }
}

extension PlottedRecording {
  /// The stretches without a gap.
  var parts: [Range<Int>] {
    let starts = [0] + breaks.sorted() + [times.count]
    return zip(starts, starts.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
  }
}
