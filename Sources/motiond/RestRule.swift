import MotionCore

/// The rule for leaving the accelerometer to its chip, which can tell that it moves.
///
/// That saves the readings while nothing but stillness is wanted, and the device lies still.
struct RestRule: Hashable, Sendable {
  private enum State: Hashable {
    /// Readings come, the first of them at this time; nil if none came yet.
    case awake(since: Timestamp?)
    /// Readings are not needed until the chip tells a movement.
    case resting
  }

  private var state = State.awake(since: nil)

  /// The shortest time of readings before a rest, 1 s in nanoseconds: by then a detector knows if the device moved.
  static let shortest: Int64 = 1_000_000_000

  /// A Boolean value that indicates whether readings are not needed.
  var isResting: Bool { state == .resting }

  /// Takes a reading.
  ///
  /// - Parameters:
  ///   - time: its timestamp
  ///   - isStill: true if nothing but stillness is wanted, and the device lies still
  /// - Returns: true if a rest begins with it
  mutating func take(_ time: Timestamp, isStill: Bool) -> Bool {
    switch state {
    case .awake(nil):
      state = .awake(since: time)
      return false
    case .awake(let start?):
      guard isStill, time.nanoseconds(since: start) >= Self.shortest else { return false }
      state = .resting
      return true
    // The chip cannot tell a movement, so that readings come all the same.
    case .resting: return false
    }
  }

  /// Ends a rest: the device moves, or something else is wanted of it.
  mutating func wake() {
    state = .awake(since: nil)
  }
}
