// SPDX-License-Identifier: Apache-2.0

/// Sources: `Documentation/ABI/testing/sysfs-bus-iio` and the drivers of Linux 6.1 and 6.12.
extension ChipEvent {
  /// The event that a sysfs attribute such as `in_accel_x_roc_rising_en` switches on; nil for
  /// another attribute.
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

  /// The event in the kernel's report; nil for another kind of event.
  init?(_ event: KernelEvent) {
    guard event.channelType == KernelEvent.acceleration else { return nil }
    switch (event.type, event.direction) {
    case (.gesture?, .singleTap?): self = .tap
    case (.gesture?, .doubleTap?): self = .doubleTap
    case (.magnitude?, .falling?):
      // An event without all three axes is a rest, as bma400 reports it.
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
