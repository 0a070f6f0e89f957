// SPDX-License-Identifier: Apache-2.0

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
    "dates and times of day",
    arguments: [
      ("1970-01-02 00:00:01.5", 86_401_500_000_000),
      ("2018-10-03 17:23:55.4640", 1_538_587_435_464_000_000),
      ("2018-10-03T17:23:55.464Z", 1_538_587_435_464_000_000),
      ("2018-10-03T17:23:55.464+02:00", 1_538_587_435_464_000_000),
      ("2018-10-03 17:23:55:464", 1_538_587_435_464_000_000), ("17:23:55:464", 62_635_464_000_000),
    ])
  func writtenTimes(_ text: String, _ nanoseconds: Int64) {
    #expect(WrittenTime.nanoseconds(text) == nanoseconds)
  }

  @Test(
    "what is no time",
    arguments: [
      "", "12", "12.5", "1,2,3", "25:00:00", "2018-10-03", "abc", "3173-01-05T13:41:07.350",
    ])
  func noTime(_ text: String) {
    #expect(WrittenTime.nanoseconds(text) == nil)
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

  @Test(
    "a date that does not exist is refused",
    arguments: ["2018-10-999999999 17:23:55", "2018-13-01 17:23:55", "2018-10-00 17:23:55"])
  func dates(_ text: String) {
    #expect(WrittenTime.nanoseconds(text) == nil)
  }
}
