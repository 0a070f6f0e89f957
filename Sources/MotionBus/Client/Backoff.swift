/// How long to wait before the next attempt to reach the bus: 1 s, then twice as long, up to 30 s.
struct Backoff {
  private let first: Int
  private var wait: Int

  /// The waits from the first on.
  ///
  /// - Parameter first: in ms; the longest is thirty times that
  init(first: Int = 1000) {
    self.first = first
    wait = first
  }

  /// The wait before the next attempt, in ms.
  mutating func next() -> Int {
    defer { wait = min(2 * wait, 30 * first) }
    return wait
  }

  /// An attempt succeeded: the next wait is the first again.
  mutating func reset() {
    wait = first
  }
}
