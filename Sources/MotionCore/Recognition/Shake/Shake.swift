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

extension MotionScript {
  /// Shaken from side to side for less than a second.
  public static let shortShake = MotionScript(
    "a short shake along x, 0.8 s at 5 Hz", duration: 3, attitude: inHand,
    [.swings(start: 1, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0])])

  /// Shaken for three seconds: longer than the window.
  public static let longShake = MotionScript(
    "a long shake along x, 3 s at 5 Hz", duration: 6, attitude: inHand,
    [.swings(start: 1, duration: 3, frequency: 5, amplitude: 20, direction: [1, 0, 0])])
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
    simulation: .shortShake, samples: [("short-shake", .shortShake), ("long-shake", .longShake)],
    pool: { ShakePool($0) }, table: MeasurementTable(ShakeMeasurements.self))
}

extension Set<MotionConfiguration> {
  /// The choices of the configuration of shakes among these, or of one of several; nil if there is none.
  package var shake: ShakeConfiguration? {
    first { $0.kind == .shake }.map { ShakeConfiguration($0) }
  }
}
