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

/// Sources: `Documentation/ABI/testing/sysfs-bus-iio` and the drivers of Linux 6.1 and 6.12.
extension ChipEvent {
  /// The event that a sysfs attribute such as `in_accel_x_roc_rising_en` switches on; nil if it is
  /// none of these.
  init?(enabledBy attribute: some StringProtocol) {
    guard attribute.hasPrefix("in_accel_"), attribute.hasSuffix("_en") else { return nil }
    let name = attribute.dropFirst("in_accel_".count).dropLast("_en".count)
    let words = name.split(separator: "_")
    switch name {
    case "gesture_singletap": self = .tap
    case "gesture_doubletap": self = .doubleTap
    case "x&y&z_mag_falling": self = .freeFall
    default:
      let isIncrease = ["rising", "either"].contains(words.last)
      let isChange = words.contains { ["thresh", "mag", "roc"].contains($0) }
      guard isIncrease, isChange else { return nil }
      self = .motion
    }
  }

  /// The event that the kernel reports; nil if it is another.
  init?(_ event: KernelEvent) {
    guard event.channelType == KernelEvent.acceleration else { return nil }
    switch (event.type, event.direction) {
    case (.gesture?, .singleTap?): self = .tap
    case (.gesture?, .doubleTap?): self = .doubleTap
    case (.magnitude?, .falling?):
      // Without all three axes it is a rest, as bma400 reports it.
      guard event.modifier == KernelEvent.allAxes else { return nil }
      self = .freeFall
    case (.threshold?, .rising?), (.threshold?, .either?), (.magnitude?, .rising?),
      (.magnitude?, .either?), (.rateOfChange?, .rising?), (.rateOfChange?, .either?),
      (.adaptiveThreshold?, .rising?), (.adaptiveThreshold?, .either?),
      (.adaptiveMagnitude?, .rising?), (.adaptiveMagnitude?, .either?),
      (.referencedMagnitude?, .rising?), (.referencedMagnitude?, .either?):
      self = .motion
    default: return nil
    }
  }
}
