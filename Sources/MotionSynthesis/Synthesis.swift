// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore

extension MotionScript {
  /// Synthesizes the recording of this script.
  ///
  /// - Parameters:
  ///   - rate: the sampling rate in Hz
  ///   - seed: the seed of the sensor's noise
  /// - Returns: a recording that starts at 0 and says that it is synthetic
  public func recording(rate: Double, seed: UInt64 = 1) -> Recording {
    var random = SeededGenerator(seed: seed)
    let readings = (0..<Int(duration * rate)).compactMap { index -> Reading? in
      let time = Double(index) / rate
      let noise = random.normalVector(deviation: Self.sensorNoise)
      guard !isInGap(time) else { return nil }
      return Reading(
        timestamp: Timestamp(nanoseconds: Int64((time * 1e9).rounded())),
        acceleration: ((acceleration(at: time) + noise) * 1000).rounded(.toNearestOrEven) / 1000)
    }
    return Recording(
      notes: [
        RecordingNote(nil, "Synthetic: \(title)."),
        RecordingNote(nil, "Model: gravity, swings of the hand, tremor, sensor noise."),
        RecordingNote("rate_hz", rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"),
      ],
      readings: readings)
  }

  private static let sensorNoise = 0.05
  private static let tremor = 0.06

  /// Returns the reading of an ideal sensor at `time` seconds, in m/s².
  private func acceleration(at time: Double) -> SIMD3<Double> {
    var up = attitude
    var hand = SIMD3<Double>.zero
    var isHeld = true
    for action in actions {
      switch action {
      case .swings(let start, let duration, let frequency, let amplitude, let direction):
        let phase = time - start
        guard (0..<duration).contains(phase) else { continue }
        hand += direction * amplitude * sin(2 * .pi * frequency * phase)
      case .walk(let start, let duration, let cadence, let amplitude):
        let phase = time - start
        guard (0..<duration).contains(phase) else { continue }
        hand += amplitude * Self.step(2 * .pi * cadence * phase)
      case .knock(let moment, let amplitude):
        let phase = time - moment
        guard phase >= 0 else { continue }
        hand.z += Self.ring(phase, amplitude)
      case .turn(let start, let duration, let attitude):
        let share = min(1, max(0, (time - start) / duration))
        // A cosine ramp: a hand neither starts nor stops with a jerk.
        up = Self.turned(up, toward: attitude, by: 0.5 - 0.5 * cos(.pi * share))
      case .letGo(let moment):
        isHeld = isHeld && time < moment
      case .fall(let start, let duration, let impact):
        let phase = time - start
        if (0..<duration).contains(phase) { return .zero }
        if phase >= duration { hand.z += Self.ring(phase - duration, impact) }
      case .gap:
        continue
      }
    }
    let tremor = isHeld ? Self.tremor : 0
    let shiver = SIMD3(
      sin(2 * .pi * 8.3 * time), sin(2 * .pi * 9.7 * time), cos(2 * .pi * 8.3 * time))
    return Reading.standardGravity * up + hand + tremor * shiver
  }

  /// Returns the direction at `share` of the angle from `start` to `end`, which are unit vectors.
  private static func turned(
    _ start: SIMD3<Double>, toward end: SIMD3<Double>, by share: Double
  ) -> SIMD3<Double> {
    let cosine = min(1, max(-1, (start * end).sum()))
    var across = end - cosine * start
    if (across * across).sum() < 1e-12 {
      guard cosine < 0 else { return end }
      // Half a turn can go over any side: it takes x, or y where the start lies near x.
      let side: SIMD3<Double> = abs(start.x) < 0.7 ? [1, 0, 0] : [0, 1, 0]
      across = side - (side * start).sum() * start
    }
    let angle = acos(cosine) * share
    return cos(angle) * start + sin(angle) * across / (across * across).sum().squareRoot()
  }

  /// Returns the value of a ring of 30 Hz that dies away in 20 ms.
  private static func ring(_ phase: Double, _ amplitude: Double) -> Double {
    amplitude * exp(-phase / 0.020) * sin(2 * .pi * 30 * phase)
  }

  /// Returns a bounce with its harmonic along z, and a sway at half its pace along x, with
  /// amplitude 1.
  private static func step(_ phase: Double) -> SIMD3<Double> {
    SIMD3(0.4 * sin(phase / 2), 0.2 * sin(phase), 0.7 * sin(phase) + 0.3 * sin(2 * phase))
  }

  private func isInGap(_ time: Double) -> Bool {
    actions.contains { action in
      guard case .gap(let start, let duration) = action else { return false }
      return (start..<start + duration).contains(time)
    }
  }
}
