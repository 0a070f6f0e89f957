extension UndoGroup {
  /// Takes out the nested group that was recorded last, with the labels set after it: they are its.
  ///
  /// No label is merged away here: what it held would be released while the group is being changed.
  mutating func popLastGroup() -> UndoGroup? {
    guard case .group(var group) = entries.last else { return nil }
    entries.removeLast()
    group.entries.append(.labels(group.latestLabels))
    group.latestLabels = latestLabels
    latestLabels = Labels()
    takeBackLabels()
    return group
  }

  /// The group without the actions of `target`, and without the nested groups that this emptied.
  func removingActions(of target: ObjectIdentifier) -> UndoGroup {
    var remainder = self
    remainder.entries = []
    for entry in entries {
      switch entry {
      case .action(let action):
        if !action.targets(target) { remainder.entries.append(entry) }
      case .group(let group):
        if let kept = group.removingActionsUnlessEmptied(of: target) {
          remainder.entries.append(.group(kept))
        }
      case .labels(let labels):
        remainder.appendLabels(labels)
      }
    }
    remainder.takeBackLabels()
    return remainder
  }

  /// The group without the actions of `target`; nil if it held no others.
  ///
  /// A group that was empty before stays.
  func removingActionsUnlessEmptied(of target: ObjectIdentifier) -> UndoGroup? {
    let remainder = removingActions(of: target)
    return hasActions && !remainder.hasActions ? nil : remainder
  }

  /// Keeps at most one entry of labels in a row.
  private mutating func appendLabels(_ labels: Labels) {
    guard case .labels(let earlier) = entries.last else {
      entries.append(.labels(labels))
      return
    }
    entries[entries.count - 1] = .labels(earlier.overridden(by: labels))
  }

  /// Labels that no group follows any more are the latest again.
  private mutating func takeBackLabels() {
    guard case .labels(let earlier) = entries.last else { return }
    entries.removeLast()
    latestLabels = earlier.overridden(by: latestLabels)
  }
}
