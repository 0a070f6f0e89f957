// SPDX-License-Identifier: Apache-2.0

extension UndoManager {
  /// Closes the event group, and one that an observer of the closing opened by registering.
  func closeEventGroup() {
    for _ in 0..<2 where undoStack.level == 1 && undoStack.hasGroup(by: .event) {
      endUndoGrouping()
    }
  }

  /// Closes the only open group, whoever opened it.
  func closeOnlyGroup() {
    if undoStack.level == 1 { endUndoGrouping() }
    closeEventGroup()
  }

  func requireNoReplay(for call: String) {
    switch activity.direction {
    case .undo: misuse("\(call) was called while undoing")
    case .redo: misuse("\(call) was called while redoing")
    case nil: break
    }
  }

  /// Performs the newest closed group of `source`, recording the inverse on the other stack.
  func replay(_ direction: Direction, from source: UndoStack) {
    let playback = Playback()
    activity = .replaying(direction, playback)
    postWillChange(direction)
    if !recordingStack.hasGroup(by: .replay) {
      recordingStack.open(by: .replay)
    }
    // Only now, because observers may have asked for the group's labels, or removed it.
    let group = source.popLastClosed()
    if let group {
      playback.load(group)
    }
    while let action = playback.next() {
      action.perform()
    }
    recordingStack.closeReplayGroup(inheriting: group?.labels ?? Labels())
    activity = .announcing(direction)
    postDidChange(direction, groupIsDiscardable: playback.isDiscardable)
    activity = .idle
    scheduleEventGroupEnd()
  }
}

/// Ends the process after a call that the contract of `UndoManager` rules out.
///
/// Foundation for Apple's platforms raises `NSInternalInconsistencyException` for such calls. Swift
/// cannot catch it, so here the process traps.
///
/// - Parameter message: The call and the mistake.
func misuse(_ message: String) -> Never {
  // Unlike `preconditionFailure` this prints the reason in a release build too.
  fatalError("UndoManager: \(message)")
}
