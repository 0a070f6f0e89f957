// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionSensors
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

@Suite struct RestRuleTests {
  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("a rest begins when it lies still and was read for a second, once")
  func begins() {
    var rule = RestRule()
    func process(_ milliseconds: Int64, isStill: Bool) -> Bool {
      rule.process(time(milliseconds), isStill: isStill)
    }
    #expect(!process(0, isStill: true))
    #expect(!process(999, isStill: true))
    #expect(!process(1000, isStill: false))
    #expect(process(1100, isStill: true))
    // The chip cannot tell a movement: readings go on, and it is not asked again.
    #expect(!process(1200, isStill: true))
    #expect(!process(9000, isStill: true))
  }

  @Test("after a movement another second is read, so that a detector can see it")
  func wakes() {
    var rule = RestRule()
    _ = rule.process(time(0), isStill: true)
    _ = rule.process(time(1000), isStill: true)
    rule.wake()
    let rests = [600_000, 600_900, 601_000].map { rule.process(time($0), isStill: true) }
    #expect(rests == [false, false, true])
  }
}

@Suite struct SourceLivenessTests {
  private let reading = AccelerometerEvent.readings([
    Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
  ])

  @Test("a source that streams must be heard between two checks")
  func streaming() {
    var liveness = SourceLiveness()
    func check() -> Bool { liveness.check() }
    liveness.process(.started(.example))
    #expect(check())
    #expect(!check())
    liveness.process(reading)
    #expect(check())
    liveness.process(.time(Timestamp(nanoseconds: 1)))
    #expect(check())
    #expect(!check())
  }

  @Test("nothing is expected before it starts, once it is lost, and once it is stopped")
  func idle() {
    var liveness = SourceLiveness()
    func check() -> Bool { liveness.check() }
    liveness.process(reading)
    for _ in 0..<3 { #expect(check()) }
    liveness.process(.started(.example))
    liveness.process(.lost(.noAccelerometer(uri: "local:")))
    for _ in 0..<3 { #expect(check()) }
    liveness.process(.started(.example))
    liveness.process(.paused)
    liveness.process(.recognized(.freeFall, at: Timestamp(nanoseconds: 0)))
    for _ in 0..<3 { #expect(check()) }
    liveness.process(.started(.example))
    liveness.stop()
    for _ in 0..<3 { #expect(check()) }
  }
}

extension AccelerometerInfo {
  fileprivate static let example = AccelerometerInfo(
    id: "iio:device0", axes: ["x", "y", "z"], rates: [], hasBuffer: true)
}
