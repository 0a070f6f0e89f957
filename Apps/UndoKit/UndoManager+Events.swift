// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UndoManager {
  /// Closes the event groups of all undo managers, as the end of an event does.
  ///
  /// For hosts with an event loop of their own: call it after each event. It is not needed under
  /// `RunLoop.main`, `dispatchMain()` or an `async` `main`, and harmless there. Apple's counterpart
  /// is private.
  public static func endEventGroups() {
    // This host needs no main queue for it.
    MainQueueWatch.settle()
    endEvent()
  }

  /// Closes the event groups of all undo managers, as an event of ours ends.
  package static func endEvent() {
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
      eventGroupEnd = .awaitingMainQueue
      MainQueueWatch.begin()
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
  /// The group closes when the main queue has run what is in it.
  case awaitingMainQueue
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
      for manager in managers {
        manager.mainQueueTurned()
      }
    }
  }
}
