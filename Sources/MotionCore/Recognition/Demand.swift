/// What is wanted of an accelerometer: which detectors are to run, and whether readings are wanted too.
///
/// Whoever wants something publishes one; whoever has the accelerometer samples as long as it is not
/// ``isEmpty``.
public struct Demand: Hashable, Sendable {
  /// The detectors that somebody listens to: clients that want the same share one.
  public var detectors: Set<ShakeConfiguration>
  /// Whether somebody wants the readings themselves.
  public var wantsReadings: Bool

  /// A demand for `detectors`, and for readings or not.
  public init(detectors: Set<ShakeConfiguration> = [], wantsReadings: Bool = false) {
    self.detectors = detectors
    self.wantsReadings = wantsReadings
  }

  /// Whether nothing is wanted, and so nothing need be sampled.
  public var isEmpty: Bool {
    detectors.isEmpty && !wantsReadings
  }
}
