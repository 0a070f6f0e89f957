// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

@Suite struct RecordingParserTests {
  @Test("notes, header and readings")
  func whole() throws {
    let recording = try parse(
      """
      # Synthetic
      # device: bma400
      # comment: a: b
      # recorded at 12:30, see https://example.org
      timestamp_ns,x,y,z
      0,0.02,-0.11,9.79
      10000000,-3e-2,+1.5E1,.5

      """)
    #expect(
      recording.notes == [
        RecordingNote(nil, "Synthetic"), RecordingNote("device", "bma400"),
        RecordingNote("comment", "a: b"),
        RecordingNote(nil, "recorded at 12:30, see https://example.org"),
      ])
    #expect(
      recording.readings == [
        reading(0, 0.02, -0.11, 9.79), reading(10_000_000, -0.03, 15, 0.5),
      ])
  }

  @Test("columns in any order, extra columns, blanks, carriage returns, a byte order mark")
  func tolerated() throws {
    let recording = try parse(
      "\u{FEFF}z, label ,y,timestamp_ns,x\r\n3,walk,2,-5,1\r\n 6 ,,\t5,7, 4\r\n")
    #expect(recording.readings == [reading(-5, 1, 2, 3), reading(7, 4, 5, 6)])
    let noted = try parse("\u{FEFF}# a: b\ntimestamp_ns,x,y,z\n")
    #expect(noted == Recording(notes: [RecordingNote("a", "b")], readings: []))
  }

  @Test("what is written parses back to the same value")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 3)
    let readings = (0..<500).map { index in
      Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 9_999_991),
        acceleration: random.normalVector(deviation: index.isMultiple(of: 2) ? 30 : 1e-7))
    }
    let recording = Recording(
      notes: [RecordingNote(nil, "a comment"), RecordingNote("rate_hz", "100")], readings: readings)
    #expect(try parse(recording.text) == recording)
  }

  @Test("a note of several lines is written as one")
  func noteOfLines() throws {
    let recording = Recording(notes: [RecordingNote("device", "a\nb")], readings: [])
    #expect(try parse(recording.text).notes == [RecordingNote("device", "a b")])
  }

  @Test("any split into pieces gives the same")
  func splits() throws {
    let text = "# device: x\r\ntimestamp_ns,x,y,z\n0,1,2,3\n5,4,5,6\n"
    let whole = try parse(text)
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var parser = RecordingParser()
        var readings: [Reading] = []
        for piece in [0..<first, first..<second, second..<bytes.count] {
          try parser.parse(bytes[piece].span) { readings.append($0) }
        }
        try parser.finish()
        #expect(Recording(notes: parser.notes, readings: readings) == whole)
      }
    }
  }

  @Test("the shortest lines, in pieces of any size, into an array that is used again")
  func intoArray() {
    let bytes = Array("timestamp_ns,x,y,z\n0,0,0,0\n1,0,0,0\n2,0,0,0\n3,0,0,0\noops\n".utf8)
    for size in 1...bytes.count {
      var parser = RecordingParser()
      var (readings, count, times) = ([Reading](), 0, [Int64]())
      var problem: RecordingError?
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = bytes[start..<min(start + size, bytes.count)]
        do throws(RecordingError) {
          try parser.parse(piece.span, into: &readings, count: &count)
        } catch { problem = problem ?? error }
        times += readings[..<count].map(\.timestamp.nanoseconds)
      }
      #expect(times == [0, 1, 2, 3], "pieces of \(size)")
      #expect(problem?.line == 6, "pieces of \(size)")
    }
  }

  @Test("a parser that failed keeps failing, with the first error")
  func staysFailed() {
    var parser = RecordingParser()
    let bad = Array("timestamp_ns,x,y,z\n0,1,2,oops\n".utf8)
    let good = Array("1,1,2,3\n".utf8)
    let error = RecordingError(line: 2, column: 7, problem: .notANumber)
    #expect(throws: error) { try parser.parse(bad.span) { _ in Issue.record("a reading") } }
    #expect(throws: error) { try parser.parse(good.span) { _ in Issue.record("a reading") } }
    #expect(throws: error) { try parser.parse([UInt8(ascii: "1")].span) { _ in } }
    #expect(throws: error) { try parser.finish() }
  }

  @Test(
    "no input whatsoever stops the process; what is accepted is sound",
    arguments: 1...LongTests.count(40, long: 300))
  func garbage(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789.,-+eE#:x\n\r \t\u{0}\u{FF}timestamp_ns".utf8)
    var bytes = seed.isMultiple(of: 2) ? Array("timestamp_ns,x,y,z\n".utf8) : []
    for _ in 0..<Int.random(in: 0..<400, using: &random) {
      bytes.append(alphabet.randomElement(using: &random) ?? 0)
    }
    var parser = RecordingParser()
    var last: Timestamp?
    do throws(RecordingError) {
      try parser.parse(bytes.span) { reading in
        #expect(reading.isPlausible, "seed \(seed)")
        #expect(last.map { reading.timestamp > $0 } ?? true, "seed \(seed)")
        last = reading.timestamp
      }
      try parser.finish()
      #expect(bytes.last == UInt8(ascii: "\n"), "seed \(seed)")
    } catch {
      #expect(error.line >= 1 && error.column >= 1, "seed \(seed)")
    }
  }

  private func parse(_ text: String) throws(RecordingError) -> Recording {
    let bytes = Array(text.utf8)
    return try Recording(parsing: bytes.span)
  }

  private func reading(_ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double) -> Reading {
    Reading(timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: SIMD3(x, y, z))
  }
}
