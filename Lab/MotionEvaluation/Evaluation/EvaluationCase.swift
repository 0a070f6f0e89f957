// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionLabels
import MotionSynthesis

/// A cut of a long shake, which rest follows, and the end that the shake must then have.
public enum ShakeCut: String, CaseIterable, Hashable, Sendable {
  case endedAt700, endedAt950, cancelledAt2500

  /// Seconds from the start of the shake.
  var time: Double {
    switch self {
    case .endedAt700: 0.7
    case .endedAt950: 0.95
    case .cancelledAt2500: 2.5
    }
  }

  /// True if it has to end; otherwise it lasts too long and has to be cancelled.
  var ends: Bool { self != .cancelledAt2500 }

  /// The least duration in seconds of a shake that is cut so.
  var leastDuration: Double { max(0.95, time) }

  /// The title of a row.
  var name: String {
    (ends ? "ended" : "cancelled") + ", cut at \(time.text(decimals: 2)) s"
  }
}

/// A labeled recording made ready to be scored, by any detector and any number of times.
///
/// Shakes are also cut, and other motion is followed by rest, because most recordings end before a
/// verdict can appear (see ``Rest``).
public struct EvaluationCase: Sendable {
  /// The label.
  public let label: LabeledRecording
  /// The readings, as they came.
  public let readings: [Reading]
  /// The start of the shake that is cut, in nanoseconds from the first reading.
  let cutStart: Int64

  /// The seconds that a duration may differ from the label: labels are rounded.
  private static let durationTolerance = 0.02

  /// Makes a recording ready.
  ///
  /// - Parameters:
  ///   - label: its label
  ///   - readings: of the recording
  public init(_ label: LabeledRecording, _ readings: [Reading]) {
    self.label = label
    self.readings = readings
    cutStart = Int64((Self.longestShake(label)?.lowerBound ?? 0) * 1e9)
  }

  /// The same with rest behind them; empty for a shake.
  ///
  /// Made when asked for, as are ``cuts``: thousands of recordings take half of the memory so.
  var rested: [Reading] { label.content == .other ? Rest().appended(to: readings) : [] }

  /// The longest shake, if it is long enough, broken off and with rest behind it.
  var cuts: [ShakeCut: [Reading]] {
    guard let longest = Self.longestShake(label), let start = readings.first?.timestamp else {
      return [:]
    }
    let possible = ShakeCut.allCases.filter {
      longest.upperBound - longest.lowerBound >= $0.leastDuration
    }
    return Dictionary(
      uniqueKeysWithValues: possible.map { cut in
        let end = start.advanced(byNanoseconds: Int64((longest.lowerBound + cut.time) * 1e9))
        return (cut, Rest().appended(to: readings.filter { $0.timestamp <= end }))
      })
  }

  private static func longestShake(_ label: LabeledRecording) -> ClosedRange<Double>? {
    guard case .shake(let intervals) = label.content else { return nil }
    return intervals.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
  }

  /// The duration from the first reading to the last, in seconds.
  public var duration: Double {
    guard let first = readings.first, let last = readings.last else { return 0 }
    return last.timestamp.seconds(since: first.timestamp)
  }

  /// True if the readings last as long as the label says, or if it does not: otherwise the file may
  /// be cut.
  public var isWhole: Bool {
    label.duration.map { abs(duration - $0) <= Self.durationTolerance } ?? true
  }
}

/// Rest put behind readings that break off in mid-motion, so that a verdict can appear.
///
/// An 80 ms fade from the last reading to 9.80665 m/s² along the mean direction of the readings,
/// then rest there, with noise of 0.08 m/s².
public struct Rest: Sendable {
  private static let fade = 0.080
  private static let noise = 0.08
  private static let shortestPeriod: Int64 = 100_000

  /// The duration in seconds, the fade included.
  public var duration: Double

  /// A rest of `duration` seconds.
  public init(duration: Double = 2) {
    self.duration = duration
  }

  /// `readings` with this rest behind them, at their own mean rate.
  public func appended(to readings: [Reading]) -> [Reading] {
    guard let first = readings.first, let last = readings.last, readings.count > 1 else {
      return readings
    }
    let mean =
      readings.reduce(SIMD3<Double>.zero) { $0 + $1.acceleration } / Double(readings.count)
    let length = (mean * mean).sum().squareRoot()
    let resting =
      length > 0 ? mean * (Reading.standardGravity / length) : SIMD3(0, 0, Reading.standardGravity)
    // Timestamps in another unit must not ask for millions of readings.
    let period = max(
      Self.shortestPeriod,
      last.timestamp.nanoseconds(since: first.timestamp) / Int64(readings.count - 1))
    // Always the same noise, so that an evaluation repeats to the last digit.
    var random = SeededGenerator(seed: 1)
    let count = Int(duration * 1e9 / Double(period))
    return readings
      + (1...max(1, count)).map { step in
        let seconds = Double(Int64(step) * period) * 1e-9
        let share = min(1, seconds / Self.fade)
        let value = last.acceleration + share * (resting - last.acceleration)
        return Reading(
          timestamp: last.timestamp.advanced(byNanoseconds: Int64(step) * period),
          acceleration: value + random.normalVector(deviation: Self.noise))
      }
  }
}
