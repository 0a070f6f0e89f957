// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemPackage

/// An actor on a serial dispatch queue, for code whose callers and handlers are synchronous.
///
/// It needs `let executor = SerialQueue(label:rank:)`, and has its executor and these methods from
/// here:
///
/// | method | runs its body |
/// |---|---|
/// | ``sync(_:)`` | before it returns |
/// | ``async(_:)`` | later |
/// | ``timer(after:leeway:_:)``, ``timer(every:_:)`` | when time has passed |
/// | ``readSource(copying:_:)`` | whenever a descriptor is readable |
///
/// A timer and a read source end when what they return is let go, and do not keep the actor alive.
package protocol QueueActor: Actor {
  /// The executor, whose queue everything runs on.
  nonisolated var executor: SerialQueue { get }
}

extension QueueActor {
  /// The executor, in the form that the language asks for.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Runs `body` on the queue and waits for it; at once if the caller is on the queue already.
  ///
  /// A caller on the queue of another actor must have an earlier ``QueueRank``: otherwise the
  /// process stops.
  ///
  /// - Parameter body: the work, inside the actor
  /// - Returns: the result of `body`
  /// - Throws: the error of `body`
  package nonisolated func sync<T: Sendable, E: Error>(
    _ body: @Sendable (isolated Self) throws(E) -> T
  ) throws(E) -> T {
    try executor.sync {
      assumeIsolated { actor in Result { () throws(E) -> T in try body(actor) } }
    }.get()
  }

  /// Runs `body` on the queue, after what waits there already; the actor lives until then.
  ///
  /// - Parameter body: the work, inside the actor
  package nonisolated func async(_ body: @escaping @Sendable (isolated Self) -> Void) {
    executor.async { self.assumeIsolated(body) }
  }

  /// A timer that fires once.
  ///
  /// - Parameters:
  ///   - delay: from now, on `CLOCK_MONOTONIC`
  ///   - leeway: how late it may fire, so that several wake-ups become one
  ///   - body: the work, inside the actor
  /// - Returns: the timer, which is cancelled when it is let go
  package nonisolated func timer(
    after delay: Duration, leeway: Duration = .milliseconds(20),
    _ body: @escaping @Sendable (isolated Self) -> Void
  ) -> QueueSource {
    .timer(at: .now() + delay.dispatchInterval, leeway: leeway, on: executor.queue) { [weak self] in
      self?.assumeIsolated(body)
    }
  }

  /// A timer that fires again and again, as punctually as the system can.
  ///
  /// - Parameters:
  ///   - period: from now to the first firing, and from one to the next, on `CLOCK_MONOTONIC`
  ///   - body: the work, inside the actor; done once for several firings that are late
  /// - Returns: the timer, which is cancelled when it is let go
  package nonisolated func timer(
    every period: Duration, _ body: @escaping @Sendable (isolated Self) -> Void
  ) -> QueueSource {
    .timer(at: .now() + period.dispatchInterval, every: period, on: executor.queue) { [weak self] in
      self?.assumeIsolated(body)
    }
  }

  /// A source that waits for `descriptor` to be readable.
  ///
  /// - Parameters:
  ///   - descriptor: of which the source has a copy of its own
  ///   - body: the work, inside the actor, whenever there is something to read, or the other end
  ///     closed
  /// - Returns: the source, which is cancelled when it is let go
  /// - Throws: the system's error if the descriptor cannot be copied
  package nonisolated func readSource(
    copying descriptor: FileDescriptor, _ body: @escaping @Sendable (isolated Self) -> Void
  ) throws(Errno) -> QueueSource {
    try .reading(copying: descriptor, on: executor.queue) { [weak self] in
      self?.assumeIsolated(body)
    }
  }
}
