// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import MotionCore
import MotionSynthesis
import Testing

@testable import MotionSensors

/// From events to readings: frames, times and silence, in ms.
@Suite struct InputTimelineTests {
  private func frames(_ events: [(Int32, Int32, Int32)], _ frames: inout InputFrames)
    -> [InputFrame]
  {
    events.compactMap { frames.process(.at(1.ms, $0, $1, $2)) }
  }

  @Test("the kernel sends what changed: the other axes keep their values")
  func keeps() {
    var all = InputFrames([ABS_X, ABS_Y, ABS_Z], values: [1, 2, 3])
    let found = frames(
      [
        (EV_ABS, ABS_Y, 7), (EV_ABS, ABS_RX, 9), (EV_MSC, MSC_TIMESTAMP, -1), (EV_KEY, 30, 1),
        (EV_SYN, SYN_REPORT, 0), (EV_SYN, SYN_REPORT, 0),
      ], &all)
    #expect(found.map(\.values) == [[1, 7, 3], [1, 7, 3]])
    #expect(found.map(\.clock) == [.max, .max])
    #expect(found.map(\.time) == [1.ms, 1.ms])
  }

  @Test("after SYN_DROPPED a torn frame is left out, and the values are asked for")
  func dropped() {
    var all = InputFrames([ABS_X, ABS_Y, ABS_Z], values: [1, 2, 3])
    #expect(
      frames(
        [
          (EV_ABS, ABS_X, 5), (EV_SYN, SYN_DROPPED, 0), (EV_ABS, ABS_X, 6), (EV_SYN, SYN_REPORT, 0),
        ],
        &all
      ).isEmpty)
    #expect(all.isOutdated && all.drops == 1)
    all.set([10, 20, 30])
    #expect(!all.isOutdated)
    let found = frames([(EV_ABS, ABS_Z, 31), (EV_SYN, SYN_REPORT, 0)], &all)
    #expect(found.map(\.values) == [[10, 20, 31]])
  }

  /// The readings of frames of 1 g upward.
  private func readings(
    _ timeline: inout InputTimeline, _ frames: [(time: Int64, clock: UInt32?)], now: Int64
  ) -> [Reading] {
    var readings: [Reading] = []
    for frame in frames {
      timeline.add(
        InputFrame(time: frame.time, values: [], clock: frame.clock), [0, 0, 9.81], to: &readings)
    }
    timeline.look(at: now, to: &readings)
    return readings
  }

  @Test("three frames of one report are spread over the time since the last, whatever their clock")
  func bursts() {
    var timeline = InputTimeline(rate: 200, framesOfReport: 3, hasClock: true)
    // hid-nintendo's clock runs twice as fast, in steps of 5, 5 and 20 ms.
    var clock: UInt32 = 0
    var frames: [(Int64, UInt32?)] = []
    for report in 1...100 {
      for frame in 0..<3 {
        clock &+= frame == 2 ? 20_000 : 5_000
        frames.append((Int64(report) * 15.ms + Int64(frame) * 20_000, clock))
      }
    }
    let found = readings(&timeline, frames, now: 1600.ms)
    #expect(found.count == 300)
    let steps = zip(found, found.dropFirst()).map { $1.timestamp.nanoseconds(since: $0.timestamp) }
    #expect(steps.dropFirst(30).allSatisfy { abs($0 - 5.ms) < 500_000 })
    let last = Timestamp(nanoseconds: 1500.ms)
    #expect(abs(found[299].timestamp.nanoseconds(since: last)) < 2.ms)
  }

  @Test("a report of which one frame came so far waits for the others")
  func partBurst() {
    var timeline = InputTimeline(rate: 200, framesOfReport: 3, hasClock: true)
    #expect(readings(&timeline, [(15.ms, 0)], now: 15.ms).isEmpty)
    #expect(readings(&timeline, [(15.ms + 50_000, 0), (15.ms + 90_000, 0)], now: 15.ms).count == 3)
    #expect(readings(&timeline, [(30.ms, 0)], now: 30.ms).isEmpty)
    #expect(readings(&timeline, [], now: 31.ms).count == 1)
  }

  @Test("at 1000 Hz each frame is a reading")
  func fast() {
    var timeline = InputTimeline(rate: nil, framesOfReport: 1, hasClock: true)
    let found = readings(
      &timeline, (0..<3000).map { ($0.ms, UInt32($0 * 1000)) }, now: 3000.ms)
    #expect(found.count == 3000)
    let late = found.suffix(400)
    let steps = zip(late, late.dropFirst()).map { $1.timestamp.nanoseconds(since: $0.timestamp) }
    #expect(steps.allSatisfy { abs($0 - 1.ms) < 100_000 })
  }

  @Test("a device without a clock that lies still repeats its values; one in motion does not")
  func rest() {
    var timeline = InputTimeline(rate: 20, framesOfReport: 1, hasClock: false)
    timeline.begin(with: [0, 0, 9.81], at: 0)
    #expect(timeline.last?.timestamp.nanoseconds == 0)
    let still = readings(&timeline, [], now: 900.ms)
    #expect(still.count == 17 && still.allSatisfy { $0.acceleration.z == 9.81 })
    // A swing, and then silence in the middle of it.
    var swing: [Reading] = []
    for step in 0..<6 {
      timeline.add(
        InputFrame(time: (900 + 50 * step).ms, values: []), [Double(step) * 5, 0, 9.81], to: &swing)
    }
    timeline.look(at: 1150.ms, to: &swing)
    #expect(swing.count == 6)
    #expect(readings(&timeline, [], now: 1900.ms).isEmpty)
  }

  @Test("a hand that stops dead rests where gravity is read; silence in a swing is none")
  func stopsDead() {
    // A DualShock 3: what changes less than its fuzz is not sent, so nothing comes after the stop.
    let swing: [Double] = [20, 16.2, 6.2, -6.1, -19, -16.2, -6.2]
    for (came, rests) in [
      (swing + [-0.1, 0], true), (swing + [6.1, 11.8], false), (swing + [19.4, 19.8], false),
      // Two that are alike, and nothing before.
      ([18, 18.3], false),
    ] {
      var timeline = InputTimeline(rate: 100, framesOfReport: 1, hasClock: false)
      var found: [Reading] = []
      for (step, x) in came.enumerated() {
        timeline.add(InputFrame(time: (step * 10).ms, values: []), [x, 7.8, 5.7], to: &found)
      }
      let silent = readings(&timeline, [], now: 500.ms)
      #expect(silent.isEmpty != rests)
    }
  }

  @Test("what sends only changes has the kernel's times, however irregular")
  func irregular() {
    var timeline = InputTimeline(rate: 100, framesOfReport: 1, hasClock: false)
    let times = [0, 20, 50, 70, 100, 130, 150, 190, 200, 210, 220, 230, 240].map { $0.ms }
    let found = readings(&timeline, times.map { ($0, nil) }, now: 240.ms)
    #expect(found.map(\.timestamp) == times.map { Timestamp(nanoseconds: $0) })
  }

  @Test("values that a silenced device left behind are no rest, nor anything that is read")
  func leftBehind() {
    var timeline = InputTimeline(rate: 100, framesOfReport: 1, hasClock: false)
    var first: [Reading] = []
    timeline.begin(with: [8.4, 7.8, 5.8], at: 0)
    #expect(timeline.last == nil)
    #expect(readings(&timeline, [], now: 1000.ms).isEmpty)
    // The first frame is in the middle of a swing, too.
    timeline.add(InputFrame(time: 1000.ms, values: []), [18, 7.8, 5.8], to: &first)
    #expect(readings(&timeline, [], now: 2000.ms).isEmpty)
  }

  @Test("a clock turns after 71 minutes, and one that lies for hours stops nothing")
  func turns() {
    var clock = DeviceClock()
    #expect(clock.unwrapped(.max - 1000) == 0)
    #expect(clock.unwrapped(999) == 2_000_000)
    var hostile = DeviceClock(at: .max - 1)
    _ = hostile.unwrapped(1)
    #expect(hostile.unwrapped(0) < 0)
  }

  @Test("frames that waited while the process was stopped are not repeated at once")
  func waited() {
    var timeline = InputTimeline(rate: 20, framesOfReport: 1, hasClock: false)
    timeline.begin(with: [0, 0, 9.81], at: 0)
    let found = readings(&timeline, [(2990.ms, nil)], now: 3000.ms)
    #expect(found.map(\.timestamp.nanoseconds) == [2990.ms])
  }

  @Test("an event of long ago, or one before time began, is not repeated up to now")
  func longAgo() {
    var timeline = InputTimeline(rate: 20, framesOfReport: 1, hasClock: false)
    timeline.begin(with: [0, 0, 9.81], at: .min / 2)
    #expect(readings(&timeline, [], now: 1000.ms).count == 1)
  }

  @Test("a device with a clock of its own never repeats: its silence is a stall")
  func stall() {
    var timeline = InputTimeline(rate: 250, framesOfReport: 1, hasClock: true)
    _ = readings(&timeline, (0..<500).map { (Int64($0) * 4.ms, UInt32($0 * 4000)) }, now: 2000.ms)
    #expect(readings(&timeline, [], now: 3000.ms).isEmpty)
  }

  @Test("after an hour without a look, rest begins anew instead of being made up")
  func absence() {
    var timeline = InputTimeline(rate: 20, framesOfReport: 1, hasClock: false)
    timeline.begin(with: [0, 0, 9.81], at: 0)
    _ = readings(&timeline, [], now: 500.ms)
    let hour = 3_600_000.ms
    #expect(readings(&timeline, [], now: hour).count == 1)
    #expect(readings(&timeline, [], now: hour + 100.ms).count == 2)
  }

  @Test("whatever times events have, readings go forward")
  func hostileTimes() {
    var random = SeededGenerator(seed: 7)
    for hasClock in [true, false] {
      var timeline = InputTimeline(rate: 100, framesOfReport: 3, hasClock: hasClock)
      var last: Timestamp?
      for _ in 0..<3000 {
        let time = Int64.random(in: -4_000_000_000...4_000_000_000, using: &random)
        let clock = hasClock ? UInt32.random(in: 0 ... .max, using: &random) : nil
        for reading in readings(&timeline, [(time, clock)], now: time) {
          #expect(last.map { $0 < reading.timestamp } ?? true)
          last = reading.timestamp
        }
      }
    }
  }
}
