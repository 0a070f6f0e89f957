// SPDX-License-Identifier: Apache-2.0

/// The last time when the device was in the air, where it does not feel its weight.
///
/// Source: the physics of falling. A hand that shakes takes a reading below
/// ``ShakeConstants/weight`` only in passing, between two turning points: of 153 recorded shakes
/// 99 % never stay there for more than 0.07 s.
struct Flight: Sendable {
  /// The light readings in a row up to now: the time of the first one, and whether there was
  /// gravity before it.
  private var run: (start: Timestamp, hadWeight: Bool)?
  /// The time of the first and the last reading of the last flight; nil if there was none.
  private var last: (start: Timestamp, end: Timestamp)?

  /// Takes the next reading.
  ///
  /// - Parameters:
  ///   - square: the square of |acceleration| in (m/s²)², gravity included
  ///   - moment: its time
  ///   - gravity: the estimate of gravity in m/s²; a source without gravity seems to fly forever,
  ///     and so never counts as flying
  @inline(__always)
  mutating func process(
    square: Double, at moment: Timestamp, gravity: SIMD3<Double>
  ) {
    guard square < ShakeConstants.weight * ShakeConstants.weight else {
      run = nil
      return
    }
    guard let run else {
      let least = ShakeConstants.leastGravity
      run = (moment, gravity.dot(gravity) >= least * least)
      return
    }
    if run.hadWeight, moment.seconds(since: run.start) >= ShakeConstants.flight {
      last = (run.start, moment)
    }
  }

  /// The seconds of the last flight, if it was shortly before `onset` or later; otherwise 0.
  func seconds(before onset: Timestamp) -> Double {
    guard let last, onset.seconds(since: last.end) <= ShakeConstants.flightMemory else { return 0 }
    return last.end.seconds(since: last.start)
  }
}
