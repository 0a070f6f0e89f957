extension UndoManager {
  /// Whether a group that the client began is open, so that ``undo()`` would be misuse.
  package var hasExplicitGroup: Bool {
    undoStack.hasClientGroup
  }

  /// Opens the group that the manager itself provides when none is open, if it provides one now.
  func openImplicitGroup() {
    guard recordingStack.level == 0 else { return }
    switch activity {
    case .replaying:
      // A will-notification comes before the replay group, and removeAllActions() takes it away.
      recordingStack.open(by: .replay)
    case .idle, .announcing:
      if groupsByEvent, isUndoRegistrationEnabled { openEventGroup() }
    }
  }

  func beginGroup() {
    openImplicitGroup()
    if recordingStack.level > 0 {
      post(CheckpointMessage())
    }
    recordingStack.open(by: .client)
    postUnlessReplaying(DidOpenUndoGroupMessage())
  }

  func endGroup() {
    switch recordingStack.innermostOpener {
    case .none, .replay: Misuse.endingWithoutBegin.trap()
    case .client, .event: break
    }
    post(CheckpointMessage())
    postUnlessReplaying(WillCloseUndoGroupMessage())
    let isDiscardable = recordingStack.innermostIsDiscardable
    recordingStack.closeInnermost(keepingEmpty: isUndoRegistrationEnabled)
    if undoStack.level == 0 {
      eventGroupCloser.cancel()
    }
    scheduleEventGroupEnd()
    postUnlessReplaying(DidCloseUndoGroupMessage(groupIsDiscardable: isDiscardable))
  }

  private func openEventGroup() {
    OpenEventGroups.insert(self)
    undoStack.open(by: .event)
    scheduleEventGroupEnd()
    post(DidOpenUndoGroupMessage())
  }

  /// While undoing or redoing, groups are part of one change that has its own notifications.
  private func postUnlessReplaying(_ message: some UndoMessage) {
    switch activity {
    case .idle, .announcing: post(message)
    case .replaying: break
    }
  }
}
