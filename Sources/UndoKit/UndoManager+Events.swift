extension UndoManager {
  /// Closes the event groups of all undo managers, as the end of an event does.
  ///
  /// For hosts with an event loop of their own: call it after each event. It is not needed under
  /// `RunLoop.main`, `dispatchMain()` or an `async` `main`, and harmless there. Apple's counterpart is
  /// private.
  public static func endEventGroups() {
    for manager in OpenEventGroups.managers {
      manager.endEventGroup()
    }
  }

  /// Has the event group closed when the event ends, if nothing keeps it open.
  ///
  /// Called whenever the last thing that kept it open may have gone: nothing is polled meanwhile.
  func scheduleEventGroupEnd() {
    guard eventGroupMayEnd else { return }
    eventGroupCloser.schedule(inModes: runLoopModes) { [weak self] in
      self?.endEventGroup()
    }
  }

  /// Takes the end of a turn of the main queue.
  func mainQueueTurned() {
    eventGroupCloser.mainQueueTurned(inModes: runLoopModes) { [weak self] in
      self?.endEventGroup()
    }
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
      groupsByEvent && undoStack.level == 1 && undoStack.hasEventGroup
    }
  }
}
