// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionEvaluation
import Testing

@Suite struct DegradationTests {
  /// 100 s of a slow swing of ±60 m/s² on x and z, at 100 Hz.
  private let readings = (0..<10_000).map { index in
    let wave = 60 * sin(2 * .pi * Double(index) / 997)
    return Reading(
      timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
      acceleration: [wave, 1, 9.8 - wave])
  }

  /// The accelerations after and before, for degradations that lose nothing.
  private func pairs(_ degradation: Degradation) -> [(after: SIMD3<Double>, before: SIMD3<Double>)]
  {
    let degraded = degradation.applied(to: readings)
    #expect(degraded.map(\.timestamp) == readings.map(\.timestamp))
    return zip(degraded, readings).map { ($0.acceleration, $1.acceleration) }
  }

  @Test("clipping leaves what fits and stops what does not, each axis by itself")
  func clipping() {
    let limit = 2 * 9.80665
    for (after, before) in pairs(.clipping(g: 2)) {
      for axis in 0..<3 {
        #expect(after[axis] == min(limit, max(-limit, before[axis])))
      }
    }
  }

  @Test("loss takes its share, and leaves the others as they were")
  func loss() {
    let left = Degradation.loss(share: 0.1).applied(to: readings)
    #expect((8900...9100).contains(left.count))
    let all = Set(readings)
    #expect(left.allSatisfy(all.contains))
    #expect(left.map(\.timestamp) == left.map(\.timestamp).sorted())
  }

  @Test("8 bits give 256 values: steps of a 128th of the range, up to its ends")
  func quantization() {
    let range = 4 * 9.80665
    let step = range / 128
    let pairs = pairs(.quantization(bits: 8, g: 4))
    for (after, before) in pairs {
      for axis in 0..<3 {
        let inside = min(range - step, max(-range, before[axis]))
        #expect(abs(after[axis] - inside) <= step / 2 + 1e-9)
        let code = after[axis] / step
        #expect(abs(code - code.rounded()) < 1e-9)
      }
    }
    #expect(Set(pairs.map(\.after.x)).count == 256)
  }

  @Test("scale and bias change every axis as they say")
  func affine() {
    #expect(pairs(.scale(1.1)).allSatisfy { $0.after == 1.1 * $0.before })
    #expect(pairs(.bias([0, 1, -1])).allSatisfy { $0.after == $0.before + [0, 1, -1] })
  }

  @Test("noise has its deviation on each axis, and no mean")
  func noise() {
    let noise = pairs(.noise(0.5)).map { $0.after - $0.before }
    let count = Double(noise.count)
    let mean = noise.reduce(.zero, +) / count
    let variance = noise.map { $0 * $0 }.reduce(.zero, +) / count
    for axis in 0..<3 {
      #expect(abs(mean[axis]) < 0.02)
      #expect(abs(variance[axis].squareRoot() - 0.5) < 0.02)
    }
  }

  @Test("jitter is late by up to its bound and never reorders", arguments: [2.0, 5, 35])
  func jitter(_ milliseconds: Double) {
    let late = Degradation.jitter(milliseconds: milliseconds).applied(to: readings)
    #expect(late.map(\.acceleration) == readings.map(\.acceleration))
    let delays = zip(late, readings).map { $0.timestamp.nanoseconds(since: $1.timestamp) }
    #expect(delays.allSatisfy { (0...Int64(milliseconds * 1e6)).contains($0) })
    #expect(Set(delays).count > 9000)
    #expect((delays.max() ?? 0) > Int64(milliseconds * 0.99e6))
    #expect(zip(late, late.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
  }

  @Test("the same seed gives the same readings; each kind is its own", arguments: Degradation.usual)
  func usual(_ degradation: Degradation) {
    let degraded = degradation.applied(to: readings, seed: 3)
    #expect(degraded == degradation.applied(to: readings, seed: 3))
    #expect(degraded != readings)
    let isRandom =
      switch degradation {
      case .loss, .noise, .jitter: true
      case .clipping, .quantization, .scale, .bias, .played: false
      }
    #expect((degraded != degradation.applied(to: readings, seed: 4)) == isRandom)
  }

  @Test("played faster, a motion takes less time, and its acceleration grows with the square")
  func played() {
    let slow = (0..<101).map { index in
      Reading(
        timestamp: Timestamp(nanoseconds: 5 + Int64(index) * 10_000_000),
        acceleration: [3 * sin(2 * .pi * Double(index) / 100), 0, 9.8])
    }
    let fast = Degradation.played(faster: 2).applied(to: slow)
    #expect(fast.first?.timestamp == slow.first?.timestamp)
    #expect(fast.last?.timestamp == Timestamp(nanoseconds: 500_000_005))
    for (before, after) in zip(slow, fast) {
      #expect(abs(after.acceleration.x - 4 * before.acceleration.x) < 1e-9)
      #expect(abs(after.acceleration.z - 9.8) < 1e-9)
    }
  }

  @Test("each has a name of its own, for a table")
  func names() {
    #expect(Set(Degradation.usual.map(\.name)).count == Degradation.usual.count)
    #expect(Degradation.quantization(bits: 8, g: 2).name == "8 bits over ±2 g")
    #expect(Degradation.loss(share: 0.1).name == "10 % lost")
  }
}
