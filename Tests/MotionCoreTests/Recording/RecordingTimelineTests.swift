// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import MotionCore

/// The times of a recording whose clock misbehaves.
@Suite struct RecordingTimelineTests {
  /// The times in ms in the recording of readings at `times`, and the timeline behind them.
  private func recorded(_ times: [Int64]) -> (times: [Int64], timeline: RecordingTimeline) {
    var timeline = RecordingTimeline()
    let readings = times.flatMap {
      timeline.add(
        Reading(timestamp: Timestamp(nanoseconds: $0 * 1_000_000), acceleration: [0, 0, 9.8]))
    }
    return (readings.map { $0.timestamp.nanoseconds / 1_000_000 }, timeline)
  }

  @Test("a clock that steps back goes on a second later, and no reading is lost")
  func back() {
    let (times, timeline) = recorded([100_000, 100_010, 40_000, 40_010, 40_020, 39_000, 39_010])
    #expect(times == [100_000, 100_010, 101_010, 101_020, 101_030, 102_030, 102_040])
    #expect(timeline.steps == 2)
    #expect(timeline.dropped == 0)
  }

  @Test(
    "a single wrong time is dropped, and not believed",
    arguments: [3_600_000, 50, -3_600_000] as [Int64])
  func glitch(_ wrong: Int64) {
    let (times, timeline) = recorded([1000, 1010, wrong, 1020, 1030])
    #expect(times == [1000, 1010, 1020, 1030])
    #expect(timeline.dropped == 1)
    #expect(timeline.steps == 0)
  }

  @Test("readings that are a little late are dropped")
  func late() {
    let (times, timeline) = recorded([1000, 1010, 1005, 1010, 1006, 1007, 1020])
    #expect(times == [1000, 1010, 1020])
    #expect(timeline.dropped == 4)
  }

  @Test("a long silence is what it was")
  func silence() {
    let (times, timeline) = recorded([0, 10, 3_600_000, 3_600_010])
    #expect(times == [0, 10, 3_600_000, 3_600_010])
    #expect(timeline.steps == 0)
  }

  @Test("whatever the times, those of the recording increase")
  func extremes() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      var timeline = RecordingTimeline()
      var last: Timestamp?
      for _ in 0..<100 {
        let choices: [Int64] = [.min, .max, 0, 10, .max - 5, .min + 5, .random(in: -50...50)]
        let time = choices.randomElement(using: &random) ?? 0
        let reading = Reading(timestamp: Timestamp(nanoseconds: time), acceleration: [0, 0, 9.8])
        for next in timeline.add(reading) {
          #expect(last.map { next.timestamp > $0 } ?? true)
          last = next.timestamp
        }
      }
    }
  }
}
