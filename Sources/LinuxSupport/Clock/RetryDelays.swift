// SPDX-License-Identifier: Apache-2.0

/// The delays between failing attempts: each is twice as long as the one before, up to a longest.
package struct RetryDelays: Hashable, Sendable {
  /// The delay after the first failing attempt.
  package let first: Duration
  /// The longest delay.
  package let longest: Duration
  /// The number of delays since the last success.
  package private(set) var count = 0
  private var upcoming: Duration

  /// The delays from `first` to `longest`.
  package init(first: Duration, longest: Duration) {
    (self.first, self.longest) = (first, max(first, longest))
    upcoming = first
  }

  /// Returns the delay before the next attempt, without a limit to their number.
  ///
  /// - Parameter limit: the longest delay this time; nil for the longest of all
  /// - Returns: the delay
  package mutating func next(upTo limit: Duration? = nil) -> Duration {
    let delay = min(upcoming, limit ?? longest)
    count += 1
    upcoming = min(delay * 2, longest)
    return delay
  }

  /// Returns the delay before the next attempt, up to a limit to their number.
  ///
  /// - Parameter limit: the largest number of delays since the last success
  /// - Returns: the delay; nil if there were already as many
  package mutating func next(ofAtMost limit: Int) -> Duration? {
    count < limit ? next() : nil
  }

  /// Begins again with the first delay, after a successful attempt.
  package mutating func reset() {
    self = RetryDelays(first: first, longest: longest)
  }
}
