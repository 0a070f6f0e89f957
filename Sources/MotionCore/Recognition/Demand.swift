// SPDX-License-Identifier: Apache-2.0

/// The motions and readings that clients want from an accelerometer.
///
/// The accelerometer is sampled as long as its demand is not ``isEmpty``.
package struct Demand: Hashable, Sendable {
  /// The motions to detect: clients that want the same share a detector.
  package var motions: Set<MotionConfiguration>
  /// The lowest sampling frequency at which the readings themselves are wanted; nil if they are
  /// not.
  package var rateOfReadings: Hertz?

  /// A demand for `motions`, and for readings or not.
  package init(_ motions: Set<MotionConfiguration> = [], wantsReadings: Bool = false) {
    self.motions = motions
    rateOfReadings = wantsReadings ? Self.readingsRate : nil
  }

  /// A Boolean value that indicates whether the readings themselves are wanted.
  package var wantsReadings: Bool { rateOfReadings != nil }

  /// The sampling frequency of readings that are wanted for themselves, at no other rate.
  package static let readingsRate: Hertz = 100

  /// The lowest sampling frequency that serves all of it; nil if nothing is wanted.
  package var rate: Hertz? {
    let rates = Set(motions.map { $0.kind }).compactMap { MotionRegistry[$0]?.rate }
    return (rates + (rateOfReadings.map { [$0] } ?? [])).max()
  }

  /// A Boolean value that indicates whether nothing is wanted, so that nothing need be sampled.
  package var isEmpty: Bool {
    motions.isEmpty && !wantsReadings
  }
}
