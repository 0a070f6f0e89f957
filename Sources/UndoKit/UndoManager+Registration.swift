extension UndoManager {
  /// Registers `handler` to revert a change of `target`.
  ///
  /// Register what reverts a change where the change is made: then a change made while undoing registers
  /// what redoes it. A new change clears what could be redone. While registration is disabled nothing is
  /// recorded. With no group open this opens the event group, or is misuse without ``groupsByEvent``.
  ///
  /// Apple's manager holds `target` unretained and calls a dead one; this one holds it weakly and skips
  /// the handler once it is gone.
  ///
  /// - Parameters:
  ///   - target: The object that changed; not retained.
  ///   - handler: Reverts the change of the target that it is given; retained until it has run or is
  ///     dropped.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType,
    handler: @escaping @MainActor (TargetType) -> Void
  ) {
    record(UndoAction(target: target, handler: handler))
  }

  func record(_ action: UndoAction) {
    guard isUndoRegistrationEnabled else { return }
    openGroup(orTrap: .registeringWithoutGroup)
    recordingStack.append(action)
    switch activity {
    case .idle, .announcing:
      redoStack.removeAll()
    case .replaying(_, let playback):
      if playback.isDiscardable { recordingStack.setLatestIsDiscardable(true) }
    }
  }

  /// Lets `label` change the open group, which is opened like that of a registration.
  func labelGroup(orTrap misuse: Misuse, _ label: (UndoStack) -> Void) {
    guard isUndoRegistrationEnabled || recordingStack.level > 0 else { return }
    openGroup(orTrap: misuse)
    label(recordingStack)
  }

  private func openGroup(orTrap misuse: Misuse) {
    openImplicitGroup()
    guard recordingStack.level > 0 else { misuse.trap() }
  }

  /// The stack that takes what is registered now.
  var recordingStack: UndoStack {
    switch activity {
    case .replaying(.undo, _): redoStack
    case .replaying(.redo, _), .announcing, .idle: undoStack
    }
  }

  func removeEverything() {
    eventGroupCloser.cancel()
    switch activity {
    case .idle, .announcing: break
    case .replaying(_, let playback): playback.removeAll()
    }
    undoStack.removeAll()
    redoStack.removeAll()
  }

  func removeActions(of target: ObjectIdentifier) {
    switch activity {
    case .idle, .announcing: break
    case .replaying(_, let playback): playback.removeActions(of: target)
    }
    undoStack.removeActions(of: target)
    redoStack.removeActions(of: target)
  }
}
