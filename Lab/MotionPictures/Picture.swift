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

  /// The margins beside the panels.
  static let margins = (left: 52.0, right: 16.0)
  private static let width = 960.0
  /// The largest number of rejections with a reason in words.
  private static let mostReasons = 20
  static let axes: [(name: String, color: String)] = [
    ("x", "#1f6fb4"), ("y", "#2f8f4e"), ("z", "#d1500c"),
  ]
  /// The reason why a band does not begin with the motion.
  static let bandNote =
    "A band begins where the motion was recognized: a shake about 0.3 s after the hand began."

  /// The picture of `recordings`: one in full, several as a sheet.
  package func svg(_ recordings: [PlottedRecording]) -> String {
    recordings.count == 1 ? whole(recordings[0]) : sheet(recordings)
  }

  // MARK: One recording

  private func whole(_ recording: PlottedRecording) -> String {
    let x = PictureScale(
      values: recording.span, start: Self.margins.left, end: Self.width - Self.margins.right)
    let panels = recording.panels(withoutGravity: isWithoutGravity)
    let (top, bottom) = (panels[0].y.end, panels[panels.count - 1].y.start)
    let lanes = Lanes(recording.marks, width: x.end - x.start, of: recording.span)
    let rejected = recording.marks.filter { $0.meaning == .rejected }
    var reasons = rejected.prefix(Self.mostReasons).flatMap {
      Self.wrapped("\($0.end.text(decimals: 2)) s  \($0.text)", at: 145)
    }
    let left = lanes.left + max(0, rejected.count - Self.mostReasons)
    if left > 0 { reasons.append("and \(left) more: an .html picture has all") }
    let lanesTop = bottom + 30
    let reasonsTop = lanesTop + Double(lanes.count) * Lanes.height + 24
    var svg = SVG(width: Self.width, height: reasonsTop + Double(reasons.count) * 16)
    svg.text(x.start, 20, recording.name, isBold: true)
    drawBands(recording, x, top: top, bottom: bottom, &svg)
    for panel in panels {
      draw(panel, of: recording, x, panel.y, ticks: panel.ticks, &svg)
      guard panel.content != .acceleration else { continue }
      svg.text(x.start, panel.y.end - 6, panel.title, fill: panel.color, size: 11)
    }
    svg.text(x.end, 20, panels[0].title, .end, fill: panels[0].color)
    drawAxisNames(to: x.end - 150, 20, &svg)
    drawTimes(x, bottom + 15, &svg)
    lanes.draw(recording.marks, x, top: lanesTop, &svg)
    for (row, reason) in reasons.enumerated() {
      svg.text(x.start, reasonsTop + Double(row) * 16, reason, fill: "#555", size: 11)
    }
    svg.end()
    return svg.text
  }

  private func drawBands(
    _ recording: PlottedRecording, _ x: PictureScale, top: Double, bottom: Double, _ svg: inout SVG
  ) {
    for mark in recording.marks {
      let (start, end) = (x.place(mark.start), x.place(mark.end))
      let isMoment = mark.meaning == .recognized
      svg.rectangle(
        isMoment ? end - 1 : start, top, isMoment ? 2 : max(end - start, 1), bottom - top,
        fill: mark.meaning.color, opacity: isMoment ? 1 : 0.35, title: mark.text)
    }
  }

  /// Draws frame, ticks and curves of a panel, at the place of `y`.
  private func draw(
    _ panel: Panel, of recording: PlottedRecording, _ x: PictureScale, _ y: PictureScale,
    ticks: [Double], _ svg: inout SVG
  ) {
    for (tick, _) in x.timeTicks {
      svg.line(x.place(tick), y.end, x.place(tick), y.start, stroke: "#eee")
    }
    svg.rectangle(
      x.start, y.end, x.end - x.start, y.start - y.end, fill: "none", stroke: "#bbb")
    for tick in ticks {
      svg.line(x.start, y.place(tick), x.end, y.place(tick), stroke: tick == 0 ? "#bbb" : "#eee")
      svg.text(x.start - 5, y.place(tick) + 4, number(tick), .end, fill: "#666", size: 11)
    }
    for (color, value) in curves(of: panel, recording) {
      for run in recording.runs(of: value) {
        svg.polyline(
          thinned(run, columns: 1) { index in
            value(index).map { (x.place(recording.times[index]), y.place($0)) }
          }, stroke: color)
      }
    }
    if panel.content == .amplitude {
      for swing in recording.swings {
        svg.circle(x.place(swing.end), y.place(swing.amplitude), 3, fill: panel.color)
      }
    }
    if let threshold = panel.threshold {
      svg.line(
        x.start, y.place(threshold), x.end, y.place(threshold), stroke: "#c33", dashed: true)
    }
  }

  /// The curves of a panel: a color, and the value at each reading.
  private func curves(
    of panel: Panel, _ recording: PlottedRecording
  ) -> [(color: String, value: (Int) -> Double?)] {
    switch panel.content {
    case .acceleration:
      Self.axes.enumerated().map { axis, each in
        (
          each.color,
          { recording.acceleration($0, withoutGravity: isWithoutGravity)[axis] }
        )
      }
    case .amplitude: [(panel.color, { recording.trace[$0].amplitude })]
    case .score: [(panel.color, { recording.trace[$0].score })]
    }
  }

  private func drawTimes(_ x: PictureScale, _ y: Double, _ svg: inout SVG) {
    for tick in x.timeTicks {
      svg.text(x.place(tick.time), y, tick.text, .middle, fill: "#666", size: 11)
    }
  }

  private func drawAxisNames(to end: Double, _ y: Double, _ svg: inout SVG) {
    for (axis, each) in Self.axes.enumerated() {
      svg.text(end - Double(2 - axis) * 18, y, each.name, .end, fill: each.color, isBold: true)
    }
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
  private static let cell = (width: 320.0, height: 166.0)
  /// The height of what stands above all cells.
  private static let head = 46.0

  private func sheet(_ recordings: [PlottedRecording]) -> String {
    let rows = (recordings.count + Self.columns - 1) / Self.columns
    var svg = SVG(width: Self.width, height: Self.head + Double(rows) * Self.cell.height + 8)
    drawKey(&svg)
    for (index, recording) in recordings.enumerated() {
      let left = Double(index % Self.columns) * Self.cell.width
      let top = Self.head + Double(index / Self.columns) * Self.cell.height
      let panel = recording.panels(withoutGravity: isWithoutGravity)[0]
      let x = PictureScale(
        values: recording.span, start: left + 32, end: left + Self.cell.width - 10)
      let y = PictureScale(
        values: panel.y.values, start: top + Self.cell.height - 38, end: top + 24)
      let name = recording.name.count > 42 ? "…\(recording.name.suffix(41))" : recording.name
      svg.text(x.start, top + 17, name, size: 11, isBold: true)
      drawBands(recording, x, top: y.end, bottom: y.start, &svg)
      draw(panel, of: recording, x, y, ticks: panel.fewTicks, &svg)
      drawTimes(x, y.start + 14, &svg)
      svg.text(
        x.start, y.start + 29, Self.cut(recording.summary, at: 58), fill: "#666", size: 10)
    }
    svg.end()
    return svg.text
  }

  /// The meaning of colors and scales, above a sheet.
  private func drawKey(_ svg: inout SVG) {
    var left = 32.0
    for meaning in PlottedRecording.Mark.Meaning.allCases {
      svg.rectangle(left, 9, 12, 12, fill: meaning.color)
      svg.text(left + 16, 19, meaning.rawValue, fill: "#666", size: 11)
      left += 100
    }
    let end = Self.width - 10
    svg.text(
      end, 19, isWithoutGravity ? "m/s², without gravity" : "m/s², with gravity", .end,
      fill: "#666", size: 11)
    drawAxisNames(to: end - 130, 19, &svg)
    svg.text(32, 38, Self.bandNote, fill: "#666", size: 11)
  }
}

extension PlottedRecording.Mark.Meaning {
  /// The color of bands.
  var color: String {
    switch self {
    case .ended: "#9fd3a6"
    case .cancelled: "#f0c96b"
    case .recognized: "#9cc0ea"
    case .rejected: "#d5d5d5"
    }
  }
}

extension PlottedRecording {
  /// The stretches without a gap.
  var parts: [Range<Int>] {
    let starts = [0] + breaks.sorted() + [times.count]
    return zip(starts, starts.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
  }

  /// The stretches of readings without a gap that all have a value.
  func runs(of value: (Int) -> Double?) -> [Range<Int>] {
    parts.flatMap { part -> [Range<Int>] in
      var runs: [Range<Int>] = []
      var start: Int?
      for index in part {
        if value(index) != nil {
          start = start ?? index
        } else if let first = start {
          runs.append(first..<index)
          start = nil
        }
      }
      return start.map { runs + [$0..<part.upperBound] } ?? runs
    }
  }
}
