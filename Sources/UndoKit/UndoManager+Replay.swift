extension UndoManager {
  func undoLatestStep() {
    requireNoReplay(for: "undo")
    post(CheckpointMessage())
    closeEventGroup()
    guard undoStack.level == 0 else { Misuse.undoingWithOpenGroups.trap() }
    undoNestedGroup()
  }

  func undoLatestGroup() {
    requireNoReplay(for: "undoNestedGroup")
    let isBetweenGroups = undoStack.level == 0
    post(CheckpointMessage())
    // Then what is open is what an observer has just registered.
    if isBetweenGroups { closeEventGroup() }
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

  /// Closes the event group, and one that an observer of the closing opened by registering.
  private func closeEventGroup() {
    for _ in 0..<2 where undoStack.level == 1 && undoStack.hasEventGroup {
      endUndoGrouping()
    }
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
