// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionSynthesis
import Testing

@testable import MotionCore

/// The means of readings that come faster than detectors need them.
@Suite struct DecimatorTests {
  /// What detectors get of `readings`.
  private func parts(_ readings: [Reading]) -> [(reading: Reading, part: Decimator.Part)] {
    var decimator = Decimator()
    var results: [(Reading, Decimator.Part)] = []
    for reading in readings { decimator.process(reading) { results.append(($0, $1)) } }
    decimator.end { results.append(($0, $1)) }
    return results
  }

  @Test("up to 404 Hz each reading passes as it is", arguments: [1.0, 12.5, 100, 200, 400, 403])
  func usual(rate: Double) {
    let readings = sampled(2, rate: rate) { [sin($0 * 40) * 20, 0, 9.8] }
    let found = parts(readings)
    #expect(found.count == readings.count)
    #expect(zip(found, readings).allSatisfy { $0.part == .whole && $0.reading == $1 })
  }

  @Test(
    "above, means come at 200 to 404 Hz, and each reading by itself",
    arguments: [410.0, 416, 500, 640, 800, 1000, 1600, 2000, 3200])
  func fast(rate: Double) throws {
    let readings = sampled(2, rate: rate) { [$0, -10 * $0, 9.8] }
    let found = parts(readings)
    let singles = found.filter { $0.part != .mean }.map(\.reading)
    #expect(singles.count == readings.count && zip(singles, readings).allSatisfy(==))
    let means = found.filter { $0.part == .mean }.map(\.reading)
    let rateOfMeans = try #require(means.rate)
    #expect((200...405).contains(rateOfMeans), "\(rateOfMeans)")
    #expect(Double(means.count) > 1.8 * rateOfMeans)
  }

  @Test("of streams at random each reading is in one mean, and times increase", arguments: 0..<100)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var decimator = Decimator()
    var time: Int64 = 0
    var (pending, last) = ([Reading](), Timestamp(nanoseconds: -1))
    func take(_ reading: Reading, _ part: Decimator.Part) {
      switch part {
      case .whole:
        #expect(pending.isEmpty)
        #expect(reading.timestamp > last)
      case .single:
        pending.append(reading)
        #expect(reading.timestamp > last)
      case .mean:
        let sum = pending.map(\.acceleration).reduce(.zero, +)
        #expect(reading.acceleration == sum / Double(pending.count))
        #expect(reading.timestamp == pending.last?.timestamp)
        pending = []
      }
      last = reading.timestamp
    }
    for _ in 0..<20 {
      let period = Int64.random(in: 300_000...6_000_000, using: &random)
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        time += period + Int64.random(in: 0...period / 2, using: &random)
        if Int.random(in: 0..<50, using: &random) == 0 { time += 60_000_000 }
        let reading = Reading(
          timestamp: Timestamp(nanoseconds: time),
          acceleration: [Double.random(in: -9...9, using: &random), 0, 0])
        decimator.process(reading, take)
      }
    }
    decimator.end(take)
    #expect(pending.isEmpty)
  }
}
