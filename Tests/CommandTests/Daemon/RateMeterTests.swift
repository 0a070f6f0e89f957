// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import motiond

@Suite struct RateMeterTests {
  private func feed(
    _ meter: inout RateMeter, from start: Double, for seconds: Double, at rate: Hertz
  ) {
    for index in 0...Int(seconds * rate) {
      meter.add(Timestamp(nanoseconds: Int64((start + Double(index) / rate) * 1e9)))
    }
  }

  @Test("it is known after five seconds, and follows the rate")
  func measured() throws {
    var meter = RateMeter()
    feed(&meter, from: 0, for: 4.9, at: 50)
    #expect(meter.rate == nil)
    feed(&meter, from: 4.92, for: 0.2, at: 50)
    #expect(abs(try #require(meter.rate) - 50) < 0.01)
    feed(&meter, from: 5.2, for: 10.1, at: 104)
    #expect(abs(try #require(meter.rate) - 104) < 0.1)
  }

  @Test("a pause, a gap or a clock that steps back begins anew, and keeps what was measured")
  func interrupted() {
    var meter = RateMeter()
    feed(&meter, from: 100, for: 5.1, at: 100)
    let before = meter.rate
    #expect(before != nil)
    feed(&meter, from: 107, for: 4, at: 10)
    meter.pause()
    feed(&meter, from: 111.1, for: 4, at: 10)
    feed(&meter, from: 200, for: 4, at: 10)
    feed(&meter, from: 3, for: 4, at: 10)
    #expect(meter.rate == before)
    feed(&meter, from: 7.1, for: 2, at: 10)
    #expect(meter.rate.map { abs($0 - 10) < 0.2 } == true)
  }

  @Test("times at the ends of their range are no trap")
  func extremes() {
    var meter = RateMeter()
    for time in [Int64.min, .max, 0, .min, .max] { meter.add(Timestamp(nanoseconds: time)) }
    #expect(meter.rate == nil)
  }

  @Test("the health is checked once a minute of readings, and a clock that steps back is none")
  func health() {
    var rule = HealthRule()
    let due = [0, 30, 59.9, 60, 60.1, 119, 120, 500, 3, 62, 63].filter {
      rule.process(Timestamp(nanoseconds: Int64($0 * 1e9)))
    }
    #expect(due == [60, 120, 500, 63])
  }
}
