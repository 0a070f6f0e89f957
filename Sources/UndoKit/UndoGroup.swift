/// What one group recorded, oldest first.
struct UndoGroup {
  enum Entry {
    case action(UndoAction)
    case group(UndoGroup)
    /// Labels set before the group that follows: they are back when that group is undone.
    case labels(Labels)
  }

  /// How a group ends, labels aside.
  enum Ending {
    case nothing
    case action
    case group
  }

  var entries: [Entry] = []
  /// The labels set since the last nested group closed.
  var latestLabels = Labels()
  /// Whether what is recorded next is discardable.
  var nextIsDiscardable = false

  /// The labels set last within the group, at whatever depth.
  var labels: Labels {
    entries.reduce(Labels()) { labels, entry in
      switch entry {
      case .action: labels
      case .group(let group): labels.overridden(by: group.labels)
      case .labels(let later): labels.overridden(by: later)
      }
    }.overridden(by: latestLabels)
  }

  /// Whether there is anything to perform.
  var hasActions: Bool {
    contains { _ in true }
  }

  /// Whether there is something to perform, and all of it is discardable.
  var isDiscardable: Bool {
    hasActions && !contains { !$0.isDiscardable }
  }

  /// What was recorded last, labels aside.
  var ending: Ending {
    switch entries.last {
    case .action: .action
    case .group: .group
    case .labels, .none: .nothing
    }
  }

  /// Adds the actions of the group and of its nested groups to `actions`, in order of registration.
  func appendActions(to actions: inout [UndoAction]) {
    for entry in entries {
      switch entry {
      case .action(let action): actions.append(action)
      case .group(let group): group.appendActions(to: &actions)
      case .labels: break
      }
    }
  }

  private func contains(where predicate: (UndoAction) -> Bool) -> Bool {
    entries.contains { entry in
      switch entry {
      case .action(let action): predicate(action)
      case .group(let group): group.contains(where: predicate)
      case .labels: false
      }
    }
  }
}
