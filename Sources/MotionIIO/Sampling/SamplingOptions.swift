import MotionCore

/// The rate and the mode in which an accelerometer is sampled.
public struct SamplingOptions: Hashable, Sendable {
  /// The sampling frequency wanted; the nearest above that it has is taken.
  public var rate: Hertz
  /// The delay with which readings may be delivered.
  public var mode: SamplingMode

  /// Options with their defaults: 100 Hz, thrifty.
  ///
  /// - Parameters:
  ///   - rate: the sampling frequency wanted
  ///   - mode: the delay with which readings may be delivered
  public init(rate: Hertz = 100, mode: SamplingMode = .thrifty) {
    self.rate = rate
    self.mode = mode
  }
}

/// The delay with which readings may be delivered: the longer, the less often the processor is woken.
public enum SamplingMode: String, Hashable, Sendable, CaseIterable {
  /// Each as it is taken.
  case prompt
  /// Up to 40 ms late, or a period if that is longer, several at once: at 100 Hz that wakes the processor a seventh as often.
  case thrifty

  /// The time for which thrifty readings are gathered: 40 ms, in nanoseconds.
  ///
  /// Nobody feels that an answer to a shake comes 40 ms later.
  static let gathering: Int64 = 40_000_000
}
