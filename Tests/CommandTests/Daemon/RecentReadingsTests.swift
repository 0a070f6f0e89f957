// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TestSupport
import Testing

@testable import MotionSensors
@testable import motiond

@Suite struct RecentReadingsTests {
  private static func readings(_ count: Int, hertz: Int) -> [Reading] {
    (0..<count).map { index in
      Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 1_000_000_000 / Int64(hertz)),
        acceleration: Acceleration(Double(index) / 3, -9.8, 0.1))
    }
  }

  @Test("the latest are kept to the bit", arguments: [10, 2999, 3001, 7000])
  func latest(_ count: Int) {
    let readings = Self.readings(count, hertz: 100)
    var recent = RecentReadings()
    for reading in readings { recent.add(reading) }
    #expect(recent.readings == readings.suffix(3001))
  }

  @Test("who switches keeping off and on has the accelerometer's properties again")
  func off() throws {
    var stage = DetectionStage { _ in }
    for id in ["iio:device0", "iio:device1"] {
      stage.process(
        .started(AccelerometerInfo(id: id, axes: ["x", "y", "z"], rates: [], hasBuffer: true)))
      stage.keepRecentReadings(false)
    }
    stage.process(.readings(Self.readings(2, hertz: 100)[...]))
    stage.keepRecentReadings(true)
    stage.process(.readings(Self.readings(9, hertz: 100)[3...]))
    guard case .recentReadings(let recent?) = stage.answer(to: .recentReadings) else {
      throw Unexpected("no readings are kept")
    }
    #expect(recent.readings.count == 6 && recent.info?.id == "iio:device1")
  }

  @Test("times at the ends of the clock are no trouble")
  func extremes() {
    var recent = RecentReadings()
    for time in [Int64.min, -1, 0, .max] {
      recent.add(
        Reading(timestamp: Timestamp(nanoseconds: time), acceleration: Acceleration(0, 0, 9.8)))
    }
    // The last may be a time that is wrong.
    #expect(recent.readings.map(\.timestamp.nanoseconds) == [-1, 0, .max])
  }

  @Test("at a high rate memory is the limit")
  func fast() {
    let readings = Self.readings(40_000, hertz: 1000)
    var recent = RecentReadings()
    for (index, reading) in readings.enumerated() {
      recent.add(reading)
      // A prime, so that all places between two clearings are seen.
      if index.isMultiple(of: 997) { #expect(recent.readings.count <= RecentReadings.limit) }
    }
    #expect(recent.readings == readings.suffix(recent.readings.count))
    #expect(recent.readings.count > RecentReadings.limit - 300)
  }

  @Test("they outlast a pause of the same accelerometer, but not another one or another clock")
  func pause() {
    var recent = RecentReadings()
    var info = AccelerometerInfo(
      id: "iio:device0", axes: ["x", "y", "z"], rates: [], hasBuffer: true, clock: .boottime)
    recent.begin(info)
    for reading in Self.readings(10, hertz: 100) { recent.add(reading) }
    recent.begin(info)
    #expect(recent.readings.count == 10)
    info.clock = .monotonic
    recent.begin(info)
    #expect(recent.readings.isEmpty)
  }
}
