// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Events under a picture: a bar for each with its text beside it, in as many rows as they need.
struct Lanes {
  /// The marks of each row, which do not overlap, with the place of their text.
  private(set) var rows: [[(mark: PlottedRecording.Mark, place: TextPlace)]] = []
  /// The number of marks left out because all rows were full.
  private(set) var left = 0

  /// The place of a text: beside its bar, or on it where there is no room.
  enum TextPlace { case right, left, inside }

  /// The largest number of rows.
  private static let mostRows = 12

  /// The width of a letter at 11 points, on average.
  private static let letter = 6.1

  /// Arranges `marks` for a picture of `width`, over a span of time.
  init(_ marks: [PlottedRecording.Mark], width: Double, of span: ClosedRange<Double>) {
    let x = PictureScale(values: span, start: 0, end: width)
    var ends: [Double] = []
    for mark in marks where mark.meaning != .rejected {
      let text = Double(Self.text(mark).count) * Self.letter + 8
      let (start, end) = (x.place(mark.start), x.place(mark.end))
      let place: TextPlace = end + text <= width ? .right : start >= text ? .left : .inside
      let room =
        switch place {
        case .right: start...max(start, end) + text
        case .left: start - text...max(start, end)
        case .inside: start...max(start + text, end)
        }
      let row = ends.firstIndex { $0 <= room.lowerBound } ?? ends.count
      guard row < Self.mostRows else {
        left += 1
        continue
      }
      if row == ends.count {
        ends.append(0)
        rows.append([])
      }
      ends[row] = room.upperBound
      rows[row].append((mark, place))
    }
  }

  private static func text(_ mark: PlottedRecording.Mark) -> String {
    String(mark.text.prefix(120))
  }

  func draw(_ x: PictureScale, top: Double, _ svg: inout SVG) {
    for (row, marks) in rows.enumerated() {
      let y = top + Double(row) * 20
      for (mark, place) in marks {
        let (start, end) = (x.place(mark.start), x.place(mark.end))
        svg.rectangle(
          start, y, max(end - start, 3), 14, fill: Picture.color(mark.meaning), title: mark.text)
        let text = Self.text(mark)
        switch place {
        case .right: svg.text(max(end, start + 3) + 4, y + 11, text, size: 11)
        case .left: svg.text(start - 4, y + 11, text, .end, size: 11)
        case .inside: svg.text(start + 4, y + 11, text, size: 11)
        }
      }
    }
  }
}
