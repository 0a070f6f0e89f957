extension MotionKind {
  /// A few strong swings back and forth along one direction, over within a second.
  public static let shake = MotionKind(rawValue: "shake")
}

extension MotionConfiguration {
  /// A shake.
  public static func shake(
    _ shake: ShakeConfiguration = ShakeConfiguration()
  ) -> MotionConfiguration {
    MotionConfiguration(.shake, sensitivity: shake.sensitivity, numbers: shake.numbers)
  }
}

extension MotionDescription {
  /// A shake, for the registry.
  static let shake = MotionDescription(
    .shake, "a few strong swings back and forth along one direction", lasts: true,
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
    pool: { ShakePool($0) }, table: MeasurementTable(ShakeMeasurements.self))
}

extension Set<MotionConfiguration> {
  /// The choices of the configuration of shakes among these, or of one of several; nil if there is none.
  package var shake: ShakeConfiguration? {
    first { $0.kind == .shake }.map { ShakeConfiguration($0) }
  }
}
