// SPDX-License-Identifier: Apache-2.0

/// Tells double taps from single taps.
///
/// A double tap does not wait for a third tap. Its first tap comes after half a second without
/// taps: at most two taps of a rattle, of typing or of a drum roll count as a double tap.
struct TapPairing: Sendable {
  /// One tap, or two that belong together.
  enum Outcome: Sendable {
    /// A tap that was not the first one of a double tap.
    case single(Tap)
    /// Two taps that belong together.
    case double(Tap, Tap)
  }

  private var state = State.idle(last: nil)

  private enum State: Sendable {
    /// No tap waits for a second one; the last tap started at this moment.
    case idle(last: Timestamp?)
    /// A tap waits for a second one; `mayPair` says whether the two may be a double tap.
    case waiting(Tap, mayPair: Bool)
  }

  /// A Boolean value that indicates whether a tap waits for a second one.
  var isWaiting: Bool {
    switch state {
    case .idle: false
    case .waiting: true
    }
  }

  /// Takes the next tap; without a tap, the passing of time.
  ///
  /// - Returns: the outcome of the taps so far, if it is decided
  mutating func take(_ tap: Tap?, at now: Timestamp) -> Outcome? {
    if let tap { return add(tap) }
    return advance(to: now).map { .single($0) }
  }

  private mutating func add(_ tap: Tap) -> Outcome? {
    switch state {
    case .idle(let last):
      wait(tap, after: last)
      return nil
    case .waiting(let first, let mayPair):
      let gap = tap.start.nanoseconds(since: first.start)
      // The finger bounced.
      if gap < TapConstants.gap.lowerBound { return nil }
      let ratio = tap.peak / first.peak
      guard mayPair, TapConstants.gap.contains(gap), ratio <= TapConstants.likeness,
        ratio >= 1 / TapConstants.likeness
      else {
        wait(tap, after: first.start)
        return .single(first)
      }
      state = .idle(last: tap.start)
      return .double(first, tap)
    }
  }

  private mutating func wait(_ tap: Tap, after last: Timestamp?) {
    let isAlone = last.map { tap.start.nanoseconds(since: $0) > TapConstants.gap.upperBound }
    state = tap.isFirst ? .waiting(tap, mayPair: isAlone ?? true) : .idle(last: tap.start)
  }

  /// Takes the passing of time up to a reading.
  ///
  /// - Returns: the tap that waited, if a second one would be too late
  private mutating func advance(to now: Timestamp) -> Tap? {
    switch state {
    case .idle:
      return nil
    case .waiting(let first, _):
      guard now.nanoseconds(since: first.start) > TapConstants.patience else { return nil }
      state = .idle(last: first.start)
      return first
    }
  }
}
