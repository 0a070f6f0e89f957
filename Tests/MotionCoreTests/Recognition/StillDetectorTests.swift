// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Rest drawn along time, and what is measured of it.
@Suite struct StillDetectorTests {
  private static let still = MotionPipeline([.still()])
  /// Still for one second: shorter drawings.
  private static let soon = MotionPipeline([.still(duration: .seconds(1))])

  @Test(
    "it begins after 5 s of rest, and ends when the device is moved",
    arguments: [10.0, 25, 50, 100, 200])
  func moved(rate: Double) throws {
    let walk = String(repeating: "w", count: 10)
    let rest = String(repeating: "-", count: 70)
    let nothing = String(repeating: ".", count: 57)
    try Diagram(
      "a walk, a rest and a walk",
      """
      motion: \(walk + rest + walk)
      still:  \(nothing)bbbbbbbb...............eeeee.....
      """
    ).verify(Self.still, rate: rate)
  }

  @Test("a knock is no motion, a shorter rest is none", arguments: [25.0, 100, 400])
  func knock(rate: Double) throws {
    try Diagram(
      "a knock",
      """
      motion: wwwww--------------------k--------------------wwwww
      still:  ..............bbbbbb..........................eeee.
      """
    ).verify(Self.soon, rate: rate)
    try Diagram("short rests", "motion: wwwww-------wwwww-------wwwww").verify(
      Self.soon, rate: rate)
  }

  @Test("a gap or an interruption cancels it, and nothing else does")
  func broken() throws {
    try Diagram(
      "a gap",
      """
      motion: wwwww--------------------!!!!!--------------------x----
      still:  ..............bbbbbb.......ccc.........bbb.......cc....
      """
    ).verify(Self.soon, rate: 100)
  }

  @Test("a device that is turned slowly lies still no longer")
  func turned() throws {
    let script = MotionScript(
      "a table that is raised by 10 degrees", duration: 20, attitude: [0, 0, 1],
      [.letGo(at: 0), .turn(start: 7, duration: 10, attitude: [0, 0.1736, 0.9848])])
    let events = script.recording(rate: 50).readings.motionEvents(detecting: [.still()])
    try #require(events.count >= 2)
    guard let end = events[1].measurements?[StillMeasurements.self] else {
      Issue.record("\(events)")
      return
    }
    #expect(events[1].phase == .ended)
    #expect(end.ending == .turned)
  }

  @Test("it tells its start and its duration")
  func measurements() throws {
    let events = MotionScript.lieStill.recording(rate: 100).readings.motionEvents(
      detecting: [.still()])
    try #require(events.map(\.phase) == [.began, .ended])
    guard let start = events[0].measurements?[StillMeasurements.self],
      let end = events[1].measurements?[StillMeasurements.self]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(start.duration == .seconds(5))
    #expect(events[0].timestamp == start.start.advanced(byNanoseconds: 5_000_000_000))
    #expect((4.0...4.3).contains(start.start.seconds(since: Timestamp(nanoseconds: 0))))
    #expect(end.start == start.start)
    #expect((7.7...8.3).contains(end.duration.seconds))
    #expect(start.ending == nil && end.ending == .moved)
  }

  @Test("a noisy sensor lies still too, one that trembles more does not")
  func noise() {
    func events(_ deviation: Double) -> [MotionEvent] {
      var random = SeededGenerator(seed: 3)
      return (0..<3000).map { index in
        Reading(
          timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
          acceleration: SIMD3(0, 0, 9.8) + random.normalVector(deviation: deviation))
      }.motionEvents(detecting: [.still()])
    }
    #expect(events(0.7).map(\.phase) == [.began, .cancelled(.interrupted)])
    #expect(events(3).isEmpty)
  }

  @Test("the duration is an option, from 1 s to 10 minutes")
  func options() throws {
    var options = MotionOptions()
    try options.set("still.duration", to: 60)
    #expect(
      options.configurations(of: [.still])
        == [.still(duration: .seconds(60))])
    #expect(throws: MotionOptionError.self) { try options.set("still.duration", to: 0.5) }
  }

  @Test("JSON has the fields of a rest")
  func line() {
    let still = StillMeasurements(
      start: Timestamp(nanoseconds: 5), duration: .seconds(6), ending: .moved)
    let event = MotionEvent(
      .still, .ended, at: Timestamp(nanoseconds: 9), measurements: MotionMeasurements(still))
    #expect(
      event.jsonLine(source: "-") == """
        {"source":"-","motion":"still","phase":"ended","timestamp_ns":9,"start_ns":5,\
        "duration_ms":6000,"reason":"moved"}
        """)
  }
}
