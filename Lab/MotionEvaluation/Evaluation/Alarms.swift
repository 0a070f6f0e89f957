/// The events of a detector in recordings without a shake.
public struct Alarms: Hashable, Sendable {
  /// Recordings with a `began`.
  public var withBegan = Score.Share()
  /// Recordings with an `ended`.
  public var withEnded = Score.Share()
  /// `began` events.
  public var began = 0
  /// `ended` events.
  public var ended = 0
  /// Hours of recordings.
  public var hours = 0.0

  /// No recordings.
  public init() {}

  /// `count` events, an hour; nil if there are no recordings.
  public func hourly(_ count: Double) -> Double? {
    hours > 0 ? count / hours : nil
  }

  /// `began` events, a recording; nil if there are none.
  public var beganEach: Double? {
    withBegan.total > 0 ? Double(began) / Double(withBegan.total) : nil
  }

  static func += (left: inout Alarms, right: Alarms) {
    left.withBegan += right.withBegan
    left.withEnded += right.withEnded
    left.began += right.began
    left.ended += right.ended
    left.hours += right.hours
  }
}
