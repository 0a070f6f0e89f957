// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An event that a sensor's chip recognizes, and reports through the kernel.
///
/// The chip has its own thresholds and times, which its driver or a udev rule sets.
public enum ChipEvent: String, Hashable, Sendable, CaseIterable, Encodable {
  /// A tap.
  case tap
  /// Two taps, one after the other.
  case doubleTap
  /// All axes read almost nothing.
  case freeFall
  /// Some acceleration changed: the device moves.
  ///
  /// This is no kind of motion, but wakes a reader.
  case motion

  /// The kind of motion of this event; nil for ``motion``.
  public var kind: MotionKind? {
    switch self {
    case .tap, .doubleTap, .freeFall: MotionKind(rawValue: rawValue)
    case .motion: nil
    }
  }

  /// The configurations that it serves: only the default options, because the chip has its own
  /// rules.
  package var motions: Set<MotionConfiguration> {
    kind.map { MotionRegistry.defaults(of: $0) } ?? []
  }
}
