// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import PhoneProtocol

/// What a session makes of the batches of pages; times in ms.
@Suite struct PageSessionTests {
  /// A page that reads each 20 ms by its own clock, which is 99 s behind `CLOCK_BOOTTIME`.
  private struct Page {
    var session = "0123456789abcdef"
    var clock = 1000.0
    var offset: Int? = 99_000
    var number = 0
    var oldest: Int?
    var breaks: [Int] = []
    var silent = false
    var acceleration = "0.0,4.9,8.5"

    /// The next `count` readings as a batch that begins with the reading of number `first`.
    mutating func batch(_ count: Int, from first: Int? = nil, hidden: Bool = false) throws
      -> PageBatch
    {
      let first = first ?? number
      let readings = (first..<max(first, number + count)).map { number in
        "[\(clock + Double(number) * 20),\(acceleration)]"
      }
      number = max(number + count, first)
      return try PageBatch(
        Array(
          """
          {"session":"\(session)","first":\(first),"oldest":\(oldest ?? first),
          "offset":\(offset.map { "\($0)" } ?? "null"),"readings":[\(readings.joined(separator: ","))],
          "breaks":\(breaks),"silent":\(silent),"hidden":\(hidden),"seen":0}
          """.utf8))
    }
  }

  /// So long after the page's first reading.
  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: (100_000 + milliseconds) * 1_000_000)
  }

  private func times(_ readings: [Reading]) -> [Int64] {
    readings.map { $0.timestamp.nanoseconds / 1_000_000 - 100_000 }
  }

  @Test("each reading comes once, in order, whatever becomes of four batches", arguments: 0..<50)
  func order(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var (session, page, taken) = (PageSession(), Page(), [Int64]())
    var (sent, acknowledged, now) = (0, 0, Int64(0))
    while acknowledged < 500 {
      // Those that went astray come again, each from where it was; a page keeps some seconds.
      if sent > acknowledged + 300 || .random(using: &random) { sent = acknowledged }
      page.oldest = acknowledged
      var batches: [PageBatch] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        page.number = sent
        batches.append(try page.batch(.random(in: 0...30, using: &random)))
        sent = page.number
      }
      now = max(now, Int64(sent) * 20)
      for batch in batches.shuffled(using: &random) where .random(in: 0..<4, using: &random) > 0 {
        let turn = session.process(batch, at: at(now))
        taken += times(turn.readings)
        guard case .next(let next) = turn.next else {
          Issue.record("busy")
          return
        }
        #expect(taken.count == next)
        acknowledged = max(acknowledged, next)
      }
      sent = max(sent, acknowledged)
    }
    #expect(taken == (0..<taken.count).map { Int64($0) * 20 })
  }

  @Test("what the page forgot while there was no network is a gap; what it kept is none")
  func outage() throws {
    var (session, page) = (PageSession(), Page())
    #expect(session.process(try page.batch(5), at: at(100)).messages == [.connected])
    let kept = session.process(try page.batch(300), at: at(6100))
    #expect(kept.readings.count == 300 && kept.messages == [])
    page.number += 40
    let forgot = session.process(try page.batch(5), at: at(7000))
    #expect(forgot.messages.map(\.description) == ["a gap of 0.8 s without readings"])
    #expect(forgot.next == .next(350))
  }

  @Test("a gap is as long as the server saw, also where the phone's clock slept")
  func asleep() throws {
    var (session, page) = (PageSession(), Page())
    _ = session.process(try page.batch(5), at: at(80))
    let hidden = session.process(try page.batch(0, hidden: true), at: at(100))
    #expect(hidden.messages == [.pageAway])
    #expect(session.tick(at: at(9000)) == [])
    // The clock stood still, and the page marks its next reading.
    (page.breaks, page.offset) = ([5], nil)
    let back = session.process(try page.batch(2), at: at(60_000))
    #expect(back.messages.map(\.letter) == ["b", "G"])
    #expect(times(back.readings) == [59_980, 60_000])
    // The mark is sent until it is acknowledged, and counts once.
    let again = session.process(try page.batch(2, from: 5), at: at(60_040))
    #expect(again.messages == [] && times(again.readings) == [60_020, 60_040])
  }

  @Test("a clock that jumps does not make a gap of an hour, nor go back")
  func jump() throws {
    var (session, page) = (PageSession(), Page())
    _ = session.process(try page.batch(2), at: at(20))
    for (jump, passed, gap) in [
      (3_600_000, 1200, PhoneMessage.Gap.clock), (-1_800_000, 2500, .clock),
    ] {
      page.clock += Double(jump)
      let first = session.process(try page.batch(1), at: at(Int64(passed)))
      #expect(times(first.readings) == [Int64(passed)])
      #expect(first.messages.map(\.letter) == [PhoneMessage.gap(gap, seconds: 1).letter])
    }
  }

  @Test(
    "times follow the offset that the page found, slowly, and never go back",
    arguments: [400, -400, 30, 1500])
  func offset(_ change: Int) throws {
    var (session, page, all) = (PageSession(), Page(), [Int64]())
    for batch in 0..<200 {
      if batch == 50 { page.offset = 99_000 + change }
      all += times(session.process(try page.batch(5), at: at(2000 + Int64(batch) * 100)).readings)
    }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    #expect(all.last == Int64(999 * 20 + change))
    // A small change is no gap.
    let steps = zip(all.dropFirst(), all).map { $0 - $1 }
    #expect(change.magnitude >= 1000 || steps.allSatisfy { (7...33).contains($0) })
  }

  @Test("silence is told once, and its end")
  func silence() throws {
    var (session, page) = (PageSession(), Page())
    #expect(session.tick(at: at(5000)) == [])
    _ = session.process(try page.batch(1), at: at(5000))
    #expect(session.tick(at: at(6900)) == [])
    #expect(session.tick(at: at(7000)) == [.pageAway])
    #expect(session.tick(at: at(9000)) == [])
    #expect(session.process(try page.batch(1), at: at(9000)).messages.first == .back)
    // One that only asks for events is there, too.
    for second: Int64 in 10...20 {
      _ = session.process(try page.batch(0), at: at(second * 1000))
      #expect(session.tick(at: at(second * 1000 + 900)) == [])
    }
  }

  @Test("a second phone is refused while one is connected, and takes over from one that was silent")
  func takeover() throws {
    var (session, page, other) = (PageSession(), Page(), Page())
    other.session = "fedcba9876543210"
    _ = session.process(try page.batch(2), at: at(0))
    let refused = session.process(try other.batch(150), at: at(2999))
    #expect(refused.next == .busy && refused.readings == [] && refused.messages == [.anotherPage])
    #expect(session.process(try other.batch(0, from: 0), at: at(2999)).messages == [])
    let taken = session.process(try other.batch(0, from: 0), at: at(3000))
    // Those of the first second are left out, as they continue none.
    #expect(taken.next == .next(150) && times(taken.readings).first == 1020)
    #expect(taken.messages == [.gap(.page, seconds: 1)])
    #expect(session.process(try page.batch(1), at: at(3100)).next == .busy)
  }

  @Test("readings without a number, or out of range, are left out and counted")
  func numbers() throws {
    var (session, page) = (PageSession(), Page())
    page.acceleration = "null,0,1"
    #expect(
      session.process(try page.batch(1), at: at(0)).messages == [
        .connected, .droppedValues(count: 1),
      ])
    page.acceleration = "401,0,1"
    #expect(session.process(try page.batch(9), at: at(10)).messages == [.droppedValues(count: 10)])
    page.acceleration = "0,0,9.8"
    #expect(session.process(try page.batch(1), at: at(220)).readings.count == 1)
  }

  @Test("a reading that the page marks follows a gap of a second, as where the sign turns")
  func mark() throws {
    var (session, page) = (PageSession(), Page())
    page.breaks = [60]
    let turn = session.process(try page.batch(150), at: at(3000))
    #expect(turn.messages == [.connected, .gap(.missing, seconds: 1)])
    #expect(times(turn.readings) == (Array(0..<60) + Array(109..<150)).map { Int64($0) * 20 })
  }

  @Test("a browser that reports no motion is told once, and its first reading")
  func noMotion() throws {
    var (session, page) = (PageSession(), Page())
    #expect(session.process(try page.batch(0), at: at(0)).messages == [.connected])
    page.silent = true
    #expect(session.process(try page.batch(0), at: at(900)).messages == [.noMotion])
    #expect(session.process(try page.batch(0), at: at(1800)).messages == [])
    page.silent = false
    #expect(session.process(try page.batch(1), at: at(2700)).messages == [.back])
  }

  @Test(
    "a body that is none is refused with its reason",
    arguments: [
      ("", "it is not JSON"), ("[]", "is of another type"),
      (#"{"session":"0"}"#, "'first' is missing"),
      (
        #"{"session":"012345678","first":0,"readings":[],"silent":false,"hidden":false,"seen":0}"#,
        "'session'"
      ),
      (
        #"{"session":"0123456789abcdef","first":-1,"readings":[],"silent":false,"hidden":false,"seen":0}"#,
        "'first'"
      ),
      (
        #"{"session":"0123456789abcdef","first":9223372036854775807,"readings":[],"silent":false,"hidden":false,"seen":0}"#,
        "'first'"
      ),
      (
        #"{"session":"0123456789abcdef","first":0,"readings":[[1,2,3]],"silent":false,"hidden":false,"seen":0}"#,
        "'readings'"
      ),
      (
        #"{"session":"0123456789abcdef","first":0,"readings":[],"hidden":false,"seen":0}"#,
        "'silent' is missing"
      ),
      (
        #"{"session":"0123456789abcdef","first":0,"readings":[],"silent":false,"hidden":false,"seen":-2}"#,
        "'seen'"
      ),
    ])
  func body(text: String, problem: String) {
    let error = #expect(throws: BoundedJSON.Problem.self) { try PageBatch(Array(text.utf8)) }
    #expect(error?.description.contains(problem) == true)
  }

  @Test("more than 600 readings are refused")
  func most() throws {
    var page = Page()
    #expect(try page.batch(600).samples.count == 600)
    #expect(throws: BoundedJSON.Problem.self) { try page.batch(601) }
  }
}
