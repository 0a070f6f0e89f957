// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import PhoneProtocol

/// What a session makes of phones that are drawn, a column for each 100 ms: `.` readings came, `G`
/// a gap is told, other letters are other messages.
@Suite struct PhyphoxSessionTests {
  /// Expects `seen` of the phone `drawing`, and the starts that were sent.
  private func expect(
    _ drawing: String, _ seen: String, iOS: Bool, starts: Int = 1, _ stop: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> DrawnPhone.Outcome {
    var phone = DrawnPhone(iOS: iOS)
    let outcome = try phone.play(drawing)
    #expect(outcome.drawing == seen, sourceLocation: location)
    #expect(
      outcome.paths.filter { $0.contains("control") }
        == Array(repeating: "/control?cmd=start", count: starts), sourceLocation: location)
    #expect(outcome.stop == stop, sourceLocation: location)
    let steps = zip(outcome.readings.dropFirst(), outcome.readings)
      .map { $0.timestamp.nanoseconds(since: $1.timestamp) }
    #expect(steps.allSatisfy { $0 > 0 }, sourceLocation: location)
    return outcome
  }

  /// Expects that no reading between the first and the last is missing or there twice: each is
  /// 50 ms after the one before.
  private func expectWhole(
    _ readings: [Reading], _ location: SourceLocation = #_sourceLocation
  ) {
    // What was queued before START has the time of the event, or lies before it.
    let times = readings.map { $0.timestamp.nanoseconds / 1_000_000 }.filter { $0 > 0 }
    let whole = times.first.map { Array(stride(from: $0, through: times.last ?? 0, by: 50)) } ?? []
    #expect(times == whole, sourceLocation: location)
  }

  private static let stop = "/control?cmd=stop"

  @Test(
    "it starts what does not measure, reads all from the beginning, and stops it",
    arguments: [false, true])
  func fromTheBeginning(iOS: Bool) throws {
    let outcome = try expect("..........", " .........", iOS: iOS, Self.stop)
    expectWhole(outcome.readings)
    // The reading at 0, which a threshold of 0 would lose.
    #expect(outcome.readings.contains { $0.timestamp.nanoseconds <= 0 })
    #expect(outcome.paths.filter { $0.contains("full") }.count == 1)
  }

  @Test(
    "of what runs already it asks for what is new alone, and lets it run",
    arguments: [false, true])
  func running(iOS: Bool) throws {
    var phone = DrawnPhone(iOS: iOS)
    for character in ">........................" { phone.step(character) }
    let outcome = try phone.play("..........")
    #expect(outcome.drawing == "..........")
    #expect(!outcome.paths.contains { $0.contains("full") || $0.contains("control") })
    #expect(outcome.stop == nil)
    expectWhole(outcome.readings)
  }

  @Test(
    "a pause is the user's: no start; it goes on with ▶, after a gap of its real length",
    arguments: [false, true])
  func pause(iOS: Bool) throws {
    let outcome = try expect(
      "......|......................>.......",
      "  .... p                      G......".replacing("  .", with: iOS ? " .." : " .."),
      iOS: iOS)
    #expect(
      outcome.messages.last == .gap(.paused, seconds: gap(outcome)), "\(outcome.messages)")
    #expect((2.2...2.4).contains(gap(outcome)))
  }

  @Test(
    "a clear begins anew, whether another client ate its sign or not",
    arguments: [false, true], ["", "F"])
  func clear(iOS: Bool, eaten: String) throws {
    let drawing = "......C\(eaten.isEmpty ? "." : eaten)......>......."
    let outcome = try expect(
      drawing, iOS ? " ..... c       G......" : " .....  c       G.....", iOS: iOS)
    guard case .gap(.cleared, _)? = outcome.messages.last else {
      Issue.record("\(outcome.messages)")
      return
    }
  }

  @Test("a clear between two requests", arguments: [false, true])
  func quickClear(iOS: Bool) throws {
    // Android gives a sign; on iOS the clock is behind, until the next look at /time.
    let outcome = try expect(
      "......R..............................................................",
      iOS
        ? " .....     ......................................... G..............."
        : " .....  G............................................................", iOS: iOS)
    guard case .gap(.cleared, _)? = outcome.messages.last else {
      Issue.record("\(outcome.messages)")
      return
    }
  }

  @Test(
    "the app is left, and back: it is told, started again, and stopped at the end",
    arguments: [false, true])
  func left(iOS: Bool) throws {
    let outcome = try expect(
      "......x............o.............", " ..... u                G........", iOS: iOS,
      starts: 2, Self.stop)
    #expect((1.6...1.9).contains(gap(outcome)))
  }

  @Test("after a short time without a network nothing is missing", arguments: [false, true])
  func network(iOS: Bool) throws {
    let outcome = try expect(
      ".......-........+........", " ...... u              b.", iOS: iOS, Self.stop)
    expectWhole(outcome.readings)
  }

  @Test("after a long one what was measured meanwhile is a gap", arguments: [false, true])
  func longNetwork(iOS: Bool) throws {
    let away = String(repeating: ".", count: 120)
    let outcome = try expect(
      ".......-\(away)+.............",
      " ...... u" + String(repeating: " ", count: 125) + "G.......", iOS: iOS, Self.stop)
    #expect(gap(outcome) > 10)
  }

  @Test("columns of different length lose nothing at the seams")
  func uneven() throws {
    var phone = DrawnPhone(iOS: true)
    phone.unevenness = 1
    let outcome = try phone.play("..............................")
    #expect(outcome.messages == [])
    expectWhole(outcome.readings)
  }

  @Test("a jump of the sensor's clock is a gap", arguments: [false, true])
  func jump(iOS: Bool) throws {
    _ = try expect("......J........", " .....G........", iOS: iOS, Self.stop)
    _ = try expect(
      "..............................K..............................",
      " .............................                 G.............", iOS: iOS, Self.stop)
  }

  @Test("another name of the session alone is no gap", arguments: [false, true])
  func session(iOS: Bool) throws {
    let outcome = try expect(".....S.....", " .... .....", iOS: iOS, Self.stop)
    expectWhole(outcome.readings)
  }

  @Test(
    "an experiment without gravity is refused by name, until the right one is open",
    arguments: [false, true])
  func noGravity(iOS: Bool) throws {
    let outcome = try expect(
      "..L.................A..........", " . g                     G.....", iOS: iOS, starts: 2,
      Self.stop)
    #expect(outcome.messages.contains(.noGravity(experiment: "Experiment")))
  }

  @Test("an experiment without an accelerometer", arguments: [false, true])
  func noAccelerometer(iOS: Bool) throws {
    _ = try expect(
      "N.................A.........", "n                     b.....", iOS: iOS, Self.stop)
  }

  @Test("a countdown is waited for, and is not started", arguments: [false, true])
  func countDown(iOS: Bool) throws {
    let outcome = try expect("D.......", "d  b....", iOS: iOS, starts: 0)
    expectWhole(outcome.readings)
  }

  @Test("a start that is heard and not done is sent once, and told", arguments: [false, true])
  func deaf(iOS: Bool) throws {
    _ = try expect(
      "!...................................>....",
      "                               r    b....", iOS: iOS)
  }

  @Test("it measures, and nothing comes", arguments: [false, true])
  func silent(iOS: Bool) throws {
    _ = try expect(
      "......z.......................", " .....                s       ", iOS: iOS, Self.stop)
  }

  /// The length of the only gap in s.
  private func gap(_ outcome: DrawnPhone.Outcome) -> Double {
    let gaps = outcome.messages.compactMap { message -> Double? in
      guard case .gap(_, let seconds) = message else { return nil }
      return seconds
    }
    #expect(gaps.count == 1)
    return gaps.first ?? 0
  }
}

/// What a session makes of answers that no phone should give.
@Suite struct PhyphoxAnswerTests {
  /// A session that has identified phyphox, and asks for the last values.
  private func looking() throws -> PhyphoxSession {
    var phyphox = PhyphoxSession(try PhoneAddress("http://phone"))
    for text in [Self.configuration, "{}", "[]"] { _ = phyphox.process(good(text), at: now) }
    return phyphox
  }

  private let now = Timestamp(nanoseconds: 0)
  private func good(_ text: String) -> PhoneAnswer {
    .response(status: 200, server: "", body: Array(text.utf8))
  }
  private static let configuration = """
    {"title":"G","inputs":[{"source":"light"},{"source":"accelerometer","outputs":[{"t":"time"},
    {"z":"c&1"},{"x":"a"},{"y":"b"}]}]}
    """

  @Test("buffers are those of the accelerometer, in any order and of any name")
  func names() throws {
    var phyphox = PhyphoxSession(try PhoneAddress("http://phone"))
    #expect(phyphox.first.next == .ask(path: "/config", after: .zero))
    _ = phyphox.process(good(Self.configuration), at: now)
    _ = phyphox.process(good(#"{"deviceBrand":"Apple","deviceModel":null}"#), at: now)
    let turn = phyphox.process(good("[]"), at: now)
    #expect(turn.next == .ask(path: "/get?time&a&b&c%261", after: .milliseconds(10)))
    #expect(phyphox.notes.first == RecordingNote("device", "Apple"))
  }

  @Test("SensorServer is known by its refusal, and nothing else is taken for phyphox")
  func servers() throws {
    var phyphox = PhyphoxSession(try PhoneAddress("http://phone"))
    let refusal = PhoneAnswer.response(
      status: 404, server: "TooTallNate Java-WebSocket", body: [])
    #expect(phyphox.process(refusal, at: now).next == .changeToSensorServer)
    for text in ["<html>phyphox</html>", "{}", "", "null", #"{"inputs":3}"#] {
      var other = PhyphoxSession(try PhoneAddress("http://phone"))
      let turn = other.process(good(text), at: now)
      #expect(turn.messages == [.otherServer(try PhoneAddress("http://phone"))])
      #expect(turn.next == .ask(path: "/config", after: .seconds(1)))
    }
  }

  @Test("a phyphox without a clock is told")
  func old() throws {
    var phyphox = PhyphoxSession(try PhoneAddress("http://phone"))
    _ = phyphox.process(good(Self.configuration), at: now)
    _ = phyphox.process(good("<html>"), at: now)
    #expect(phyphox.process(good("<html>"), at: now).messages == [.oldPhyphox])
  }

  @Test(
    "an answer that cannot be used is told once, and asked for anew",
    arguments: [
      "<html>", #"{"buffer":{"#, "null", "[", #"{"buffer":{"time":{"buffer":[1,{}]}},"status":{}}"#,
      #"{"buffer":{"time":{"buffer":[NaN]}},"status":{}}"#, #"{"buffer":{}}"#,
      String(repeating: "[", count: 100_000), String(repeating: " ", count: 4_000_001),
      #"{"buffer":{"time":{"buffer":[1e999]}},"status":{}}"#,
      #"{"buffer":{"a":{"buffer":["#
        + Array(repeating: "1", count: 60_000).joined(separator: ",")
        + #"]},"b":{"buffer":["#
        + Array(repeating: "1", count: 60_000).joined(separator: ",") + #"]}},"status":{}}"#,
    ])
  func broken(text: String) throws {
    var phyphox = try looking()
    let turn = phyphox.process(good(text), at: now)
    #expect(turn.next == .ask(path: "/config", after: .seconds(1)))
    guard case .badAnswer? = turn.messages.first, turn.messages.count == 1 else {
      Issue.record("\(turn.messages)")
      return
    }
    for answer in [Self.configuration, "[]"] { _ = phyphox.process(good(answer), at: now) }
    #expect(phyphox.process(good(text), at: now).messages == [])
  }

  @Test("columns of different length are cut to the shortest, and what is no number is left out")
  func columns() throws {
    var phyphox = try looking()
    let status = #""status":{"session":"1","measuring":true}"#
    _ = phyphox.process(
      good(
        #"{"buffer":{"time":{"buffer":[]},"a":{"buffer":[]},"b":{"buffer":[]},"#
          + #""c&1":{"buffer":[]}},\#(status)}"#), at: now)
    let turn = phyphox.process(
      good(
        #"{"buffer":{"time":{"updateMode":"full","buffer":[0E0,1E-2,2E-2,null,4E-2,5E-2,6E-2]},"#
          + #""a":{"buffer":[1,2,3,4,5,"NaN",7]},"b":{"buffer":[1,2,null,4,5,6]},"#
          + #""c&1":{"buffer":[1,2,3,4,5,6,7]}},\#(status)}"#), at: now)
    #expect(turn.readings.map(\.timestamp.nanoseconds) == [0, 10_000_000, 40_000_000])
    #expect(turn.readings.map(\.acceleration.x) == [1, 2, 5])
    #expect(turn.messages == [.droppedValues(count: 3)])
    // The last time that was used: that of a row, not of the longest column.
    guard case .ask(let path, _) = turn.next else { return }
    #expect(path.hasPrefix("/get?time=0.05&a=0.05%7Ctime&"))
  }

  @Test("names of a stranger cannot write to the terminal, nor fill it")
  func names2() throws {
    var phyphox = PhyphoxSession(try PhoneAddress("http://phone"))
    let title = "\\u001b[31m" + String(repeating: "x", count: 5000)
    let turn = phyphox.process(good(#"{"title":"\#(title)","inputs":[]}"#), at: now)
    let text = turn.messages.map { "\($0)" }.joined()
    #expect(text.contains("'?[31mxxx") && text.utf8.count < 600)
  }
}
