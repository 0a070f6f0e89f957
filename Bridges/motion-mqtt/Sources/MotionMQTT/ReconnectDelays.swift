// SPDX-License-Identifier: Apache-2.0

/// The delays between attempts to connect: random, so that a broker that restarts under many
/// devices does not get all of them at once.
///
/// Each is between 1 s and a longest delay, which doubles from 5 to 60 s: the "full jitter" of Marc
/// Brooker's "Exponential Backoff And Jitter", AWS Architecture Blog, 2015. So all devices are back
/// a minute after the broker, however long it was away.
package struct ReconnectDelays: Sendable {
  /// The shortest delay.
  package static let shortest = Duration.seconds(1)
  /// The longest delay.
  package static let longest = Duration.seconds(60)
  /// The longest delay after the first loss.
  private static let first = Duration.seconds(5)

  /// The number of delays since the last success.
  package private(set) var count = 0
  private var limit = first

  /// Delays after a success.
  package init() {}

  /// The delay before the next attempt.
  ///
  /// - Parameter generator: the source of randomness
  /// - Returns: the delay, in whole milliseconds
  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    defer { (count, limit) = (count + 1, min(Self.longest, limit * 2)) }
    let range = (Self.shortest.nanoseconds / 1_000_000)...(limit.nanoseconds / 1_000_000)
    return .milliseconds(Int64.random(in: range, using: &generator))
  }

  /// Begins again, after an attempt that succeeded.
  package mutating func reset() { self = ReconnectDelays() }
}
