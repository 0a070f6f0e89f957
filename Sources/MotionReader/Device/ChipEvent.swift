// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An event that a sensor's chip recognizes by itself, and reports through the kernel.
///
/// Thresholds and times are the chip's own, as its driver or a udev rule set them.
public enum ChipEvent: String, Hashable, Sendable, CaseIterable, Encodable {
  /// A tap.
  case tap
  /// Two taps, one after the other.
  case doubleTap
  /// All axes read almost nothing.
  case freeFall
  /// Some acceleration changed: the device moves. It is no motion of ours, and wakes a reader.
  case motion

  /// The kind of motion that it is; nil for ``motion``.
  public var kind: MotionKind? {
    switch self {
    case .tap, .doubleTap, .freeFall: MotionKind(rawValue: rawValue)
    case .motion: nil
    }
  }

  /// The configurations that it serves: the chip has its own rules, so those with the default
  /// options.
  package var motions: Set<MotionConfiguration> {
    kind.map { MotionRegistry.defaults(of: $0) } ?? []
  }
}
