// SPDX-License-Identifier: Apache-2.0

extension UndoManager {
  /// Registers `handler` to revert a change of `target`.
  ///
  /// Register what reverts a change where the change is made: then a change made while undoing
  /// registers what redoes it. A new change clears what could be redone. While registration is
  /// disabled nothing is recorded. With no group open this opens the event group, or is misuse
  /// without ``groupsByEvent``.
  ///
  /// Apple's manager holds `target` unretained and calls a dead one; this one holds it weakly and
  /// skips the handler once it is gone.
  ///
  /// - Parameters:
  ///   - target: The object that changed; not retained.
  ///   - handler: Reverts the change of the target that it is given; retained until it has run or
  ///     is dropped.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType,
    handler: @escaping @MainActor (TargetType) -> Void
  ) {
    record(UndoAction(target: target, handler: handler))
  }

  func record(_ action: UndoAction) {
    guard isUndoRegistrationEnabled else { return }
    openGroup(for: "registerUndo", "registering undo")
    recorded()
    recordingStack.changeInnermost { $0.append(action) }
    switch activity {
    case .idle, .announcing:
      redoStack.removeAll()
    case .replaying(_, let playback) where playback.isDiscardable:
      recordingStack.changeInnermost { $0.setLatestIsDiscardable(true) }
    case .replaying:
      break
    }
  }

  /// Changes the open group by `change`; opens it first, as a registration does.
  func labelGroup(
    for call: String, _ purpose: String, _ change: (inout UndoGroup) -> Void
  ) {
    guard isUndoRegistrationEnabled || recordingStack.level > 0 else { return }
    openGroup(for: call, purpose)
    recordingStack.changeInnermost(change)
  }

  private func openGroup(for call: String, _ purpose: String) {
    openImplicitGroup()
    // An observer of its opening may have ended the event.
    if recordingStack.level == 0, groupsByEvent { openEventGroup(announced: false) }
    guard recordingStack.level > 0 else {
      misuse("\(call): must begin a group before \(purpose)")
    }
  }

  /// The stack that takes what is registered now.
  var recordingStack: UndoStack {
    switch activity {
    case .replaying(.undo, _): redoStack
    case .replaying(.redo, _), .announcing, .idle: undoStack
    }
  }

  /// A Boolean value that indicates whether a group of the client is open.
  ///
  /// Then ``undo()`` would be misuse.
  package var hasExplicitGroup: Bool {
    undoStack.hasGroup(by: .client)
  }

  /// A Boolean value that indicates whether what `target` registered last is what ``undo()`` would
  /// revert first, with nothing to redo: then it can take in a further change.
  package func endsWithAction(of target: AnyObject) -> Bool {
    switch activity {
    case .idle, .announcing:
      !isSealed && isUndoRegistrationEnabled && redoStack.count == 0
        && undoStack.endsWithAction(of: ObjectIdentifier(target))
    case .replaying: false
    }
  }

  /// Forgets the action that ``endsWithAction(of:)`` found, and a step that this empties.
  package func removeNewestAction() { undoStack.removeNewestAction() }

  /// Opens the group that the manager itself provides when none is open, if it provides one now.
  func openImplicitGroup() {
    guard recordingStack.level == 0 else { return }
    switch activity {
    case .replaying:
      // A will-notification comes before the replay group, and removeAllActions() takes it away.
      recordingStack.open(by: .replay)
    case .idle, .announcing:
      if groupsByEvent, isUndoRegistrationEnabled { openEventGroup(announced: true) }
    }
  }

  private func openEventGroup(announced: Bool) {
    OpenEventGroups.insert(self)
    undoStack.open(by: .event)
    scheduleEventGroupEnd()
    if announced { post(DidOpenUndoGroupMessage()) }
  }

  /// While undoing or redoing, groups are part of one change that has its own notifications.
  func postUnlessReplaying(_ message: some UndoMessage) {
    switch activity {
    case .idle, .announcing: post(message)
    case .replaying: break
    }
  }
}
