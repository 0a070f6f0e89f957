// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UndoManager {
  /// Closes the event groups of all undo managers, as the end of an event does.
  ///
  /// For hosts with an event loop of their own: call it after each event. It is not needed under
  /// `RunLoop.main`, `dispatchMain()` or an `async` `main`, and harmless there. Apple's counterpart
  /// is private.
  public static func endEventGroups() {
    for manager in OpenEventGroups.managers {
      manager.endEventGroup()
    }
  }

  /// Arranges for the event group to be closed when the event ends, if nothing keeps it open.
  ///
  /// A running `RunLoop` performs its blocks after all main-queue blocks of the pass. Under
  /// `dispatchMain()` and under an `async` main it never performs them, and only the main queue
  /// runs. A host that pumps neither calls ``endEventGroups()``.
  func scheduleEventGroupEnd() {
    guard eventGroupMayEnd else { return }
    switch eventGroupEnd {
    case .awaitingMainQueue, .awaitingRunLoop:
      break
    case .idle where RunLoop.main.currentMode == nil:
      eventGroupEnd = .awaitingMainQueue(since: MainQueueWatch.start())
      OpenEventGroups.awaitMainQueue()
    case .idle:
      awaitRunLoop()
    }
  }

  /// Takes the end of a turn of the main queue: time to close, if that is what was awaited.
  func mainQueueTurned() {
    switch eventGroupEnd {
    case .idle, .awaitingRunLoop:
      break
    case .awaitingMainQueue where RunLoop.main.currentMode == nil:
      eventGroupEnd = .idle
      endEventGroup()
    case .awaitingMainQueue:
      // A run loop was started meanwhile: its modes count.
      awaitRunLoop()
    }
  }

  private func awaitRunLoop() {
    let pass = EventGroupEnd.Pass()
    eventGroupEnd = .awaitingRunLoop(pass)
    RunLoop.main.perform(inModes: runLoopModes) { [weak self] in
      MainActor.assumeIsolated {
        self?.runLoopPassed(pass)
      }
    }
  }

  private func runLoopPassed(_ pass: EventGroupEnd.Pass) {
    // A block cannot be withdrawn: one of an earlier group may still come.
    guard case .awaitingRunLoop(let awaited) = eventGroupEnd, awaited === pass else { return }
    eventGroupEnd = .idle
    endEventGroup()
  }

  private func endEventGroup() {
    guard eventGroupMayEnd else { return }
    endUndoGrouping()
  }

  private var eventGroupMayEnd: Bool {
    switch activity {
    case .replaying:
      false
    case .idle, .announcing:
      groupsByEvent && undoStack.level == 1 && undoStack.hasGroup(by: .event)
    }
  }
}

/// The end of the current event of the main thread, when the event group closes.
enum EventGroupEnd {
  /// Nothing is arranged.
  case idle
  /// The group closes when the main queue has run what is in it; the time of that request, until it
  /// is known that somebody runs the queue.
  case awaitingMainQueue(since: MainQueueWatch.Moment?)
  /// The group closes at the end of a pass of the run loop.
  case awaitingRunLoop(Pass)

  /// The identity of one call that was requested of the run loop.
  @MainActor
  final class Pass {}
}

/// The managers whose event group may be open, in the order that they opened it.
///
/// The one piece of global state: `UndoManager.endEventGroups()` has to find them, and they share
/// one block on the main queue.
@MainActor
enum OpenEventGroups {
  private struct Member {
    weak var manager: UndoManager?

    @MainActor var isCurrent: Bool {
      manager?.undoStack.hasGroup(by: .event) ?? false
    }
  }

  private static var members: [Member] = []
  private static var isInMainQueue = false

  static var managers: [UndoManager] {
    members.compactMap(\.manager)
  }

  /// Adds a manager that is about to open its event group, and forgets those that closed theirs.
  static func insert(_ manager: UndoManager) {
    members = members.filter(\.isCurrent) + [Member(manager: manager)]
  }

  /// Tells the managers when the main queue has run what is in it now.
  ///
  /// One block at a time, because a host that does not pump the main queue would pile them up.
  static func awaitMainQueue() {
    guard !isInMainQueue else { return }
    isInMainQueue = true
    DispatchQueue.main.async {
      isInMainQueue = false
      MainQueueWatch.isSettled = true
      for manager in managers {
        manager.mainQueueTurned()
      }
    }
  }
}

/// A watch on the main queue: where nobody runs it, event groups stay open.
@MainActor
package enum MainQueueWatch {
  /// A Boolean value that indicates whether the queue has run one of our blocks, or its want was
  /// reported.
  package static var isSettled = false
  /// The clocks, which a test sets.
  package static var now: @MainActor () -> Moment = {
    var work = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &work)
    return Moment(
      time: .now, work: .seconds(Int64(work.tv_sec)) + .nanoseconds(Int64(work.tv_nsec)))
  }

  /// A moment of the main thread.
  package struct Moment {
    package var time: ContinuousClock.Instant
    /// The time that the thread has worked.
    package var work: Duration

    package init(time: ContinuousClock.Instant, work: Duration) {
      (self.time, self.work) = (time, work)
    }
  }

  /// Returns the time, unless the question is settled.
  static func start() -> Moment? { isSettled ? nil : now() }

  /// Reports that nobody runs the queue, if a group that has been open since `start` takes in one
  /// more change after 2 s.
  ///
  /// One long edit, such as the import of a file, has worked for most of the time; a main loop has
  /// waited for the user.
  static func check(since start: Moment) {
    guard !isSettled else { return }
    let now = now()
    let passed = start.time.duration(to: now.time)
    guard passed >= .seconds(2), now.work - start.work < passed / 2 else { return }
    isSettled = true
    UndoManager.report(
      "it seems that nobody runs the main queue: all edits are one step; have your main loop call "
        + "MainQueue.drain() of the library MainLoop, or call UndoManager.endEventGroups() after "
        + "each event")
  }
}

extension UndoManager {
  /// Called once, with what is wrong and what to do, if nobody seems to run the main queue, so that
  /// event groups do not close: by default it writes to standard error.
  public static var report: @MainActor (String) -> Void = { message in
    FileHandle.standardError.write(Data("UndoKit: \(message)\n".utf8))
  }
}
