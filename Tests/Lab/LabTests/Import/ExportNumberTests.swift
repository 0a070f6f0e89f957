// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import MotionImport

@Suite struct ExportNumberTests {
  private func number(_ text: String, comma: Bool = false) -> ExportNumber? {
    ExportNumber(Array(text.utf8)[...], hasDecimalComma: comma)
  }

  @Test(
    "numbers of exports",
    arguments: [
      ("1.25", 1.25), ("-0.5", -0.5), ("+3", 3), ("1.250000000E-1", 0.125), ("9.81e0", 9.81),
      (".5", 0.5),
      ("0.1234567890123456789012", 0.1234567890123456789012), ("3.", 3),
    ])
  func decimal(_ text: String, _ value: Double) {
    #expect(number(text)?.double == value)
    #expect(number(String(text.map { $0 == "." ? "," : $0 }), comma: true)?.double == value)
  }

  @Test("numbers of 16 digits and more are rounded as the standard library rounds them")
  func manyDigits() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let digits = String(Int64.random(in: 1 << 53 ... .max, using: &random))
      let point = Int.random(in: 0...19, using: &random)
      let text = String(repeating: "0", count: max(0, point - digits.count)) + digits
      let written = "\(text.dropLast(point)).\(text.suffix(point))"
      #expect(number(written)?.double == Double("0\(written)"), "\(written)")
      #expect(number("-\(written)")?.double == Double("-0\(written)"), "\(written)")
    }
    // Halves between two doubles, and just beside them.
    for text in [
      "9007199254740993.0", "900719925474099.30", "9007199254740993.1", "4503599627370497.5",
    ] {
      #expect(number(text)?.double == Double(text))
    }
  }

  @Test("lines are those of the recording format, to the byte")
  func lines() {
    var random = SeededGenerator(seed: 2)
    var readings = [0.0, -0.0, 1e-6, -1e-6, 0.000_999, 0.001, 400, -400, 9.80665, .pi, 1e-300].map {
      Reading(timestamp: Timestamp(nanoseconds: -Timestamp.limit), acceleration: [$0, -$0, 1])
    }
    for power in [1.0, 1e3, 1e6, 1e9] {
      readings += (0..<2000).map { _ in
        let values = random.normalVector(deviation: 30)
        return Reading(
          timestamp: Timestamp(nanoseconds: .random(in: 0...Timestamp.limit, using: &random)),
          acceleration: (values * power).rounded(.toNearestOrEven) / power)
      }
    }
    for reading in readings {
      var line: [UInt8] = []
      RecordingLines.append(reading, to: &line)
      #expect(String(decoding: line, as: UTF8.self) == RecordingFormat.line(reading))
    }
  }

  @Test(
    "what is no number",
    arguments: ["", "-", "x", "1,5", "1.5.2", "1e", "0x10", "nan", "99999999999999999999"])
  func noNumber(_ text: String) {
    #expect(number(text) == nil)
  }

  @Test("times keep their digits, and are rounded to a nanosecond")
  func times() {
    #expect(number("1767620467350470700")?.integer(timesTenTo: 0) == 1_767_620_467_350_470_700)
    #expect(number("1767620467.3504707")?.integer(timesTenTo: 9) == 1_767_620_467_350_470_700)
    #expect(number("1.4347199996E-1")?.integer(timesTenTo: 9) == 143_472_000)
    #expect(number("-0.0000000015")?.integer(timesTenTo: 9) == -2)
    #expect(number("0.5")?.integer(timesTenTo: 0) == 1)
    #expect(number("1767620467350470700")?.integer(timesTenTo: 9) == nil)
  }

  @Test(
    "numbers at the ends of what can be counted are no trouble",
    arguments: [
      "1e-9223372036854775808", "1e9223372036854775807", "922337203685477580.7",
      "-9223372036854775807.9", "9223372036854775807",
    ])
  func extremes(_ text: String) {
    let number = ExportNumber(Array(text.utf8)[...], hasDecimalComma: false)
    for power in [-30, -1, 0, 1, 9] { _ = number?.integer(timesTenTo: power) }
    #expect((number == nil) == text.contains("e"))
  }
}
