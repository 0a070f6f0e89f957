extension MotionDescription {
  /// A shake, for the registry.
  static let shake = MotionDescription(
    kind: .shake, summary: "a few strong swings back and forth along one direction", lasts: true,
    leastRate: 12.5, fullRate: 25, rate: 100,
    options: [
      MotionOption(
        key: "window", unit: "s", range: MotionOption.lowestAboveZero...60, defaultValue: 1,
        summary: "The time within which a shake must stop after it began."),
      MotionOption(
        key: "swings", unit: "", range: 2...4, isWhole: true, defaultValue: 2,
        summary: "The fewest swings for a beginning: more begin later, and with fewer false alarms."
      ),
    ],
    configuration: { options in
      .shake(
        ShakeConfiguration(
          sensitivity: options.sensitivity ?? .medium,
          window: .seconds(options.value(of: "window", of: .shake) ?? 1),
          swingsToBegin: Int(options.value(of: "swings", of: .shake) ?? 2)))
    })
}
