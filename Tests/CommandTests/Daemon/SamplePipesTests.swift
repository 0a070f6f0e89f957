// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import MotionSensors
@testable import motiond

@Suite(.waits) struct SamplePipesTests {
  private static let limits = UserBudget.Limits(total: 3, each: 1, reserve: 1)

  @Test("a reader that leaves is noticed though no readings come, and gives its share back")
  func leaving() throws {
    let counts = Counts()
    let pipes = SamplePipes(limits: Self.limits) {
      counts.timers += 1
      return nil
    } _: { _, demand in
      counts.closed += 1
      #expect(demand.rateOfReadings == 50)
    }
    let other = try pipes.open(for: 0, at: 50)
    defer { try? other.close() }
    let end = try pipes.open(for: 1000, at: 100)
    #expect(pipes.demand.rateOfReadings == 100)
    #expect(throws: Refusal.self) { try pipes.open(for: 1000, at: 100) }
    #expect(counts.timers > 0)
    try end.close()
    // What its timer does. A child that another test starts has this end open until it runs its
    // program.
    let isNoticed = settles {
      pipes.removeClosed()
      return counts.closed > 0
    }
    #expect(isNoticed && counts.closed == 1)
    try pipes.open(for: 1000, at: 100).close()
  }

  private final class Counts {
    var (timers, closed) = (0, 0)
  }

  @Test("readings that come together are written in order, each after its accelerometer")
  func order() throws {
    let pipes = SamplePipes(limits: Self.limits) {
      nil
    } _: { _, _ in
    }
    let end = try pipes.open(for: 0, at: 100)
    defer { try? end.close() }
    pipes.begin(AccelerometerInfo(id: "iio:device7", axes: [], rates: [], hasBuffer: true))
    let readings = (1...500).map {
      Reading(timestamp: Timestamp(nanoseconds: Int64($0)), acceleration: .zero)
    }
    pipes.write(readings[..<200])
    pipes.write(readings[200...])
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = try bytes.withUnsafeMutableBytes { try end.read(into: $0) }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.hasPrefix("#") == true)
    let times = lines.compactMap { Int($0.prefix { $0 != "," }) }
    #expect(times == Array(1...500))
  }

  @Test("one is kept for root")
  func reserve() throws {
    let pipes = SamplePipes(limits: Self.limits) {
      nil
    } _: { _, _ in
    }
    let ends = [try pipes.open(for: 1000, at: 100), try pipes.open(for: 1001, at: 100)]
    #expect(throws: Refusal.self) { try pipes.open(for: 1002, at: 100) }
    let last = try pipes.open(for: 0, at: 100)
    for end in ends + [last] { try end.close() }
  }
}
