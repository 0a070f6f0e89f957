// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The user's choices where an export is ambiguous; by default the user makes none.
package struct ImportOptions: Hashable, Sendable {
  /// Part of the name of the sensor.
  package var sensor: String?
  /// The unit of the times.
  package var timeUnit: TimeUnit?
  /// The unit of the accelerations.
  package var unit: AccelerationUnit?
  /// The counts of 1 g, for a chip's raw values.
  package var countsPerG: Double?
  /// The presence of gravity.
  package var gravity: GravityChoice?
  /// The sampling rate of a file without times.
  package var rate: Hertz?
  /// The names of the columns, in their order, in place of the header.
  package var columns: [String]?
  /// True to invert the values; nil to follow the known convention of the app.
  package var isInverted: Bool?
  /// True to leave out rows that are broken or late.
  package var isRepairing = false
  /// True to keep a recording in spite of doubts about it.
  package var isAsItIs = false

  /// No choices.
  package init() {}
}

/// The presence of gravity in accelerations.
package enum GravityChoice: String, Hashable, Sendable, CaseIterable {
  /// The accelerations include gravity.
  case included
  /// Gravity is missing; it is added along z.
  case absent = "none"
}
