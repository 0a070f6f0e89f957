import MotionCore

/// Notices that the machine slept: `CLOCK_MONOTONIC` stands still then, `CLOCK_BOOTTIME` does not.
struct SuspendWatch {
  /// The shortest sleep that is noticed: 0.1 s.
  ///
  /// Reading the one clock after the other takes far less.
  static let shortest: Int64 = 100_000_000

  private var asleep: Int64?

  /// Takes the time on both clocks; true if the machine slept since the time before.
  mutating func hasSlept(monotonic: Timestamp, boot: Timestamp) -> Bool {
    let total = boot.nanoseconds(since: monotonic)
    defer { asleep = total }
    return asleep.map { total - $0 >= Self.shortest } ?? false
  }
}
