// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@Suite struct RecordingErrorTests {
  struct Case: CustomTestStringConvertible, CustomStringConvertible, Sendable {
    var text: String
    var line: Int
    var column: Int
    var problem: RecordingError.Problem
    var description: String { testDescription }
    var testDescription: String { "\(text.prefix(40).debugDescription) \(problem)" }

    init(_ text: String, _ line: Int, _ column: Int, _ problem: RecordingError.Problem) {
      (self.text, self.line, self.column, self.problem) = (text, line, column, problem)
    }
  }

  static let header = "timestamp_ns,x,y,z\n"

  static let cases = [
    Case("", 1, 1, .headerMissing),
    Case("# only: notes\n", 2, 1, .headerMissing),
    Case("hello\n", 1, 1, .headerExpected),
    Case("\n", 1, 1, .headerExpected),
    Case("0,1,2,3\n", 1, 1, .headerExpected),
    Case("time,ax,ay,az\n", 1, 1, .foreignHeader(with: [])),
    Case("\"a (s)\",\"b x\",\"b y\",\"b z\"\n", 1, 1, .foreignHeader(with: [.quotes])),
    Case("Timestamp_ns;X;Y;Z\n", 1, 1, .foreignHeader(with: [.semicolons, .capitals])),
    Case("Time\tX\tY\n", 1, 1, .foreignHeader(with: [.tabs, .capitals])),
    Case("\u{7F}ELF\u{2}\u{1}\n", 1, 1, .headerExpected),
    Case("\u{0}\u{0}\u{0}", 1, 1, .headerExpected),
    Case("# a\n\u{FEFF}timestamp_ns,x,y,z\n", 2, 1, .columnMissing("timestamp_ns")),
    Case("timestamp_ns,x,y\n", 1, 1, .columnMissing("z")),
    Case("timestamp,x,y,z\n", 1, 1, .columnMissing("timestamp_ns")),
    Case("timestamp_ns,x, x,y,z\n", 1, 17, .columnTwice("x")),
    Case(header + "# late\n", 2, 1, .commentAmongReadings),
    Case(header + "0,1,2,3\n\n", 3, 1, .emptyLine),
    Case(header + "0,1,2\n", 2, 1, .fieldCount(expected: 4, found: 3)),
    Case(header + "0,1,2,3,4\n", 2, 1, .fieldCount(expected: 4, found: 5)),
    Case(header + "1.5,1,2,3\n", 2, 1, .notATimestamp),
    Case(header + ",1,2,3\n", 2, 1, .notATimestamp),
    Case(header + "-,1,2,3\n", 2, 1, .notATimestamp),
    Case(header + "9223372036854775808,1,2,3\n", 2, 1, .notATimestamp),
    Case(header + "0,1,,3\n", 2, 5, .notANumber),
    Case(header + "0,1, two,3\n", 2, 6, .notANumber),
    Case(header + "0,1,nan,3\n", 2, 5, .notANumber),
    Case(header + "0,1,inf,3\n", 2, 5, .notANumber),
    Case(header + "0,1,1e999,3\n", 2, 5, .notANumber),
    Case(header + "0,1,0x10,3\n", 2, 5, .notANumber),
    Case(header + "0,1,1.2.3,3\n", 2, 5, .notANumber),
    Case(header + "0,1,.,3\n", 2, 5, .notANumber),
    Case(header + "0,1,1e,3\n", 2, 5, .notANumber),
    Case(header + "0,1,-400.5,3\n", 2, 5, .tooLarge),
    Case(header + "0,1,2,3\n4611686018427387904,1,2,3\n", 3, 1, .timeTooLarge),
    Case(header + "0,1,2,3\n 4611686018427387904,1,2,3\n", 3, 2, .timeTooLarge),
    Case(header + "-4611686018427387905,1,2,3\n", 2, 1, .timeTooLarge),
    Case(header + "-9223372036854775808,1,2,3\n", 2, 1, .timeTooLarge),
    Case(header + "9223372036854775807,1,2,3\n", 2, 1, .timeTooLarge),
    Case("x,y,timestamp_ns,z\n1,2,9223372036854775807,3\n", 2, 5, .timeTooLarge),
    Case(header + "0,1,2,3\n0,1,2,3\n", 3, 1, .notLater(than: 0)),
    Case(header + "0,1,2,3\n-1,1,2,3\n", 3, 1, .notLater(than: 0)),
    Case(header + "0,1,2,3\n10,1,2,3", 3, 9, .lineCut),
    Case("timestamp_ns,x,y,z", 1, 19, .lineCut),
    Case(String(repeating: "#\n", count: 1001), 1001, 1, .tooManyNotes(limit: 1000)),
    Case("# " + String(repeating: "long", count: 1100) + "\n", 1, 1, .lineTooLong(limit: 4096)),
    Case(String(repeating: "long", count: 1100), 1, 1, .lineTooLong(limit: 4096)),
  ]

  @Test("a bad line is an error with its place", arguments: cases)
  func place(_ bad: Case) {
    let error = RecordingError(line: bad.line, column: bad.column, problem: bad.problem)
    #expect(throws: error) { try Recording(parsing: Array(bad.text.utf8).span) }
    // Byte by byte, the error and its place are the same.
    #expect(throws: error) {
      var parser = RecordingParser()
      for byte in bad.text.utf8 { try parser.parse([byte].span) { _ in } }
      try parser.finish()
    }
  }

  @Test("a comment that is not UTF-8 is an error")
  func notUTF8() {
    let error = RecordingError(line: 1, column: 1, problem: .notUTF8)
    #expect(throws: error) {
      try Recording(parsing: [UInt8(ascii: "#"), 0xFF, UInt8(ascii: "\n")].span)
    }
  }

  @Test("the description is line:column: what is wrong")
  func description() {
    let error = RecordingError(line: 7, column: 3, problem: .notLater(than: 120))
    #expect("\(error)" == "7:3: not later than the reading before, at 120 ns")
  }
}
