// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore
import MotionSynthesis

/// A fault of a cheap or badly mounted sensor.
///
/// Data sheets give ranges in g, so here they are too: 1 g is 9.80665 m/s².
public enum Degradation: Hashable, Sendable {
  /// No axis reads more than `g`, either way.
  case clipping(g: Double)
  /// This share of the readings is lost, each by chance.
  case loss(share: Double)
  /// Each axis is rounded to one of 2 to the `bits` equal steps from -`g` up to, but not including,
  /// `g`; what lies outside reads as the last step.
  case quantization(bits: Int, g: Double)
  /// All axes, gravity included, read so many times too much.
  case scale(Double)
  /// This is added to every reading, in m/s².
  case bias(SIMD3<Double>)
  /// White noise of this standard deviation is added to each axis, in m/s².
  case noise(Double)
  /// Each timestamp is late by up to so many milliseconds, see `delayed(byUpTo:using:)`.
  case jitter(milliseconds: Double)
  /// The motion is made so many times as fast, along the same path: its acceleration grows with the
  /// square of this factor.
  ///
  /// Gravity is the mean of the recording: for gestures that end as they began. A fault of
  /// evaluations, not of a sensor: people hurry.
  case played(faster: Double)

  /// The usual faults of cheap phones, of toys, and of boards fixed with tape.
  public static let usual: [Degradation] = [
    .clipping(g: 2), .clipping(g: 4), .loss(share: 0.1), .quantization(bits: 8, g: 2),
    .quantization(bits: 8, g: 4), .scale(0.9), .scale(1.1), .bias([1, 0, 0]), .bias([0, 0, 1]),
    .noise(0.5), .jitter(milliseconds: 5),
  ]

  /// A few words for a table.
  public var name: String {
    switch self {
    case .clipping(let g): "clipped at \(g.shortText) g"
    case .loss(let share): "\((100 * share).shortText) % lost"
    case .quantization(let bits, let g): "\(bits) bits over ±\(g.shortText) g"
    case .scale(let factor): "scaled by \(factor.shortText)"
    case .bias(let bias):
      "bias (\(bias.x.shortText), \(bias.y.shortText), \(bias.z.shortText)) m/s²"
    case .noise(let deviation): "noise of \(deviation.shortText) m/s²"
    case .jitter(let milliseconds): "timestamps up to \(milliseconds.shortText) ms late"
    case .played(let speed): "played \(speed.shortText) times as fast"
    }
  }

  /// The readings of such a sensor in place of `readings`.
  ///
  /// - Parameters:
  ///   - readings: with strictly increasing timestamps
  ///   - seed: of chance: the same seed gives the same readings
  /// - Returns: readings with strictly increasing timestamps
  public func applied(to readings: [Reading], seed: UInt64 = 1) -> [Reading] {
    var random = SeededGenerator(seed: seed)
    switch self {
    case .clipping(let g):
      let limit = SIMD3(repeating: g * Reading.standardGravity)
      return readings.changed { $0.clamped(lowerBound: -limit, upperBound: limit) }
    case .loss(let share):
      return readings.filter { _ in Double.random(in: 0..<1, using: &random) >= share }
    case .quantization(let bits, let g):
      let half = exp2(Double(bits - 1))
      let step = g * Reading.standardGravity / half
      return readings.changed {
        step
          * ($0 / step).rounded(.toNearestOrEven)
          .clamped(
            lowerBound: SIMD3(repeating: -half), upperBound: SIMD3(repeating: half - 1))
      }
    case .scale(let factor):
      return readings.changed { factor * $0 }
    case .bias(let bias):
      return readings.changed { $0 + bias }
    case .noise(let deviation):
      return readings.changed { $0 + random.normalVector(deviation: deviation) }
    case .jitter(let milliseconds):
      return readings.delayed(byUpTo: milliseconds, using: &random)
    case .played(let speed):
      guard let start = readings.first?.timestamp else { return [] }
      let gravity = readings.reduce(.zero) { $0 + $1.acceleration } / Double(readings.count)
      return readings.map { reading in
        let elapsed = Double(reading.timestamp.nanoseconds(since: start)) / speed
        return Reading(
          timestamp: start.advanced(byNanoseconds: Int64(elapsed)),
          acceleration: gravity + speed * speed * (reading.acceleration - gravity))
      }
    }
  }
}

extension [Reading] {
  /// These readings with other accelerations.
  fileprivate func changed(_ change: (SIMD3<Double>) -> SIMD3<Double>) -> [Reading] {
    map { Reading(timestamp: $0.timestamp, acceleration: change($0.acceleration)) }
  }
}
