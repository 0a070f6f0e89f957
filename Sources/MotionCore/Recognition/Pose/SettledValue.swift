// SPDX-License-Identifier: Apache-2.0

/// A value that counts after it has been the same for a while.
///
/// A pose in passing, or an unknown one, changes nothing.
package struct SettledValue<Value: Equatable & Sendable>: Sendable {
  private enum State: Sendable {
    /// No value has been the same for long enough since the start.
    case unknown
    /// The first value has been the same since then.
    case settling(Value, since: Timestamp)
    /// The value that counts; no other value came since.
    case steady(Value)
    /// Another value has been the same since then.
    case changing(Value, to: Value, since: Timestamp)
  }

  /// The time that a value must be the same, in nanoseconds.
  private let span: Int64
  private var state = State.unknown

  /// An unknown value; one counts after `span` nanoseconds.
  package init(after span: Int64) {
    self.span = span
  }

  /// The value that counts; nil before the first one.
  package var value: Value? {
    switch state {
    case .unknown, .settling: nil
    case .steady(let value), .changing(let value, _, _): value
    }
  }

  /// Takes the value of a reading, nil if it has none.
  ///
  /// - Returns: the value that counts from now on, if it has changed
  package mutating func process(_ value: Value?, at now: Timestamp) -> Value? {
    switch (state, value) {
    case (.unknown, nil), (.settling, nil):
      state = .unknown
      return nil
    case (.unknown, let new?):
      state = .settling(new, since: now)
      return nil
    case (.settling(let former, let start), let new?):
      guard new == former else {
        state = .settling(new, since: now)
        return nil
      }
      return settle(new, since: start, now)
    case (.steady, nil):
      return nil
    case (.steady(let known), let new?):
      if new != known { state = .changing(known, to: new, since: now) }
      return nil
    case (.changing(let known, _, _), nil):
      state = .steady(known)
      return nil
    case (.changing(let known, let former, let start), let new?):
      guard new == former else {
        state = new == known ? .steady(known) : .changing(known, to: new, since: now)
        return nil
      }
      return settle(new, since: start, now)
    }
  }

  private mutating func settle(_ value: Value, since start: Timestamp, _ now: Timestamp) -> Value? {
    guard now.nanoseconds(since: start) >= span else { return nil }
    state = .steady(value)
    return value
  }
}
