// SPDX-License-Identifier: Apache-2.0

/// Events under a picture: a bar for each with its text behind it, in as many rows as they need.
///
/// A text that would leave the picture ends at its edge, over its bar.
struct Lanes: Equatable {
  /// The row of each mark; nil for a rejection, and for one that found all rows full.
  private(set) var rows: [Int?] = []
  /// The number of rows.
  private(set) var count = 0
  /// The number of marks left out because all rows were full.
  private(set) var left = 0

  /// The distance of two rows.
  static let height = 20.0
  /// The largest number of rows.
  private static let mostRows = 12
  /// The width of a letter at 11 points, on average.
  private static let letter = 6.1
  /// The most letters of a text.
  private static let mostLetters = 120

  /// Arranges `marks` for a picture of `width`, over a span of time.
  init(_ marks: [PlottedRecording.Mark], width: Double, of span: ClosedRange<Double>) {
    let x = PictureScale(values: span, start: 0, end: width)
    var ends: [Double] = []
    for mark in marks {
      guard mark.meaning != .rejected else {
        rows.append(nil)
        continue
      }
      let text = Double(Self.text(mark).count) * Self.letter + 8
      let (start, end) = (x.place(mark.start), x.place(mark.end))
      let textStart = min(end, width - text)
      let row = ends.firstIndex { $0 <= min(start, textStart) } ?? ends.count
      guard row < Self.mostRows else {
        left += 1
        rows.append(nil)
        continue
      }
      if row == ends.count { ends.append(0) }
      ends[row] = textStart + text
      rows.append(row)
    }
    count = ends.count
  }

  /// Lanes for a page that zooms, each with the least pixels of a second: at more they hold, too,
  /// as bars move apart and texts do not grow.
  static func levels(
    _ marks: [PlottedRecording.Mark], of span: ClosedRange<Double>
  ) -> [(density: Double, lanes: Lanes)] {
    var levels: [(density: Double, lanes: Lanes)] = []
    // From a narrow screen to the closest look.
    for step in 0...20 {
      let width = Double(200 << step)
      let lanes = Lanes(marks, width: width, of: span)
      if lanes != levels.last?.lanes {
        levels.append((width / (span.upperBound - span.lowerBound), lanes))
      }
      if lanes.count <= 1, lanes.left == 0 { break }
    }
    return levels
  }

  /// The text of a mark, as long as there is room for it.
  static func text(_ mark: PlottedRecording.Mark) -> String {
    String(mark.text.prefix(mostLetters))
  }

  /// Draws `marks`, which these lanes were arranged for.
  func draw(
    _ marks: [PlottedRecording.Mark], _ x: PictureScale, top: Double, _ svg: inout SVG
  ) {
    for (mark, row) in zip(marks, rows) {
      guard let row else { continue }
      let y = top + Double(row) * Self.height
      let (start, end) = (x.place(mark.start), x.place(mark.end))
      svg.rectangle(
        start, y, max(end - start, 3), 14, fill: mark.meaning.color, title: mark.text)
      let text = Self.text(mark)
      let isBehind = end + Double(text.count) * Self.letter + 8 <= x.end
      svg.text(
        isBehind ? max(end, start + 3) + 4 : x.end, y + 11, text, isBehind ? .start : .end, size: 11
      )
    }
  }
}
