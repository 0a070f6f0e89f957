// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TestSupport
import Testing

/// Whether a device rests, by batches of its readings.
@Suite struct RestCheckTests {
  /// Readings of 10 ms each, from `start` ms on, of a device that lies, with `z` beside gravity.
  private func batch(_ start: Int64, count: Int = 4, _ z: (Int64) -> Double) -> [Reading] {
    (0..<Int64(count)).map {
      let time = start + 10 * $0
      return Reading(
        timestamp: Timestamp(nanoseconds: time * 1_000_000),
        acceleration: Acceleration(0, 0, Reading.standardGravity + z(time)))
    }
  }

  /// Whether a device rests after each batch of 40 ms, from 0 to `end` ms.
  private func rests(until end: Int64, _ z: (Int64) -> Double) -> [Int64] {
    var check = RestCheck()
    return stride(from: 0, to: end, by: 40).filter {
      check.process(batch($0, z)[...])
      return check.isResting
    }
  }

  @Test("a device rests after half a second within 1.5 m/s², and no longer once an axis leaves it")
  func limits() {
    #expect(rests(until: 1000) { _ in 0 } == Array(stride(from: 480, to: 1000, by: 40)))
    let noise = rests(until: 1000) { [0, 0.7, -0.7][Int($0 / 10 % 3)] }
    #expect(noise == Array(stride(from: 480, to: 1000, by: 40)))
    #expect(rests(until: 1000) { $0 % 20 == 0 ? 0.8 : -0.8 } == [])
    let moved = rests(until: 1200) { $0 == 600 ? 1.6 : 0 }
    #expect(moved == [480, 520, 560, 1120, 1160])
  }

  @Test("a slow drift over the limit is movement")
  func drift() {
    #expect(rests(until: 1000) { Double($0) * 0.0032 } == [])
  }

  @Test("after a gap or a jump of the clock, and without readings, nobody knows of a rest")
  func gaps() {
    var check = RestCheck()
    check.process([])
    #expect(!check.isResting)
    func rest(from start: Int64) {
      for time in stride(from: start, through: start + 600, by: 40) {
        check.process(batch(time) { _ in 0 }[...])
      }
      #expect(check.isResting)
    }
    rest(from: 0)
    check.process([])
    #expect(check.isResting)
    check.process(batch(900) { _ in 0 }[...])
    #expect(!check.isResting)
    rest(from: 2000)
    check.process(batch(100) { _ in 0 }[...])
    #expect(!check.isResting)
  }
}
