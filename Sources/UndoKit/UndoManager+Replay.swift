import Foundation

extension UndoManager {
  func undoLatestStep() {
    requireNoReplay(for: "undo")
    post(.NSUndoManagerCheckpoint)
    if undoStack.level == 1, undoStack.hasEventGroup {
      endUndoGrouping()
    }
    guard undoStack.level == 0 else { Misuse.undoingWithOpenGroups.trap() }
    undoNestedGroup()
  }

  func undoLatestGroup() {
    requireNoReplay(for: "undoNestedGroup")
    post(.NSUndoManagerCheckpoint)
    switch undoStack.innermostOpener {
    case .none: break
    case .event where undoStack.innermostEnding != .action: break
    case .event, .client, .replay: Misuse.undoingNestedWithOpenGroup.trap()
    }
    guard undoStack.hasClosedGroup else { return }
    replay(.undo, from: undoStack)
  }

  func redoLatestStep() {
    requireNoReplay(for: "redo")
    post(.NSUndoManagerCheckpoint)
    guard redoStack.hasClosedGroup else { return }
    replay(.redo, from: redoStack)
  }

  private func requireNoReplay(for call: String) {
    guard let direction = activity.direction else { return }
    Misuse.reentering(call: call, during: direction).trap()
  }

  /// Performs the newest closed group of `source`, recording the inverse on the other stack.
  private func replay(_ direction: Direction, from source: UndoStack) {
    let playback = Playback()
    activity = .replaying(direction, playback)
    post(direction.willChange)
    if !recordingStack.hasReplayGroup {
      recordingStack.open(by: .replay)
    }
    // Only now, because observers may have asked for the group's name, or removed it.
    let group = source.popLastClosed()
    if let group {
      playback.load(group)
    }
    while let action = playback.next() {
      action.perform()
    }
    recordingStack.closeReplayGroup(inheriting: group?.name)
    activity = .announcing(direction)
    post(direction.didChange)
    activity = .idle
    scheduleEventGroupEnd()
  }
}
