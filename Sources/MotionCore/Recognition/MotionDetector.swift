/// An input of a detector.
///
/// Only ``MotionPipeline`` makes these, so a detector sees plausible readings with increasing timestamps and
/// without gaps, and an interruption wherever that would not be so.
package enum DetectorInput: Hashable, Sendable {
  /// The next reading.
  case reading(Reading)
  /// The stream broke off; it was given up at this moment. What comes next is unrelated.
  case interruption(at: Timestamp)
}

/// A recognizer of one kind of motion: readings in, findings out.
///
/// A value without clock, I/O or heap allocation; time is that of the readings. Its events follow the grammar of
/// ``MotionEvent``, an interruption closes what is open, and after an interruption it behaves like a new one.
package protocol MotionDetector: Sendable {
  /// The settings of a detector.
  associatedtype Configuration: Hashable, Sendable

  /// A detector that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: the settings
  ///   - isExplaining: true to report rejections too; otherwise they cost nothing
  init(_ configuration: Configuration, isExplaining: Bool)

  /// Takes `input`.
  ///
  /// - Parameters:
  ///   - input: the next reading, or an interruption
  ///   - emit: called for each finding, in order, before this returns
  /// - Complexity: O(1), no heap allocation.
  mutating func handle(_ input: DetectorInput, _ emit: (MotionFinding) -> Void)

  /// The distance of its motion from the threshold.
  ///
  /// - Parameter reading: the one that it took last
  /// - Returns: nil if there is nothing to tell
  func gauge(at reading: Reading) -> MotionGauge?
}
