// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import PhoneProtocol

/// What a session makes of connections that are drawn, a column for each 250 ms.
@Suite struct SensorServerSessionTests {
  /// `o` the connection is made, `.` a frame comes, ` ` none, `x` the connection breaks, `4` it is
  /// closed with 4004, `r` a frame of a clock that began anew, `n` one without a number.
  private func play(_ drawing: String) throws -> (drawing: String, readings: [Reading]) {
    var session = SensorServerSession(try PhoneAddress("ws://phone"))
    var (seen, readings, sent) = ("", [Reading](), Int64(0))
    for (column, character) in drawing.enumerated() {
      let now = Timestamp(nanoseconds: Int64(column) * 250_000_000)
      var inputs: [StreamInput] = []
      let time = 1_621_374_624_190_440 + Int64(column) * 250_000_000 + sent
      switch character {
      case "o": inputs = [.opened]
      case ".": inputs = [frame(time)]
      case "x": inputs = [.failed(reason: "no connection")]
      case "4": inputs = [.closed(code: 4004, reason: "")]
      case "n": inputs = [frame(time, "\"NaN\"")]
      case "r":
        sent -= 1_621_374_000_000_000
        inputs = [frame(time - 1_621_374_000_000_000)]
      default: break
      }
      var letter: Character = " "
      for input in inputs + [.ticked] {
        let turn = session.process(input, at: now)
        readings += turn.readings
        if !turn.readings.isEmpty { letter = "." }
        for message in turn.messages { letter = message.letter }
        if case .connect = turn.next, turn.messages.isEmpty { letter = "#" }
      }
      seen.append(letter)
    }
    return (seen, readings)
  }

  private func frame(_ time: Int64, _ x: String = "0.251") -> StreamInput {
    .data(Array(#"{"accuracy":3,"values":[\#(x),4.209,5.818],"timestamp":\#(time)}"#.utf8))
  }

  private func expect(
    _ drawing: String, _ seen: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try play(drawing).drawing == seen, sourceLocation: location)
  }

  @Test("timestamps are the phone's, to the nanosecond")
  func times() throws {
    let (_, readings) = try play("o...")
    let times: [Int64] = [1, 2, 3].map { 1_621_374_624_190_440 + $0 * 250_000_000 }
    #expect(readings.map(\.timestamp.nanoseconds) == times)
  }

  @Test("a screen that goes dark is told after 2 s; after 10 s it connects anew")
  func dark() throws {
    try expect("o...            ...", " ...       k    G..")
    try expect(
      "o...                                                   o..",
      " ...       k                               #            G.")
  }

  @Test("a connection that breaks is told once, and made anew, which is a gap")
  func breaks() throws {
    try expect("o...x x x o...", " ...u # #  G..")
    try expect("o...4  x  o...", " ...t  u   G..")
  }

  @Test("a phone that is started anew is a gap, and its time goes on")
  func reboot() throws {
    let (drawing, readings) = try play("o...r...")
    #expect(drawing == " ...G...")
    let steps = zip(readings.dropFirst(), readings)
      .map { $0.timestamp.nanoseconds(since: $1.timestamp) / 1_000_000 }
    #expect(steps == [250, 250, 1000, 250, 250, 250])
  }

  @Test("what is no number is left out and told at the first and the tenth")
  func numbers() throws {
    try expect("o.nnnnnnnnnnnn.", " .x        x  G")
  }

  @Test(
    "codes that are final",
    arguments: [
      (4001, PhoneFailure.noSensor), (4005, .closedOnPhone), (4009, .notPermitted),
      (4002, .refused(code: 4002, reason: "why")),
    ])
  func codes(code: Int, failure: PhoneFailure) throws {
    var session = SensorServerSession(try PhoneAddress("ws://phone"))
    let now = Timestamp(nanoseconds: 0)
    _ = session.process(.opened, at: now)
    let turn = session.process(.closed(code: code, reason: "why"), at: now)
    #expect(turn.next == .end(failure))
    #expect(session.process(.ticked, at: now) == .goOn())
  }

  @Test("a frame of another sensor is told once, one that names this sensor is read")
  func types() throws {
    var session = SensorServerSession(try PhoneAddress("ws://phone"))
    let now = Timestamp(nanoseconds: 0)
    _ = session.process(.opened, at: now)
    let text = { (type: String, time: Int) in
      StreamInput.data(
        Array(#"{"type":"\#(type)","values":[0,0,9.8],"timestamp":\#(time)}"#.utf8))
    }
    let first = session.process(text("android.sensor.gyroscope", 1), at: now)
    #expect(first.messages == [.otherSensor("android.sensor.gyroscope")])
    #expect(session.process(text("android.sensor.gyroscope", 2), at: now).messages == [])
    #expect(session.process(text("android.sensor.accelerometer", 3), at: now).readings.count == 1)
  }

  @Test(
    "a frame that cannot be read drops the connection",
    arguments: [
      "{", "null", "[]", #"{"values":[1,2,3]}"#, #"{"values":[1,2,3],"timestamp":1e300}"#,
      #"{"values":[1,{},3],"timestamp":1}"#, String(repeating: "[", count: 60_000),
    ])
  func broken(text: String) throws {
    var session = SensorServerSession(try PhoneAddress("ws://phone"))
    let now = Timestamp(nanoseconds: 0)
    _ = session.process(.opened, at: now)
    let turn = session.process(.data(Array(text.utf8)), at: now)
    guard case .connect = turn.next, case .badAnswer? = turn.messages.first else {
      Issue.record("\(turn)")
      return
    }
  }
}
