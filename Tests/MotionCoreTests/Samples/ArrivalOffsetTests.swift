// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import MotionCore

/// How late readings of a pipe come, and what becomes of motions that come late; times in ms.
@Suite struct ArrivalOffsetTests {
  /// A writer at 50 Hz whose clock began at `zero` and runs at `pace`, and which is held up.
  private struct Writer {
    var zero: Int
    var pace = 1.0
    var offset: ArrivalOffset?
    var isBootTime = false

    /// Sends what was measured from `start` to `end`, each after `delay`, and all at the end of
    /// `outage` if they were due within it.
    mutating func send(
      _ start: Int, _ end: Int, outage: Range<Int> = 0..<0, delay: () -> Int
    ) {
      for time in stride(from: start, to: end, by: 20) {
        let due = zero + time + delay()
        let arrival = outage.contains(due) ? outage.upperBound : due
        offset.process(
          [Self.reading(at(time))], arrival: Timestamp(nanoseconds: arrival.ns),
          isBootTime: isBootTime)
      }
    }

    /// What its clock shows after `time`.
    func at(_ time: Int) -> Int64 { Int64(Double(time.ns) * pace) }

    static func reading(_ nanoseconds: Int64) -> Reading {
      Reading(timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: .zero)
    }

    /// A shake's end that was measured at `time`, and told at `now`.
    func end(at time: Int, told now: Int) -> MotionEvent {
      var event = MotionEvent(.shake, .ended, at: Timestamp(nanoseconds: at(time)))
      event.judge(punctual: offset?.punctual, at: (zero + now).ns)
      return event
    }
  }

  @Test("a reading is as late as it was held up, whatever the network's jitter", arguments: 0..<50)
  func heldUp(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let constant = Int.random(in: 0...300, using: &random)
    var jitter: Int { constant + Int.random(in: 0...200, using: &random) }
    var writer = Writer(zero: Int.random(in: 2_000_000...9_000_000, using: &random))
    writer.send(0, 20_000) { jitter }
    let outage = Int.random(in: 0...6_000, using: &random)
    let end = writer.zero + 20_000 + outage
    writer.send(20_000, 20_000 + outage, outage: writer.zero + 20_000..<end) { jitter }
    let event = writer.end(at: 20_000, told: 20_000 + outage)
    let late = event.lateness.map { Int($0 / .milliseconds(1)) }
    // What is constant of the delay is not seen.
    #expect((late ?? 0) >= (outage > 1500 + constant + 200 ? outage - constant - 200 : 0))
    if outage <= 1500 { #expect(late == nil) }
    #expect(event.timely?.phase == (late == nil ? .ended : .cancelled(.interrupted)))
  }

  @Test(
    "a clock that runs slow or fast makes nothing late",
    arguments: [0.9, 0.95, 0.98, 0.995, 1.005, 1.02, 40])
  func drift(_ pace: Double) throws {
    var writer = Writer(zero: 9_000_000, pace: pace)
    for minute in 0..<10 {
      let time = minute * 60_000
      writer.send(time, time + 60_000) { 0 }
      #expect(writer.end(at: time + 60_000, told: time + 60_000).lateness == nil, "\(minute)")
      #expect((writer.offset?.lag ?? .max) < 1_500_000_000)
    }
    let offset = try #require(writer.offset)
    // Times on the bus follow a slow clock; a recording that is copied fast keeps its own times.
    let behind = offset.zero - (writer.zero + 600_000).ns + writer.at(600_000)
    #expect(pace > 1 ? offset.zero == writer.zero.ns : behind.magnitude < 2_000_000_000)
  }

  @Test(
    "a recording that is copied into a pipe is not late, in pieces of any size", arguments: 0..<20)
  func copied(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var (offset, time, arrival) = (ArrivalOffset?.none, 0, 9_000_000)
    while time < 60_000 {
      let piece = (0..<Int.random(in: 1...400, using: &random)).map { time + $0 * 20 }
      offset.process(
        piece.map { Writer.reading($0.ns) }[...], arrival: Timestamp(nanoseconds: arrival.ns))
      for time in piece {
        var event = MotionEvent(.shake, .ended, at: Timestamp(nanoseconds: time.ns))
        event.judge(punctual: offset?.punctual, at: arrival.ns)
        #expect(event.lateness == nil)
      }
      time += piece.count * 20
      arrival += Int.random(in: 0...3, using: &random)
    }
  }

  @Test(
    "a clock that begins anew, or tells one wrong time, makes nothing late",
    arguments: [0, 90_000, -1])
  func anew(_ wrong: Int) {
    var writer = Writer(zero: 9_000_000)
    writer.send(0, 20_000) { 0 }
    if wrong > 0 {
      let arrival = Timestamp(nanoseconds: (writer.zero + 20_000).ns)
      writer.offset.process([Writer.reading(wrong.ns)], arrival: arrival)
      writer.send(20_020, 21_000) { 0 }
      #expect(writer.end(at: 21_000, told: 21_000).lateness == nil)
    } else if wrong == 0 {
      writer.zero += 60_000
      writer.send(0, 1000) { 0 }
      #expect(writer.end(at: 1000, told: 1000).lateness == nil)
    } else {
      // After a silence of 2 s its clock is an hour ahead.
      writer.zero -= 3_600_000 - 2000
      let arrival = Timestamp(nanoseconds: (writer.zero + 3_620_000).ns)
      writer.offset?.noteSilence()
      writer.offset.process([Writer.reading(3_620_000.ns)], arrival: arrival)
      #expect(writer.offset?.zero == writer.zero.ns)
    }
  }

  @Test(
    "a writer that knows how long readings are under way is believed, if it writes now",
    arguments: [(0, false), (1200, false), (1700, true), (9000, true), (11_000, false)])
  func known(delay: Int, isLate: Bool) {
    var writer = Writer(zero: 0)
    writer.isBootTime = true
    writer.send(9_000_000, 9_200_000) { delay }
    let event = writer.end(at: 9_199_980, told: 9_199_980 + delay)
    #expect((event.lateness != nil) == isLate)
    // A recording that is copied later has a clock of its own.
    #expect(writer.offset?.lag == (delay < 10_000 ? delay.ns : 0))
    #expect(writer.offset?.zero == (delay < 10_000 ? 0 : delay.ns))
  }

  @Test("stamps of another clock, and a recording, are never late")
  func otherClock() {
    for (age, punctual, isLate) in [
      (1500, 0, false), (1501, 0, true), (600_000, 0, true), (600_001, 0, false),
      (5000, nil, false),
    ] as [(Int, Int64?, Bool)] {
      var event = MotionEvent(.tap, .recognized, at: Timestamp(nanoseconds: (9_000_000 - age).ns))
      event.judge(punctual: punctual, at: 9_000_000.ns)
      #expect((event.lateness != nil) == isLate && (event.timely == nil) == isLate, "\(age)")
    }
  }

  @Test("an end is late whose beginning was, and its alone: half a shake is none")
  func half() {
    var rule = LatenessRule()
    /// The lateness in ms of an event of `kind` that is `age` ms old.
    func late(
      _ phase: MotionEvent.Phase, _ age: Int, of kind: MotionConfiguration = .shake()
    ) -> Int? {
      var event = MotionEvent(kind.kind, phase, at: Timestamp(nanoseconds: 9_000_000.ns))
      rule.judge(
        &event, of: kind, punctual: 0, at: Timestamp(nanoseconds: (9_000_000 + age).ns))
      return event.lateness.map { Int($0 / .milliseconds(1)) }
    }
    #expect(late(.began, 1600) == 1600)
    #expect(late(.began, 100, of: .twist()) == nil)
    #expect(late(.ended, 1100) == 1600)
    #expect(late(.ended, 100, of: .twist()) == nil)
    // The next one is a shake of now.
    #expect(late(.began, 100) == nil)
    #expect(late(.ended, 1499) == nil)
    #expect(late(.began, 1600) == 1600)
    #expect(late(.cancelled(.interrupted), 100) == 1600)
    #expect(late(.ended, 100) == nil)
  }
}

extension MotionEvent {
  /// Judges this event alone, at `now` in ns.
  fileprivate mutating func judge(punctual: Int64?, at now: Int64) {
    var rule = LatenessRule()
    rule.judge(
      &self, of: MotionConfiguration(kind), punctual: punctual, at: Timestamp(nanoseconds: now))
  }
}

extension Int {
  /// So many milliseconds in nanoseconds.
  fileprivate var ns: Int64 { Int64(self) * 1_000_000 }
}
