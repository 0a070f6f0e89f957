// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import MotionCore
import MotionSynthesis
import Testing

/// One JSON object on one line, as Foundation's encoder writes it.
struct JSONObjectTests {
  private struct Everything: Encodable {
    var text: String
    var number: Double
    var missing: Double?
    var list: [Double]
    var members: [String: String]
  }

  private static let scalars: [Unicode.Scalar] = [
    "a", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{c}", "\u{1}", "\u{1f}", "\u{7f}", "\u{9b}",
    "ß",
    "²", "🙂",
  ]

  @Test("any value is written as Foundation writes it, but for what a terminal obeys")
  func any() throws {
    var random = SeededGenerator(seed: 3)
    func text() -> String {
      var text = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text.unicodeScalars.append(Self.scalars.randomElement(using: &random) ?? "a")
      }
      return text
    }
    func number() -> Double {
      let value = Double.random(in: -3...3, using: &random)
      switch Int.random(in: 0...4, using: &random) {
      case 0: return value.rounded()
      case 1: return value * 1e-9
      case 2: return value * 1e21
      default: return value
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for _ in 0..<300 {
      let value = Everything(
        text: text(), number: number(),
        missing: Bool.random(using: &random) ? number() : nil, list: [number(), number()],
        members: [text(): text(), "k": text()])
      let object = jsonObject([
        "text": value.text.jsonString, "number": value.number.jsonNumber,
        "missing": value.missing?.jsonNumber, "list": jsonArray(value.list.map(\.jsonNumber)),
        "members": jsonObject(value.members.mapValues(\.jsonString)),
      ])
      let expected = String(decoding: try encoder.encode(value), as: UTF8.self)
        .replacing("\u{7f}", with: "\\u007f").replacing("\u{9b}", with: "\\u009b")
      #expect(object == expected)
    }
  }

  @Test("a number that JSON does not have is null")
  func notFinite() {
    #expect([.nan, .infinity, -.infinity].map(\Double.jsonNumber) == ["null", "null", "null"])
  }
}
