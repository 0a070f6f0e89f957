/// The configuration of the free-fall detector: one choice of the user, and the constants of the rule.
///
/// Measured on 38 recorded drops and throws, and on eleven hours of other motion. Accelerations are in m/s², times in
/// nanoseconds.
public struct FreeFallConfiguration: Hashable, Sendable {
  /// The time for which a fall must have lasted to begin.
  ///
  /// 200 ms by default, a fall of 20 cm from rest. 150 ms are 11 cm, and 250 ms are 31 cm. Within a shake a device
  /// can be weightless for up to 115 ms, so less than 150 ms takes some shakes for falls.
  public var duration: Duration {
    get { .nanoseconds(nanoseconds) }
    set { nanoseconds = newValue.nanoseconds }
  }
  /// The duration, as the rule compares it at every reading.
  private(set) var nanoseconds: Int64

  /// A configuration for falls of at least `duration`.
  public init(duration: Duration = .milliseconds(200)) {
    nanoseconds = duration.nanoseconds
  }

  /// The configuration for a sensitivity: 200 ms at medium, 150 ms at high, 250 ms at low.
  public init(sensitivity: Sensitivity) {
    self.init(
      duration: .milliseconds(Int(max(120, 300 - 200 * sensitivity.value).rounded())))
  }

  /// The |acceleration| below which a fall starts: sensors are off by 1.1 m/s², so a falling one reads that much.
  ///
  /// Until a fall begins every reading is below: 98 % of those of recorded falls are, while swings that pass through
  /// weightlessness go up to 5 m/s² in between.
  package var threshold: Double { 3 }
  /// The |acceleration| below which a fall that began goes on.
  var release: Double { 5 }
  /// The shortest time above ``release`` that ends a fall: a tumbling device may touch it.
  var rise: Int64 { 20_000_000 }
  /// The longest fall, of 44 m; a sensor that reads nothing for longer is broken.
  var longest: Int64 { 3_000_000_000 }
  /// The time after a fall in which its impact is looked for.
  var landing: Int64 { 400_000_000 }
  /// The smallest |acceleration| that is an impact.
  var impact: Double { 20 }
}

extension MotionDescription {
  /// A free fall, for the registry.
  static let freeFall = MotionDescription(
    kind: .freeFall, summary: "the device falls, or flies after a throw", lasts: true,
    leastRate: 25, fullRate: 50, rate: 100,
    options: [
      MotionOption(
        key: "duration", unit: "s", range: 0.05...2, defaultValue: nil,
        summary: "The time for which a fall must have lasted to begin."
      )
    ],
    configuration: { options in
      .freeFall(
        options.value(of: "duration", of: .freeFall).map {
          FreeFallConfiguration(duration: .seconds($0))
        } ?? FreeFallConfiguration(sensitivity: options.sensitivity ?? .medium))
    })
}
