// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TouchCore

/// A call that an application makes once a time has passed on the clock of its touches.
///
/// It is made also if nobody keeps this; keep it to cancel the call.
@MainActor
public final class DelayedCall {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// A Boolean value that indicates whether the call is still to be made.
  public var isPending: Bool { body != nil }

  /// Cancels the call; once it was made, this has no effect.
  public func cancel() {
    body = nil
  }

  func perform() {
    let body = body
    self.body = nil
    body?()
  }
}

/// The delayed calls of an application, and the latest time that it knows.
@MainActor
struct DelayedCalls {
  /// A shorter delay counts as this one, in nanoseconds, so that a closure that calls itself again
  /// gets on.
  private static let leastDelay: Int64 = 1_000_000

  private var calls: [Entry] = []
  private var clock: Timestamp?

  private struct Entry {
    let call: DelayedCall
    var due: Due
  }

  private enum Due {
    case at(Timestamp)
    /// So many nanoseconds after the next time that is known.
    case after(Int64)
  }

  mutating func add(_ call: DelayedCall, after delay: Duration) {
    let delay = max(Self.leastDelay, delay.wholeNanoseconds)
    let due = clock.map { Due.at($0.advanced(byNanoseconds: delay)) } ?? .after(delay)
    calls.removeAll { !$0.call.isPending }
    calls.append(Entry(call: call, due: due))
  }

  /// The time of the next call.
  var deadline: Timestamp? {
    calls.lazy.filter(\.call.isPending).compactMap {
      switch $0.due {
      case .at(let due): due
      case .after: nil
      }
    }.min()
  }

  /// Takes a time; one that is earlier than another is late news.
  mutating func learn(_ now: Timestamp) {
    let isFirst = clock == nil
    clock = clock.map { max($0, now) } ?? now
    guard isFirst else { return }
    for index in calls.indices {
      if case .after(let delay) = calls[index].due {
        calls[index].due = .at(now.advanced(byNanoseconds: delay))
      }
    }
  }

  /// Forgets the time, as the clock may start again; what is left of each delay counts from there.
  mutating func interrupt() {
    guard let now = clock else { return }
    clock = nil
    for index in calls.indices {
      if case .at(let due) = calls[index].due {
        calls[index].due = .after(max(0, due.nanoseconds(since: now)))
      }
    }
  }

  /// Removes and returns the calls that are due at `time`, in the order of adding.
  mutating func removeCalls(dueAt time: Timestamp) -> [DelayedCall] {
    let due = calls.filter {
      if case .at(time) = $0.due { true } else { false }
    }
    calls.removeAll { entry in due.contains { $0.call === entry.call } }
    return due.map(\.call)
  }
}

extension Application {
  /// Calls `body` once `delay` has passed on the clock of the touches.
  ///
  /// It counts from the event that is being sent, or else from the latest step received; before the
  /// first step, and after an interruption, from the next one. The call is made before what comes
  /// later, and ``touchDeadline`` counts it in; no clock is read. With it, a recording is replayed
  /// at any speed with the same result. <doc:TouchesInViews> has a view that takes one tap or two.
  ///
  /// - Parameters:
  ///   - delay: at least 1 ms
  ///   - body: what to do
  /// - Returns: the call, to cancel it
  /// - Clock: the input's
  @discardableResult
  public func perform(
    after delay: Duration, _ body: @escaping @MainActor () -> Void
  ) -> DelayedCall {
    let call = DelayedCall(body)
    touchDelivery.calls.add(call, after: delay)
    return call
  }
}
