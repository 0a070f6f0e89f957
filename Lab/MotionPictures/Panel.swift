// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A panel of a picture: curves along time, and their scale from bottom to top.
///
/// A picture in SVG and a page have the same panels: they are computed here, and the page reads
/// them.
struct Panel {
  /// The curves in a panel.
  enum Content: String {
    case acceleration, amplitude, score
  }

  let content: Content
  /// The values, from the bottom to the top of the panel.
  let y: PictureScale
  /// The round values, and a few of them for a small picture.
  let ticks: [Double]
  let fewTicks: [Double]
  /// The meaning and the unit of the values, also for a narrow screen.
  let title: String
  let shortTitle: String
  let color: String
  /// The value that a shake needs; nil where there is none.
  let threshold: Double?

  /// The place of the first panel, and the distance between two.
  private static let top = 34.0
  static let gap = 24.0

  fileprivate init(
    _ content: Content, _ values: ClosedRange<Double>, below last: Panel? = nil, height: Double,
    title: String, shortTitle: String? = nil, color: String, threshold: Double? = nil
  ) {
    let top = last.map { $0.y.start + Self.gap } ?? Self.top
    self.content = content
    y = PictureScale(values: values, start: top + height, end: top)
    ticks = y.ticks(content == .acceleration ? 7 : 4)
    fewTicks = y.ticks(4)
    self.title = title
    self.shortTitle = shortTitle ?? title
    self.color = color
    self.threshold = threshold
  }
}

extension PlottedRecording {
  /// The panels of its picture from top to bottom, with scales that fit all of it.
  func panels(withoutGravity isWithoutGravity: Bool) -> [Panel] {
    let acceleration = Panel(
      .acceleration, range(withoutGravity: isWithoutGravity), height: 240,
      title: isWithoutGravity ? "m/s², without gravity" : "m/s², with gravity", color: "#666")
    guard hasShakes else { return [acceleration] }
    let least = ShakeTrace.swingAmplitude
    let most = max(1.3 * least, 1.05 * (trace.map(\.amplitude).max() ?? 0))
    let amplitude = Panel(
      .amplitude, 0...most, below: acceleration, height: 110,
      title: "amplitude of the swing under way, m/s²; ● swings of \(number(least)) and more count",
      shortTitle: "swing, m/s²; ● of \(number(least)) and more count", color: "#7a4fa3",
      threshold: least)
    let score = Panel(
      .score, -6...6, below: amplitude, height: 110,
      title: "score of the swings in a row; 0 or more is a shake",
      shortTitle: "score; 0 or more is a shake", color: "#0b7f8a", threshold: 0)
    return [acceleration, amplitude, score]
  }

  private func range(withoutGravity isWithoutGravity: Bool) -> ClosedRange<Double> {
    var (low, high) = isWithoutGravity ? (-5.0, 5.0) : (-1.0, 11.0)
    for index in times.indices {
      let value = acceleration(index, withoutGravity: isWithoutGravity)
      low = min(low, value.min())
      high = max(high, value.max())
    }
    let margin = 0.04 * (high - low)
    return low - margin...high + margin
  }
}
