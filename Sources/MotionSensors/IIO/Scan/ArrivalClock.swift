// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A clock for scans without timestamps: evenly spaced times, by their arrival.
///
/// A phase-locked loop of second order expects each batch one period per scan after the batch
/// before. The error of its arrival corrects phase and period a little. So stamps are even when
/// batches come early or late, and do not drift from the arrivals when the true rate is a little
/// off the reported one. Gains as in F. M. Gardner, Phaselock Techniques: well damped, settled in
/// some 30 batches.
struct ArrivalClock: Sendable {
  /// The shares of the error that correct the phase and the period.
  private static let gains = (phase: 0.125, period: 0.008)

  /// The period that the device reports, in nanoseconds.
  private let nominal: Double
  /// The period that the arrivals show, in nanoseconds.
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

  /// Takes a batch of `scans`, which arrived at `arrival`.
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
    // The reported rate of a device can be far from its true rate.
    period = min(max(period + Self.gains.period * share, nominal / 8), nominal * 8)
    step = min(max(period + Self.gains.phase * share, period / 2), period * 2)
  }

  /// Returns the time of the next scan of the batch: later than the scan before.
  mutating func next() -> Timestamp {
    guard let last else { return Timestamp(nanoseconds: 0) }
    let exact = step + remainder
    let whole = max(1, exact.rounded(.down))
    remainder = max(0, exact - whole)
    let stamp = last.advanced(byNanoseconds: Int64(whole))
    self.last = stamp
    return stamp
  }

  /// Starts over: the last scan of the batch gets the time `arrival`, the others earlier times, but
  /// later than all reported ones.
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
