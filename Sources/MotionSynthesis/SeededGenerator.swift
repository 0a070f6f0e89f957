// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore

/// A generator of random numbers that are the same for the same seed, everywhere.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator whose whole sequence follows from `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from the normal distribution with mean 0 and standard deviation 1 (Box and
  /// Muller).
  public mutating func normal() -> Double {
    let radius = (-2 * log(Double.random(in: Double.leastNormalMagnitude..<1, using: &self)))
    return radius.squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }

  /// Returns three independent normal numbers with the standard deviation `deviation`.
  public mutating func normalVector(deviation: Double) -> SIMD3<Double> {
    deviation * SIMD3(normal(), normal(), normal())
  }
}

extension [Reading] {
  /// Returns these readings, each late by up to `milliseconds`; all delays are equally likely.
  ///
  /// The order stays: a delayed reading also delays the readings behind it, as in a queue.
  public func delayed(
    byUpTo milliseconds: Double, using random: inout SeededGenerator
  ) -> [Reading] {
    var last = Timestamp(nanoseconds: .min)
    return map { reading in
      let delay = Int64(Double.random(in: 0...1, using: &random) * milliseconds * 1e6)
      last = Swift.max(
        last.advanced(byNanoseconds: 1), reading.timestamp.advanced(byNanoseconds: delay))
      return Reading(timestamp: last, acceleration: reading.acceleration)
    }
  }

  /// Returns these readings, each late by up to `milliseconds`, by random delays that follow from
  /// `seed`.
  public func delayed(byUpTo milliseconds: Double, seed: UInt64) -> [Reading] {
    var random = SeededGenerator(seed: seed)
    return delayed(byUpTo: milliseconds, using: &random)
  }
}
