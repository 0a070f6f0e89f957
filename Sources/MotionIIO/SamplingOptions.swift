/// How an accelerometer is to be sampled.
public struct SamplingOptions: Hashable, Sendable {
  /// The sampling frequency wanted, in Hz; the nearest above that it has is taken.
  public var rate: Double
  /// How soon readings are wanted.
  public var mode: SamplingMode

  /// Options with their defaults: 100 Hz, thrifty.
  ///
  /// - Parameters:
  ///   - rate: the sampling frequency wanted, in Hz
  ///   - mode: how soon readings are wanted
  public init(rate: Double = 100, mode: SamplingMode = .thrifty) {
    self.rate = rate
    self.mode = mode
  }
}

/// How soon readings are wanted, which is a matter of how often the processor is woken.
public enum SamplingMode: String, Hashable, Sendable, CaseIterable {
  /// Each as it is taken.
  case prompt
  /// Up to 40 ms late, several at once: at 100 Hz that wakes the processor a seventh as often.
  case thrifty

  /// For how long thrifty readings are gathered: 40 ms, in nanoseconds.
  ///
  /// Nobody feels that an answer to a shake comes 40 ms later.
  static let gathering: Int64 = 40_000_000
}
