/// What one group recorded, oldest first.
struct UndoGroup {
  private enum Entry {
    case action(UndoAction)
    case group(UndoGroup)
    /// A name is an entry like any other, so that the latest one, at whatever depth, names the group
    /// and an earlier one returns when the nested group that replaced it is undone.
    case name(String)
  }

  /// How a group ends, names aside.
  enum Ending {
    case nothing
    case action
    case group
  }

  private var entries: [Entry] = []

  /// The name set last within the group, nested groups included; nil if none was.
  var name: String? {
    for entry in entries.reversed() {
      switch entry {
      case .action:
        continue
      case .group(let group):
        if let name = group.name { return name }
      case .name(let name):
        return name
      }
    }
    return nil
  }

  /// Whether there is anything to perform.
  var hasActions: Bool {
    entries.contains { entry in
      switch entry {
      case .action: true
      case .group(let group): group.hasActions
      case .name: false
      }
    }
  }

  /// The actions of the group and of its nested groups, in order of registration.
  var actions: [UndoAction] {
    entries.flatMap { entry -> [UndoAction] in
      switch entry {
      case .action(let action): [action]
      case .group(let group): group.actions
      case .name: []
      }
    }
  }

  /// What was recorded last, names aside.
  var ending: Ending {
    for entry in entries.reversed() {
      switch entry {
      case .action: return .action
      case .group: return .group
      case .name: continue
      }
    }
    return .nothing
  }

  mutating func append(_ action: UndoAction) {
    entries.append(.action(action))
  }

  mutating func append(_ group: UndoGroup) {
    entries.append(.group(group))
  }

  mutating func append(name: String) {
    entries.append(.name(name))
  }

  /// Takes out the newest nested group, with the names that were set after it closed: they are its.
  mutating func popLastGroup() -> UndoGroup? {
    for index in entries.indices.reversed() {
      switch entries[index] {
      case .group(var group):
        group.entries += entries[index...].dropFirst()
        entries.removeSubrange(index...)
        return group
      case .action, .name:
        continue
      }
    }
    return nil
  }

  /// The group without the actions of `target`, and without the nested groups that this emptied.
  func removingActions(of target: ObjectIdentifier) -> UndoGroup {
    var remainder = UndoGroup()
    remainder.entries = entries.compactMap { entry in
      switch entry {
      case .action(let action):
        action.targets(target) ? nil : entry
      case .group(let group):
        group.removingActionsUnlessEmptied(of: target).map(Entry.group)
      case .name:
        entry
      }
    }
    return remainder
  }

  /// The group without the actions of `target`; nil if it held no others.
  ///
  /// A group that was empty before stays.
  func removingActionsUnlessEmptied(of target: ObjectIdentifier) -> UndoGroup? {
    let remainder = removingActions(of: target)
    return hasActions && !remainder.hasActions ? nil : remainder
  }
}
