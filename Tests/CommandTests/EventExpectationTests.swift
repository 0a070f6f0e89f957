// SPDX-License-Identifier: Apache-2.0

import Commands
import Testing

@Suite struct EventExpectationTests {
  private let expected = """
    {"source":"there/a.csv","motion":"shake","phase":"began","timestamp_ns":100,"gravity":[0.0,1.5,-2.0]}
    {"source":"there/a.csv","motion":"tap","phase":"recognized","timestamp_ns":200}

    """

  private func difference(_ found: String..., of kinds: Set<String> = ["shake", "tap"]) throws
    -> [String]
  {
    try EventExpectation(parsing: expected).difference(from: found, of: kinds)
  }

  @Test("folders, further members, and how a number is written do not count")
  func same() throws {
    let shake =
      #"{"source":"here/a.csv","motion":"shake","phase":"began","timestamp_ns":100,"gravity":[0.0, 1.5, -2.0],"new":1}"#
    let tap = #"{"source":"a.csv","motion":"tap","phase":"recognized","timestamp_ns":2e2}"#
    #expect(try difference(shake, tap) == [])
    #expect(try difference(shake, of: ["shake"]) == [])
  }

  @Test(
    "any other difference counts",
    arguments: [
      #"{"source":"b.csv","motion":"tap","phase":"recognized","timestamp_ns":200}"#,
      #"{"source":"a.csv","motion":"tap","phase":"recognized","timestamp_ns":201}"#,
      #"{"source":"a.csv","motion":"tap","timestamp_ns":200}"#,
      #"{"source":"a.csv","motion":"doubleTap","phase":"recognized","timestamp_ns":200}"#,
    ])
  func different(_ line: String) throws {
    let tap = #"{"source":"there/a.csv","motion":"tap","phase":"recognized","timestamp_ns":200}"#
    #expect(try difference(line, of: ["tap"]) == ["- \(tap)", "+ \(line)"])
  }

  @Test("missing and further events stand in the order of time")
  func order() throws {
    let shake = String(expected.split(separator: "\n")[0])
    let tap = String(expected.split(separator: "\n")[1])
    let other = #"{"source":"a.csv","motion":"shake","phase":"ended","timestamp_ns":150}"#
    #expect(try difference(shake, other, tap) == ["+ \(other)"])
    #expect(try difference() == ["- \(shake)", "- \(tap)"])
    #expect(try difference(tap) == ["- \(shake)"])
  }

  @Test("kinds and number of what is expected, and lines that are none")
  func parsing() throws {
    let expectation = try EventExpectation(parsing: expected)
    #expect(expectation.kinds == ["shake", "tap"])
    #expect(expectation.count == 2)
    #expect(try EventExpectation(parsing: "").count == 0)
    for line in ["x", "{", "{}", #"{"a":1}"#, #"{"motion":"tap""#, #"{"motion"}"#] {
      #expect(throws: EventExpectation.BadLine.self) { try EventExpectation(parsing: line) }
    }
  }
}
