// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A watch on the main queue: where nobody runs it, event groups stay open and no task begins.
///
/// It looks by a clock of its own on another thread, as nothing of ours runs on the main one then.
/// One long event, such as the import of a file, works all the time; a main loop that leaves the
/// queue alone waits for the user.
package enum MainQueueWatch {
  /// A moment of the main thread.
  package struct Moment: Sendable {
    /// The time since some moment before.
    package var time: Duration
    /// The time that the thread has worked.
    package var work: Duration

    package init(time: Duration, work: Duration) {
      (self.time, self.work) = (time, work)
    }
  }

  /// The clocks that it looks by.
  package struct Clocks: Sendable {
    /// Returns the present moment; nil if the thread is gone.
    let now: @Sendable () -> Moment?
    /// Has a function called after some time, on another thread.
    let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    package init(
      now: @escaping @Sendable () -> Moment?,
      after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    ) {
      (self.now, self.after) = (now, after)
    }
  }

  private enum State {
    case unused
    /// The queue has not run our block yet.
    case waiting(Clocks, since: Moment)
    /// Somebody runs the queue, ends events by hand, or knows that nobody does.
    case settled
  }

  private static let state = Mutex(State.unused)
  /// The time between two looks.
  private static let interval = Duration.seconds(2)

  /// Watches from now on; once is enough.
  @MainActor
  package static func begin() {
    let isUnused = state.withLock { if case .unused = $0 { true } else { false } }
    if isUnused { begin(ofThisThread()) }
  }

  /// Watches from now on, by those clocks.
  @MainActor
  package static func begin(_ clocks: Clocks) {
    guard let now = clocks.now() else { return }
    state.withLock { $0 = .waiting(clocks, since: now) }
    DispatchQueue.main.async { settle() }
    clocks.after(interval) { look() }
  }

  /// Ends the watch, as the question is settled.
  package static func settle() {
    state.withLock { $0 = .settled }
  }

  private static func look() {
    enum Finding {
      case nothing
      case again(Clocks)
      case nobody
    }
    let finding = state.withLock { state -> Finding in
      guard case .waiting(let clocks, let since) = state else { return .nothing }
      guard let now = clocks.now() else {
        state = .settled
        return .nothing
      }
      if (now.work - since.work) * 10 < now.time - since.time {
        state = .settled
        return .nobody
      }
      state = .waiting(clocks, since: now)
      return .again(clocks)
    }
    switch finding {
    case .nothing: break
    case .again(let clocks): clocks.after(interval) { look() }
    case .nobody:
      UndoManager.report(
        "it seems that nobody runs the main queue: no task of the main actor begins, and all edits "
          + "are one step; if a call blocks the main thread, mend that; else have your main loop "
          + "call MainQueue.drain() of the library MainLoop, or send motions yourself and call "
          + "UndoManager.endEventGroups() after each event")
    }
  }

  private static func ofThisThread() -> Clocks {
    var clock = clockid_t()
    let isKnown = pthread_getcpuclockid(pthread_self(), &clock) == 0
    let (start, thread) = (ContinuousClock.now, clock)
    return Clocks(
      now: {
        var work = timespec()
        guard isKnown, clock_gettime(thread, &work) == 0 else { return nil }
        return Moment(
          time: start.duration(to: .now),
          work: .seconds(Int64(work.tv_sec)) + .nanoseconds(Int64(work.tv_nsec)))
      },
      after: { time, look in
        let milliseconds = Int(time.components.seconds) * 1000
        DispatchQueue.global().asyncAfter(
          deadline: .now() + .milliseconds(milliseconds), execute: look)
      })
  }
}

extension UndoManager {
  private nonisolated static let reporter = Mutex<@Sendable (String) -> Void> { message in
    FileHandle.standardError.write(Data("UndoKit: \(message)\n".utf8))
  }

  /// Called once, with what is wrong and what to do, if nobody seems to run the main queue, so that
  /// event groups do not close: by default it writes to standard error.
  ///
  /// It is called on another thread, as nobody runs the main one's queue.
  public nonisolated static var report: @Sendable (String) -> Void {
    get { reporter.withLock { $0 } }
    set { reporter.withLock { $0 = newValue } }
  }
}
