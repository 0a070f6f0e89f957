// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import Testing

@testable import motionctl

@Suite struct LineStamperTests {
  private func stamper(_ times: LineStamper.Times, isJoining: Bool = false) -> LineStamper {
    LineStamper(
      columns: NumberLine.usualColumns, factor: 9.80665 / 1000, times: times, notes: [],
      isJoining: isJoining)
  }

  private func time(_ milliseconds: Int) -> Timestamp {
    Timestamp(nanoseconds: 5_000_000_000 + Int64(milliseconds) * 1_000_000)
  }

  private func readings(_ text: String) throws -> [Reading] {
    try Recording(parsing: Array(text.utf8).span).readings
  }

  @Test("any cut of the bytes gives the same recording, each reading as it comes")
  func cuts() throws {
    let lines = "0,0,1000\n0,100,1000\r\n\nx:5\ny:6\nz:1007\n"
    for size in 1...lines.utf8.count {
      var stamper = stamper(.rate(50))
      var text = ""
      for start in stride(from: 0, to: lines.utf8.count, by: size) {
        let bytes = Array(Array(lines.utf8)[start..<min(start + size, lines.utf8.count)])
        text += try stamper.process(bytes.span, at: time(0)).text
      }
      let readings = try readings(text)
      #expect(readings.map(\.timestamp.nanoseconds) == [0, 20_000_000, 40_000_000])
      #expect(readings.map(\.acceleration.z) == [9.80665, 9.80665, 9.875297])
      #expect(stamper.finish().reports == ["3 readings in 0.0 s, 50.0 a second"])
      #expect(stamper.doubt == nil)
    }
  }

  @Test("times of arrival are smoothed, and begin at 0")
  func arrival() throws {
    var stamper = stamper(.arrival(ArrivalFit()))
    var text = ""
    for number in 0..<500 {
      let jitter = number % 2 == 0 ? 4 : 0
      text += try stamper.process(Array("0,0,1000\n".utf8).span, at: time(10 * number + jitter))
        .text
    }
    let times = try readings(text).map(\.timestamp.nanoseconds)
    #expect(times[0] == 0)
    let steps = zip(times.dropFirst(), times).map { Double($0 - $1) / 1e6 }.suffix(400)
    #expect(steps.allSatisfy { abs($0 - 10) < 0.5 })
    #expect(stamper.doubt == nil)
  }

  @Test("lines of one piece were taken since the one before")
  func burst() throws {
    var stamper = stamper(.arrival(ArrivalFit()))
    var text = ""
    for number in 1...20 {
      text += try stamper.process(
        Array("0,0,1000\n0,0,1001\n".utf8).span, at: time(40 * number)
      ).text
    }
    #expect(
      try readings(text).suffix(3).map(\.timestamp.nanoseconds)
        == [730, 750, 770].map { $0 * 1_000_000 })
  }

  @Test("what cannot be read is named with its line: the first, the tenth, the hundredth")
  func badLines() throws {
    var stamper = stamper(.rate(50))
    var reports = try stamper.process(Array("hello\n0,0,1000\n".utf8).span, at: time(0)).reports
    #expect(reports == ["left out line 1 'hello': 1 value, expected 3, not x, y and z"])
    #expect(stamper.doubt == nil)
    for _ in 0..<200 {
      reports += try stamper.process(Array("0,0\u{1B}\n0,0,1000\n".utf8).span, at: time(0)).reports
    }
    #expect(reports.count == 3)
    #expect(reports[1].hasPrefix("left out 10 lines so far, now line 19 "))
    #expect(
      stamper.finish().reports == ["201 readings in 4.0 s, 50.0 a second; left out 201 lines"])
    #expect(
      stamper.doubt?.hasPrefix("200 lines among the readings could not be read; line 3 ") == true)
  }

  @Test("lines without an axis are named after a second, once, and counted; CR ends a line too")
  func others() throws {
    var stamper = stamper(.arrival(ArrivalFit()))
    var reports: [String] = []
    for number in 0..<300 {
      let end = number % 2 == 0 ? "\r" : "\r\n"
      reports += try stamper.process(
        Array("light:\(number)\(end)".utf8).span, at: time(10 * number)
      )
      .reports
    }
    #expect(reports.count == 1 && reports[0].contains("'light:100', line 101"))
    #expect(stamper.finish().reports == ["0 readings in 0.0 s; 300 without x, y or z"])
    // Beside readings they are no trouble.
    var both = self.stamper(.arrival(ArrivalFit()))
    for number in 0..<300 {
      let text = Array("light:1\n0,0,1000\n".utf8)
      #expect(try both.process(text.span, at: time(10 * number)).reports == [])
    }
    #expect(both.doubt == nil)
  }

  @Test("lines below the name of another sensor are left out, up to an empty line")
  func headings() throws {
    var stamper = stamper(.rate(50))
    let block = """
      Accelerometer:
       X1 = 1
       Y1 = 2
       Z1 = 1003

      Gyroscope:
       X1 = 40
       Y1 = 50
       Z1 = 60
      Thermometer:
       Degrees C1 = 25.5
      =================

      """
    let bare = "Gyro:\nx:4\ny:5\nz:6\n\nx:1\ny:2\nz:1003\n"
    let text = try stamper.process(Array((block + block + bare).utf8).span, at: time(0)).text
    #expect(try readings(text).map(\.acceleration.z) == [9.83607, 9.83607, 9.83607])
    #expect(stamper.bad.all == 0)
  }

  @Test("a zero is taken off")
  func zero() throws {
    var stamper = LineStamper(
      columns: NumberLine.usualColumns, factor: 9.80665 / 100, zero: SIMD3(512, 510, 500),
      times: .rate(50), notes: [])
    let text = try stamper.process(Array("512,510,600\n".utf8).span, at: time(0)).text
    #expect(try readings(text).map(\.acceleration) == [SIMD3(0, 0, 9.80665)])
  }

  @Test("a reading that lost an axis, a value out of range, a long line and a cut one are left out")
  func losses() throws {
    var stamper = stamper(.rate(50))
    func reports(_ text: String) throws -> [String] {
      try stamper.process(Array(text.utf8).span, at: time(0)).reports
    }
    #expect(
      try reports("x:1\ny:2\nx:3\ny:4\nz:5\n") == [
        "left out line 3 'x:3': the reading before it lacks an axis"
      ])
    #expect(stamper.count == 1)
    _ = try reports("40780,0,0\n0,40800,0\n" + String(repeating: "1", count: 1 << 16) + "\n1,2,3\n")
    #expect(stamper.count == 3)
    #expect(stamper.bad.all == 3)
    _ = try reports("1,2")
    #expect(stamper.finish().reports == ["3 readings in 0.0 s, 50.0 a second; left out 4 lines"])
  }

  @Test("of a port that was joined in the middle of a line, the first is left out unread")
  func joining() throws {
    var stamper = stamper(.rate(50), isJoining: true)
    let text = try stamper.process(Array("12,0,1000\n1,0,1000\n".utf8).span, at: time(0)).text
    #expect(try readings(text).map(\.acceleration.x) == [0.009807])
    #expect(stamper.bad.all == 0)
  }

  @Test("no reading, lines all at once, and another magnitude at rest are no recording")
  func doubts() throws {
    var empty = stamper(.rate(50))
    #expect(empty.finish().reports == ["0 readings in 0.0 s"])
    #expect(empty.doubt?.hasPrefix("no reading came") == true)
    var file = stamper(.arrival(ArrivalFit()))
    let lines = String(repeating: "0,0,1000\n", count: 90)
    _ = try file.process(Array(lines.utf8).span, at: time(0))
    #expect(file.doubt?.contains("give --rate") == true)
    var scaled = stamper(.rate(50))
    let still = Array(String(repeating: "0,0,500\n", count: 60).utf8)
    let failure = #expect(throws: Failure.self) { try scaled.process(still.span, at: time(0)) }
    #expect(failure?.description.contains("at rest |a| is 4.90") == true)
    #expect(failure?.status == .badData)
  }
}
