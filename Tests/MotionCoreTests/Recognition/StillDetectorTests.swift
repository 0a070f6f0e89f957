// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// What is measured of rest.
@Suite struct StillDetectorTests {
  @Test("a device that is turned slowly lies still no longer")
  func turned() throws {
    let script = MotionScript(
      "a table that is raised by 10 degrees", duration: 20, attitude: [0, 0, 1],
      [.letGo(at: 0), .turn(start: 7, duration: 10, attitude: [0, 0.1736, 0.9848])])
    let events = script.recording(rate: 50).readings.motionEvents(detecting: [.still()])
    try #require(events.count >= 2)
    guard let end = events[1].measurements?[StillMeasurements.self] else {
      throw Unexpected(events)
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
    else { throw Unexpected(events) }
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
      return sampled(30) { _ in gravity + random.normalVector(deviation: deviation) }
        .motionEvents(detecting: [.still()])
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
}
