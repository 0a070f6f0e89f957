// SPDX-License-Identifier: Apache-2.0

/// The motions and readings that clients want from an accelerometer.
///
/// A reader samples the accelerometer until its demand ``isEmpty``.
package struct Demand: Hashable, Sendable {
  /// The motions to detect: clients that want the same motion share a detector.
  package var motions: Set<MotionConfiguration>
  /// The lowest sampling frequency for clients that want the readings themselves; nil if none does.
  package var rateOfReadings: Hertz?

  /// A demand for `motions`, with or without readings.
  package init(_ motions: Set<MotionConfiguration> = [], wantsReadings: Bool = false) {
    self.motions = motions
    rateOfReadings = wantsReadings ? Self.readingsRate : nil
  }

  /// A Boolean value that indicates whether a client wants the readings themselves.
  package var wantsReadings: Bool { rateOfReadings != nil }

  /// The sampling frequency for clients that want readings and name no rate.
  package static let readingsRate: Hertz = 100

  /// The lowest sampling frequency that serves the whole demand; nil if no client wants anything.
  package var rate: Hertz? {
    let rates = Set(motions.map { $0.kind }).compactMap { MotionRegistry[$0]?.rate }
    return (rates + (rateOfReadings.map { [$0] } ?? [])).max()
  }

  /// The time that every client can wait for an event while the device rests, in nanoseconds: none
  /// waits for readings.
  package var patience: Int64 {
    if wantsReadings { return 0 }
    return motions.compactMap { MotionRegistry[$0.kind]?.patience }.min() ?? 0
  }

  /// A Boolean value that indicates whether no client wants anything: no sampling is needed.
  package var isEmpty: Bool {
    motions.isEmpty && !wantsReadings
  }
}
