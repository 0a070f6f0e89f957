// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The elements of an SVG picture, as text.
struct SVG {
  private(set) var text = ""

  /// The ways to align texts.
  enum Anchor: String {
    case start, middle, end
  }

  /// The style that turns light colors dark, and keeps their hue, where the reader prefers that.
  ///
  /// librsvg ignores it, so a PNG is light.
  static func dark(_ element: String) -> String {
    "@media(prefers-color-scheme:dark){\(element){filter:invert(.9) hue-rotate(180deg)}}"
  }

  /// A picture of this size.
  init(width: Double, height: Double) {
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
      viewBox="0 0 \(number(width)) \(number(height))" font-family="sans-serif" font-size="12" fill="#333">
      <style>\(Self.dark("svg"))</style>
      <rect width="100%" height="100%" fill="#fff"/>

      """
  }

  mutating func add(_ line: String) { text += line + "\n" }

  /// A rectangle; `title` is shown under the pointer.
  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, fill: String, opacity: Double = 1,
    stroke: String? = nil, title: String? = nil
  ) {
    let line = stroke.map { " stroke=\"\($0)\"" } ?? ""
    let opaque = opacity < 1 ? " fill-opacity=\"\(number(opacity))\"" : ""
    let start =
      "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(max(width, 0)))\" height=\"\(number(height))\""
      + " fill=\"\(fill)\"\(opaque)\(line)"
    add(title.map { "\(start)><title>\(Self.escaped($0))</title></rect>" } ?? "\(start)/>")
  }

  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, fill: String) {
    add(
      "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" fill=\"\(fill)\"/>")
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, stroke: String, dashed: Bool = false
  ) {
    let dashes = dashed ? " stroke-dasharray=\"4 3\"" : ""
    add(
      "<path d=\"M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))\" stroke=\"\(stroke)\" fill=\"none\"\(dashes)/>"
    )
  }

  mutating func polyline(_ points: [(Double, Double)], stroke: String) {
    guard points.count > 1 else { return }
    let path = points.map { "\(tenths($0.0)),\(tenths($0.1))" }.joined(separator: " ")
    add(
      "<polyline points=\"\(path)\" stroke=\"\(stroke)\" fill=\"none\" stroke-linejoin=\"round\"/>")
  }

  mutating func text(
    _ x: Double, _ y: Double, _ text: String, _ anchor: Anchor = .start, fill: String = "#333",
    size: Double = 12, isBold: Bool = false
  ) {
    add(
      "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor.rawValue)\" fill=\"\(fill)\""
        + (size == 12 ? "" : " font-size=\"\(number(size))\"")
        + (isBold ? " font-weight=\"bold\"" : "") + ">\(Self.escaped(text))</text>")
  }

  mutating func end() { text += "</svg>\n" }

  /// `text` as the content of an element or an attribute.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // XML has neither of them.
      case "\u{0}"..<" ", "\u{FFFE}"..."\u{FFFF}": escaped += "?"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// A number as short as possible, rounded to this part of one.
func number(_ value: Double, to part: Double = 100) -> String {
  let rounded = (value * part).rounded() / part
  return rounded == rounded.rounded() && rounded.magnitude < 1e15
    ? "\(Int64(rounded))" : "\(rounded)"
}

/// A place in a picture, to a tenth of a point.
private func tenths(_ value: Double) -> String { number((value * 10).rounded() / 10) }
