// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TestSupport
import Testing

@testable import MotionSensors

/// When a reader looks for readings.
@Suite struct LookTimesTests {
  /// What looks of 100 Hz find: times of the looks in ms until `end`, for a device that moves at
  /// some times, read for clients with this patience, in ms.
  private func looks(
    until end: Int, _ waiting: SessionWaiting, moves: (Int) -> Bool, patience: Int = 160
  ) -> [Int] {
    var looks = LookTimes(waiting, at: 0)
    var (times, last) = ([Int](), 0)
    while looks.due < end.ms {
      let now = Int(looks.due / 1_000_000)
      let readings = stride(from: last + 10, through: now, by: 10).map {
        let z = Reading.standardGravity + (moves($0) ? Double($0 % 20) : 0)
        return Reading(
          timestamp: Timestamp(nanoseconds: $0.ms), acceleration: Acceleration(0, 0, z))
      }
      (times, last) = (times + [now], now)
      looks.advance(over: 0, readings[...], patience.ms)
    }
    return times
  }

  @Test("at rest a reader looks every 160 ms, and every 40 ms from the first look at a movement on")
  func rest() {
    let times = looks(until: 2400, .buffer(40.ms)) { 1000..<1400 ~= $0 }
    let usual = stride(from: 40, through: 2400, by: 40)
    let rest = [680, 840, 1000]
    #expect(times.prefix { $0 <= 1000 } == usual.prefix { $0 <= 520 } + rest)
    // A reading of the movement came with the look at 1000 ms, but no second one to tell by.
    #expect(times.first { $0 > 1000 } == 1160)
    #expect(times.filter { 1160...1880 ~= $0 } == usual.filter { 1160...1880 ~= $0 })
    #expect(times.filter { $0 > 1920 } == [2080, 2240])
  }

  @Test("single values, pads, slow sensors and clients that cannot wait keep their looks")
  func others() {
    let usual = Array(stride(from: 40, to: 2000, by: 40))
    #expect(looks(until: 2000, .timer(40.ms), moves: { _ in false }) == usual)
    #expect(
      looks(until: 2000, .buffer(40.ms), moves: { _ in false }, patience: 0) == usual)
    let slow = Array(stride(from: 160, to: 2000, by: 160))
    #expect(looks(until: 2000, .buffer(160.ms), moves: { _ in false }) == slow)
  }

  @Test("a rest makes looks rarer by whole intervals, whose readings wait less than the patience")
  func intervals() {
    for usual in stride(from: 40, to: 200, by: 7) {
      let times = looks(until: 4000, .buffer(usual.ms)) { _ in false }
      let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
      let longest = gaps.max() ?? 0
      #expect(longest.isMultiple(of: usual) && longest >= 160 && longest - usual < 160)
    }
  }

  @Test("a demand that cannot wait gets the next look after 40 ms, and a rest counts anew")
  func claims() {
    var times = LookTimes(.buffer(40.ms), at: 0)
    func lie(from start: Int, _ patience: Int64) {
      let readings = (0..<60).map {
        Reading(
          timestamp: Timestamp(nanoseconds: (start + $0 * 10).ms),
          acceleration: Acceleration(0, 0, Reading.standardGravity))
      }
      times.advance(over: 0, readings[...], patience)
    }
    lie(from: 0, 160.ms)
    #expect(times.due == 200.ms)
    times.adapt(to: .buffer(40.ms), 160.ms, at: 50.ms)
    #expect(times.due == 200.ms)
    times.adapt(to: .buffer(40.ms), 0, at: 60.ms)
    #expect(times.due == 100.ms)
    lie(from: 600, 0)
    times.adapt(to: .buffer(40.ms), 160.ms, at: 100.ms)
    #expect(times.due == 140.ms)
  }

  @Test("a late look counts what it missed by the interval in force, and keeps the usual times")
  func late() {
    var times = LookTimes(.timer(10.ms), at: 0)
    #expect(times.missed(35.ms) == 3)
    times.advance(over: 3, [], 0)
    #expect(times.due == 50.ms)
  }
}
