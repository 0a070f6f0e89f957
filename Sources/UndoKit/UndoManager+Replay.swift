extension UndoManager {
  func undoLatestStep() {
    requireNoReplay(for: "undo")
    post(CheckpointMessage())
    if undoStack.level == 1, undoStack.hasEventGroup {
      endUndoGrouping()
    }
    guard undoStack.level == 0 else { Misuse.undoingWithOpenGroups.trap() }
    undoNestedGroup()
  }

  func undoLatestGroup() {
    requireNoReplay(for: "undoNestedGroup")
    post(CheckpointMessage())
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
    post(CheckpointMessage())
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
    postWillChange(direction)
    if !recordingStack.hasReplayGroup {
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
