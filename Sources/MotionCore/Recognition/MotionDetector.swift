/// What a detector is told.
///
/// Only ``DetectorBank`` makes these, so a detector sees plausible readings with increasing
/// timestamps and without gaps, and an interruption wherever that would not be so.
package enum DetectorInput: Hashable, Sendable {
  /// The next reading.
  case reading(Reading)
  /// The stream broke off; it was given up at this moment. What comes next is unrelated.
  case interruption(at: Timestamp)
}

/// A recogniser of one motion: readings in, events out.
///
/// A value without clock, I/O or heap allocation; time is that of the readings. Its events follow
/// `(began (ended | cancelled))*`, an interruption closes what is open, and after an interruption
/// it behaves like a new one.
package protocol MotionDetector: Sendable {
  /// Takes `input`.
  ///
  /// - Parameters:
  ///   - input: the next reading, or an interruption
  ///   - emit: called for the event that it proves, if any, before this returns
  /// - Complexity: O(1), no heap allocation.
  mutating func handle(_ input: DetectorInput, _ emit: (MotionEvent) -> Void)
}
