// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit

/// A color of the palette.
struct Color: Hashable {
  /// Its index in ``palette``.
  let index: UInt8

  static let background = Color(index: 0)
  static let selection = Color(index: 1)
  /// Those of tiles.
  static let tiles = (2...6).map { Color(index: $0) }

  /// Red, green and blue of each color, from the highest byte to the lowest.
  static let palette: [UInt32] = [
    0x20_2124, 0xFF_FFFF, 0xE6_4A19, 0x19_76D2, 0x38_8E3C, 0xFB_C02D, 0x7B_1FA2,
  ]

  var rgb: UInt32 { Self.palette[Int(index)] }
}

/// A picture in memory, of rectangles.
struct Canvas {
  let width: Int
  let height: Int
  /// The indices of colors, row by row from the top left.
  private(set) var pixels: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: Color.background.index, count: width * height)
  }

  subscript(x: Int, y: Int) -> Color { Color(index: pixels[y * width + x]) }

  /// Fills a rectangle, in pixels, as far as it is in the picture.
  mutating func fill(_ rect: CGRect, _ color: Color) {
    func range(_ lower: Double, _ upper: Double, _ limit: Int) -> Range<Int> {
      let start = Int(min(max(lower.rounded(), 0), Double(limit)))
      return start..<max(start, Int(min(upper.rounded(), Double(limit))))
    }
    let columns = range(rect.minX, rect.maxX, width)
    for row in range(rect.minY, rect.maxY, height) {
      for column in columns { pixels[row * width + column] = color.index }
    }
  }
}

extension Canvas {
  /// Draws the dots of fingers as rings, above what is there.
  ///
  /// - Parameters:
  ///   - dots: the dots
  ///   - size: the size of the window that they are in, in points
  mutating func draw(_ dots: [TouchFeedback.Dot], of size: CGSize) {
    guard size.width > 0, size.height > 0 else { return }
    let (x, y) = (Double(width) / size.width, Double(height) / size.height)
    for dot in dots {
      let middle = CGPoint(x: dot.center.x * x, y: dot.center.y * y)
      let (outer, inner) = (dot.radius * x, dot.radius * x * 0.7)
      for row in -Int(outer)...Int(outer) {
        let half = (outer * outer - Double(row * row)).squareRoot()
        let hole = max(inner * inner - Double(row * row), 0).squareRoot()
        let top = middle.y + Double(row)
        for side in [-half, hole] {
          fill(
            CGRect(x: middle.x + side, y: top, width: half - hole, height: 1), .selection)
        }
      }
    }
  }
}

extension Board {
  /// Draws the tiles, from back to front, and a frame round the selected one.
  func draw(on canvas: inout Canvas) {
    guard frame.width > 0, frame.height > 0 else { return }
    let (x, y) = (Double(canvas.width) / frame.width, Double(canvas.height) / frame.height)
    func pixels(_ rect: CGRect) -> CGRect {
      CGRect(x: rect.minX * x, y: rect.minY * y, width: rect.width * x, height: rect.height * y)
    }
    for tile in tiles {
      if tile.number == selected?.number {
        canvas.fill(pixels(tile.frame).insetBy(dx: -4, dy: -4), .selection)
      }
      canvas.fill(pixels(tile.frame), Color.tiles[tile.color])
    }
  }
}
