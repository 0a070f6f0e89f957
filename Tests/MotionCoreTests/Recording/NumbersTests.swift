// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import TestSupport
import Testing

@testable import MotionCore

@Suite struct NumbersTests {
  /// The standard library's parser rounds correctly: ours must agree to the bit.
  private func expectSame(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(
      bytes.span.decimal(0..<bytes.count)?.bitPattern == Double(text)?.bitPattern,
      "\(text.debugDescription)")
  }

  @Test("the edges of what is exact")
  func edges() {
    for text in [
      "0", "-0", "0.0", "-0.000", "1", "-1", "9.80665", "999999999999999", "9999999999999999",
      "123456789012345678901234567890", "0.1", "0.3", "1e22", "1e23", "1e-22", "1e-23", "5e-324",
      "1.7976931348623157e308", "2.2250738585072014e-308", "4.9406564584124654e-324", "1e-400",
      "0.000000000000000000000000000001", "9007199254740993", "00000000000000000000001.5", "1.",
      ".5", "+.5e1", "1e+2", "1E-2",
    ] { expectSame(text) }
  }

  @Test("random numbers, short and long", arguments: 1...LongTests.count(4, long: 20))
  func random(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let digits = Int.random(in: 1...20, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      let point = Int.random(in: 0...digits, using: &random)
      for place in 0..<digits {
        if place == point { text += "." }
        text += "\(Int.random(in: 0...9, using: &random))"
      }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -40...40, using: &random))" }
      expectSame(text)
      expectSame("\(random.normal() * 20)")
    }
  }

  @Test("the largest and smallest timestamps")
  func integers() {
    for (text, value) in [
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min), ("+7", 7),
    ] {
      let bytes = Array(text.utf8)
      #expect(bytes.span.integer(0..<bytes.count) == value)
    }
    for text in ["9223372036854775808", "-9223372036854775809", "", "-", "1 2", "1e3"] {
      let bytes = Array(text.utf8)
      #expect(bytes.span.integer(0..<bytes.count) == nil)
    }
  }

  /// A number of as many digits as a plain one can have before and behind its point, and more.
  private func number(_ random: inout SeededGenerator) -> String {
    let isOdd = Int.random(in: 0..<16, using: &random) == 0
    let whole = Int.random(in: isOdd ? 0...8 : 1...2, using: &random)
    let fraction = Int.random(in: 0...Int.random(in: 1...14, using: &random), using: &random)
    let digits = (0..<whole + fraction).map { _ in "\(Int.random(in: 0...9, using: &random))" }
    return (Bool.random(using: &random) ? "-" : "") + digits[..<whole].joined()
      + (Int.random(in: 0..<8, using: &random) > 0 ? "." : "") + digits[whole...].joined()
  }

  @Test(
    "the parser of plain lines gives what the exact one gives, or nothing",
    arguments: 1...LongTests.count(3, long: 20),
    ["z,extra,timestamp_ns,y,x", "timestamp_ns,x,y,z"])
  func plain(_ seed: UInt64, _ header: String) throws {
    var random = SeededGenerator(seed: seed)
    let columns = try RecordingColumns(header: Array(header.utf8).span, isFirstLine: true)
    let pieces = [
      "0", "1", "5", "9", "00", "123456", ".", "-", "+", "e", " ", ",", "1e2", "\r", "-0.0", "é",
    ]
    let room = [UInt8(ascii: "\n")] + [UInt8](repeating: 0, count: RecordingColumns.plainRoom)
    var plain = 0
    for _ in 0..<2000 {
      // Mostly a number in each field, now and then anything.
      let fields = (0..<columns.count).map { field in
        switch Int.random(in: 0..<40, using: &random) {
        case 0:
          return (0..<Int.random(in: 0...4, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        case 1...10 where field != columns.timestamp:
          return "\(Int.random(in: -400...400, using: &random))"
        case 11...15 where field != columns.timestamp:
          // As long as numbers get, and longer.
          return "\(Double.random(in: -400...400, using: &random))"
        default:
          return field == columns.timestamp
            ? "\(Int64.random(in: -1_000_000_000_000...2_000_000_000_000_000, using: &random))"
            : number(&random)
        }
      }
      let line = Array(fields.joined(separator: ",").utf8)
      var end = 0
      guard let reading = columns.plainReading(in: (line + room).span, at: &end) else { continue }
      #expect(end == line.count + 1)
      guard RecordingFormat.admits(reading, after: nil) else { continue }
      plain += 1
      let exact = try columns.exactReading(in: line.span, after: nil)
      #expect(reading.timestamp == exact.timestamp)
      for axis in 0..<3 {
        #expect(
          reading.acceleration[axis].bitPattern == exact.acceleration[axis].bitPattern,
          "\(String(decoding: line, as: UTF8.self))")
      }
    }
    #expect(plain > 500)
  }

  @Test(
    "a recording in pieces is what it is with carriage returns, which no plain line has",
    arguments: 1...LongTests.count(6, long: 40), [true, false])
  func onePass(_ seed: UInt64, _ isUsual: Bool) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "-0.0", "1e2", " 3", "4\r", "", ".5", "5.", ".", "-", "12345678901234567890", "#", "999",
    ]
    let starts: [Int64] = [0, 1_760_000_000_000_000_000, -1_000_000_000]
    var time = starts.randomElement(using: &random) ?? 0
    let lines = (0..<200).map { _ in
      time += Int64.random(in: 1...20_000_000, using: &random)
      var fields = ["\((random.normal() * 20_000).rounded() / 1000)"]
      fields.insert(contentsOf: isUsual ? ["\(time)"] : ["0", "\(time)"], at: isUsual ? 0 : 1)
      // Shorter than the parser's two words, and now and then longer.
      let scale = Int.random(in: 0..<8, using: &random) > 0 ? 1e6 : 1e17
      fields += (0..<2).map { _ in "\((random.normal() * 10 * scale).rounded() / scale)" }
      // One line in a hundred is odd, and most odd ones are mistakes.
      if Int.random(in: 0..<100, using: &random) == 0 {
        fields[Int.random(in: fields.indices, using: &random)] =
          pieces.randomElement(using: &random) ?? ""
      }
      return fields.joined(separator: ",")
    }
    let header = isUsual ? "timestamp_ns,x,y,z" : "z,extra,timestamp_ns,y,x"
    func parsed(_ end: String, inPiecesOf size: Int) -> ([Reading], RecordingError?) {
      var parser = RecordingParser()
      var readings: [Reading] = []
      let bytes = ([header] + lines).flatMap { Array("\($0)\(end)".utf8) }
      do throws(RecordingError) {
        for start in stride(from: 0, to: bytes.count, by: size) {
          let end = min(start + size, bytes.count)
          try parser.parse(bytes.span.extracting(start..<end)) { readings.append($0) }
        }
        try parser.finish()
      } catch { return (readings, error) }
      return (readings, nil)
    }
    let (expected, problem) = parsed("\r\n", inPiecesOf: .max / 2)
    for size in [1, 97, 1000, .max / 2] {
      let (readings, error) = parsed("\n", inPiecesOf: size)
      #expect(error?.line == problem?.line && error?.problem == problem?.problem)
      #expect(readings == expected)
      #expect(
        zip(readings, expected).allSatisfy {
          $0.acceleration.z.sign == $1.acceleration.z.sign
        })
    }
  }
}
