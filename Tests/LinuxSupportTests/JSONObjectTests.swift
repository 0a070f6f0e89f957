// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionSynthesis
import Testing

/// One JSON object on one line, as Foundation's encoder writes it.
struct JSONObjectTests {
  private struct Everything: Encodable {
    var text: String
    var number: Double
    var count: Int
    var flag: Bool
    var missing: Double?
    var list: [Double]
    var nested: [[String: Int]]
    var members: [String: String]
    var optionals: [Int?]
  }

  private static let scalars: [Unicode.Scalar] = [
    "a", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{c}", "\u{1}", "\u{1f}", "\u{7f}", "ß", "²",
    "🙂",
  ]

  @Test("any value is written as Foundation writes it")
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
        text: text(), number: number(), count: .random(in: .min ... .max, using: &random),
        flag: .random(using: &random), missing: Bool.random(using: &random) ? number() : nil,
        list: [number(), number()], nested: [["b": 1, "a": 2], [:]],
        members: [text(): text(), "k": text()], optionals: [1, nil])
      let expected = String(decoding: try encoder.encode(value), as: UTF8.self)
      #expect(try value.jsonObject == expected)
    }
  }

  @Test("a number that JSON does not have is an error")
  func notFinite() {
    #expect(throws: EncodingError.self) { try ["x": Double.nan].jsonObject }
  }
}
