extension MotionDescription {
  /// A shake, for the registry.
  static let shake = MotionDescription(
    kind: .shake, summary: "a few strong swings back and forth along one direction", lasts: true,
    options: [
      MotionOption(
        key: "window", unit: "s", range: MotionOption.lowestAboveZero...60, defaultValue: 1,
        summary: "The time within which a shake must stop after it began.")
    ],
    configuration: { options in
      .shake(
        ShakeConfiguration(
          sensitivity: options.sensitivity ?? .medium,
          window: .seconds(options.value(of: "window", of: .shake) ?? 1)))
    })
}
