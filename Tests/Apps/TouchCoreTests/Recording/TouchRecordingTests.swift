// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing
import TouchCore

private let header = "timestamp_ns,finger,change,x,y\n"

@Suite("Recordings of touches") struct TouchRecordingTests {
  @Test("notes, header and changes; lines of one timestamp are one frame")
  func whole() throws {
    let recording = try parse(
      """
      # Drawn by hand
      # panel: Goodix
      timestamp_ns,finger,change,x,y
      0,0,down,120.5,3e2
      8000000,0,move,-1.25,300
      8000000,7,down,+4,.5
      16000000,0,up,,
      16000000,7,cancel,,

      """)
    #expect(
      recording.notes == [RecordingNote(nil, "Drawn by hand"), RecordingNote("panel", "Goodix")])
    #expect(
      recording.frames == [
        frame(0, TouchChange(0, .down(Point(x: 120.5, y: 300)))),
        frame(
          8, TouchChange(0, .move(Point(x: -1.25, y: 300))),
          TouchChange(7, .down(Point(x: 4, y: 0.5)))),
        frame(16, TouchChange(0, .up), TouchChange(7, .cancel)),
      ])
  }

  @Test("columns in any order, extra columns, blanks, carriage returns, a byte order mark")
  func tolerated() throws {
    let recording = try parse(
      "\u{FEFF}y, label ,x,change,timestamp_ns,finger\r\n2,thumb,1,down,-5,3\r\n ,, ,\tup,7, 3\r\n")
    #expect(
      recording.frames == [
        TouchFrame(
          timestamp: Timestamp(nanoseconds: -5),
          changes: [TouchChange(3, .down(Point(x: 1, y: 2)))]),
        TouchFrame(timestamp: Timestamp(nanoseconds: 7), changes: [TouchChange(3, .up)]),
      ])
  }

  @Test("what is written parses back to the same frames, whatever they are", arguments: 1...200)
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var now = Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
    let frames = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
      now += Int64.random(in: 1...20_000_000, using: &random)
      return TouchFrame(
        timestamp: Timestamp(nanoseconds: now),
        changes: (0..<Int.random(in: 1...5, using: &random)).map { _ in change(&random) })
    }
    let recording = TouchRecording(notes: [RecordingNote("seed", "\(seed)")], frames: frames)
    #expect(try parse(recording.text) == recording)
  }

  @Test("places that are no numbers and time that goes back are not for a recording")
  func admits() {
    let now = Timestamp(nanoseconds: 5)
    func admits(_ kind: TouchChange.Kind, after last: Int64?) -> Bool {
      TouchRecording.admits(
        TouchFrame(timestamp: now, changes: [TouchChange(0, kind)]),
        after: last.map { Timestamp(nanoseconds: $0) })
    }
    #expect(admits(.up, after: nil))
    #expect(admits(.up, after: 5))
    #expect(!admits(.up, after: 6))
    #expect(!admits(.down(Point(x: .nan, y: 0)), after: nil))
    #expect(!admits(.move(Point(x: 0, y: .infinity)), after: nil))
  }

  @Test(
    "a bad line is refused with its line and column",
    arguments: [
      ("", 1, 1, .headerMissing),
      ("# a: b\n", 2, 1, .headerMissing),
      ("1,2\n", 1, 1, .headerExpected),
      ("timestamp_ns,x,y,z\n", 1, 1, .columnMissing("finger")),
      ("timestamp_ns,finger,change,x,y,finger\n", 1, 32, .columnTwice("finger")),
      (header + "# late\n", 2, 1, .commentAmongChanges),
      (header + "\n", 2, 1, .emptyLine),
      (header + "0,0,up,\n", 2, 1, .fieldCount(expected: 5, found: 4)),
      (header + "0.5,0,up,,\n", 2, 1, .notATimestamp),
      (header + "5,0,up,,\n4,1,up,,\n", 3, 1, .earlier(than: 5)),
      (header + "0,a,up,,\n", 2, 3, .notAFinger),
      (header + "0,4294967296,up,,\n", 2, 3, .notAFinger),
      (header + "0,0,lift,,\n", 2, 5, .notAChange),
      (header + "0,0,down,1,\n", 2, 12, .notANumber),
      (header + "0,0,down,inf,2\n", 2, 10, .notANumber),
      (header + "0,0,move,1,1e7\n", 2, 12, .tooLarge),
      (header + "0,0,up,1,\n", 2, 8, .placeOfAnEnd),
      (header + "0,0,cancel,,2\n", 2, 13, .placeOfAnEnd),
      (header + "0,0,up,,", 2, 9, .lineCut),
      (String(repeating: "x", count: 5000) + "\n", 1, 1, .lineTooLong(limit: 4096)),
    ] as [(String, Int, Int, TouchRecordingError.Problem)])
  func mistakes(_ text: String, _ line: Int, _ column: Int, _ problem: TouchRecordingError.Problem)
  {
    #expect(throws: TouchRecordingError(line: line, column: column, problem: problem)) {
      try parse(text)
    }
    #expect(!"\(problem)".isEmpty)
  }

  @Test("a comment that is not UTF-8 is refused, and so are too many of them")
  func notes() {
    let bytes: [UInt8] = [UInt8(ascii: "#"), 0xFF, UInt8(ascii: "\n")]
    #expect(throws: TouchRecordingError(line: 1, column: 1, problem: .notUTF8)) {
      try TouchRecording(parsing: bytes.span)
    }
    #expect(throws: TouchRecordingError(line: 1001, column: 1, problem: .tooManyNotes(limit: 1000)))
    {
      try parse(String(repeating: "#\n", count: 1001))
    }
  }

  @Test("no input whatsoever stops the process; what is accepted is sound", arguments: 1...300)
  func garbage(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = [
      "0", "1", "-7", "9e9", ",", ",", ",", "down", "move", "up", "cancel", "\n", "#", "\u{FEFF}",
      "timestamp_ns", ",,", " ", "0,0,up,,\n", "1,1,down,2,3\n",
    ]
    var text = seed.isMultiple(of: 3) ? "" : header
    for _ in 0..<Int.random(in: 0..<60, using: &random) {
      text += words.randomElement(using: &random) ?? ""
    }
    do throws(TouchRecordingError) {
      let recording = try parse(text)
      var last: Timestamp?
      for frame in recording.frames {
        #expect(TouchRecording.admits(frame, after: last), "seed \(seed)")
        #expect(!frame.changes.isEmpty && frame.timestamp != last, "seed \(seed)")
        last = frame.timestamp
      }
    } catch {
      #expect(error.line >= 1 && error.column >= 1, "seed \(seed)")
    }
  }

  private func parse(_ text: String) throws(TouchRecordingError) -> TouchRecording {
    let bytes = Array(text.utf8)
    return try TouchRecording(parsing: bytes.span)
  }

  private func frame(_ milliseconds: Int64, _ changes: TouchChange...) -> TouchFrame {
    TouchFrame(timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000), changes: changes)
  }

  private func change(_ random: inout SeededGenerator) -> TouchChange {
    let finger = Int32.random(in: .min ... .max, using: &random)
    let point = Point(
      x: Double.random(in: -Point.limit...Point.limit, using: &random),
      y: Double.random(in: -1e-9...1e-9, using: &random))
    let kinds: [TouchChange.Kind] = [.down(point), .move(point), .up, .cancel]
    return TouchChange(finger, kinds.randomElement(using: &random) ?? .up)
  }
}
