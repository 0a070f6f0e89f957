// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import MotionCore

@Suite struct MotionGaugeTests {
  @Test(
    "a gauge is far from 1 at some time, and near it before its motion is reported",
    arguments: MotionRegistry.kinds)
  func near(_ kind: MotionKind) throws {
    let script = try #require(SampleLibrary.simulation(kind.rawValue))
    var pipeline = MotionPipeline(MotionOptions().configurations(of: [kind]))
    var shares: [(time: Timestamp, share: Double)] = []
    var found: [Timestamp] = []
    for reading in script.recording(rate: 200).readings {
      pipeline.process(reading) { finding, _ in
        guard let event = finding.event, [.began, .recognized].contains(event.phase) else { return }
        found.append(event.timestamp)
      }
      if let gauge = pipeline.gauges(at: reading)[kind] {
        shares.append((reading.timestamp, gauge.share))
      }
    }
    #expect(shares.contains { $0.share < 0.5 })
    let first = try #require(found.first)
    // A double tap is reported when its second tap is over, an orientation when it has held for
    // half a second.
    let before = shares.filter { $0.time < first && first.seconds(since: $0.time) < 1 }
    #expect(before.contains { $0.share > 0.9 })
  }

  @Test("the gauges of a device at rest are those of its detectors, with words for people")
  func words() throws {
    var pipeline = MotionPipeline(MotionOptions().configurations(of: MotionRegistry.kinds))
    var last = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: [0, 0, 9.80665])
    for index in 0..<1200 {
      last.timestamp = Timestamp(nanoseconds: Int64(index) * 5_000_000)
      pipeline.process(last) { _, _ in }
    }
    let gauges = pipeline.gauges(at: last).mapValues { $0.text }
    #expect(
      gauges == [
        .shake: "swing 0.0 of 8 m/s²",
        .freeFall: "|a| 9.8, which falls below 3.0 m/s²",
        .still: "0.00 m/s² from rest, which ends at 1.00",
        .orientation: "90° from portrait, which counts within 35°",
        .flip: "180° from faceDown, which counts within 25°",
        .pickUp: "turned 0° of 20°",
        .tilt: "turned 0° of 35°",
        .twist: "turned 0° of 50°",
        .tap: "jump 0.0 of 3.0 m/s²",
        .doubleTap: "jump 0.0 of 3.0 m/s²",
      ])
  }
}
