// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionReader

/// Timestamps of scans that carry none: evenly spaced, by their arrival.
///
/// A phase-locked loop of second order: each batch is expected a period for each of its scans after
/// the one before, and how far it arrives from that corrects phase and period a little. So stamps
/// are even when batches come early or late, and do not drift from the arrivals when the rate is
/// not quite the one that is reported. Gains as in F. M. Gardner, Phaselock Techniques: well
/// damped, settled in some 30 batches.
struct ArrivalClock: Sendable {
  /// The shares of the error by which the phase and the period are corrected.
  private static let gains = (phase: 0.125, period: 0.008)

  /// As the device reports it, in nanoseconds.
  private let nominal: Double
  /// As the arrivals show it, in nanoseconds.
  private var period: Double
  private var last: Timestamp?
  /// The fraction of a nanosecond from `last` to the exact time of the last scan.
  private var remainder = 0.0
  private var step = 0.0

  /// A clock for scans at `rate`.
  init(rate: Hertz) {
    nominal = 1e9 / min(max(rate, 0.001), 1e6)
    period = nominal
  }

  /// A batch of `scans` arrived at `arrival`.
  mutating func begin(scans: Int, at arrival: Timestamp) {
    guard scans > 0 else { return }
    guard let last else { return restart(scans, at: arrival) }
    let (span, overflow) = arrival.nanoseconds.subtractingReportingOverflow(last.nanoseconds)
    let expected = Double(scans) * period + remainder
    let error = Double(span) - expected
    guard !overflow, abs(error) <= Double(GapRule.longestSilence(period: Int64(nominal))) else {
      return restart(scans, at: arrival)
    }
    let share = error / Double(scans)
    // The rate that a device reports can be far from the one it has.
    period = min(max(period + Self.gains.period * share, nominal / 8), nominal * 8)
    step = min(max(period + Self.gains.phase * share, period / 2), period * 2)
  }

  /// The time of the next scan of the batch: later than that of the scan before.
  mutating func next() -> Timestamp {
    guard let last else { return Timestamp(nanoseconds: 0) }
    let exact = step + remainder
    let whole = max(1, exact.rounded(.down))
    remainder = max(0, exact - whole)
    let stamp = last.advanced(byNanoseconds: Int64(whole))
    self.last = stamp
    return stamp
  }

  /// The last of the batch was taken at `arrival`, the others before it, but after all reported so
  /// far.
  private mutating func restart(_ scans: Int, at arrival: Timestamp) {
    step = period
    remainder = 0
    let before = arrival.advanced(byNanoseconds: -Int64(period * Double(scans)))
    if let last, last > before {
      step = Double(arrival.nanoseconds - last.nanoseconds) / Double(scans)
    } else {
      last = before
    }
  }
}
