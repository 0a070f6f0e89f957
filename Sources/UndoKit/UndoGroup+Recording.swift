extension UndoGroup {
  mutating func append(_ action: UndoAction) {
    append(.action(action))
  }

  mutating func append(_ group: UndoGroup) {
    if !latestLabels.isEmpty {
      entries.append(.labels(latestLabels))
      latestLabels = Labels()
    }
    append(.group(group))
  }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    if nextIsDiscardable {
      nextIsDiscardable = false
      setLatestIsDiscardable(true)
    }
  }

  mutating func setName(_ name: String) {
    latestLabels.name = name
  }

  /// Sets the value for `key` and returns the one that it replaces.
  mutating func setUserInfo(_ value: Any?, forKey key: UndoManager.UserInfoKey) -> Any? {
    latestLabels.set(value, forKey: key)
  }

  /// Takes over what `earlier` has and this group does not set itself.
  mutating func inherit(_ earlier: Labels) {
    guard !earlier.isEmpty else { return }
    entries.insert(.labels(earlier), at: 0)
  }

  /// Marks what was recorded last, an action or a closed group, or else what comes first.
  mutating func setLatestIsDiscardable(_ isDiscardable: Bool) {
    switch entries.last {
    case .action(var action):
      action.isDiscardable = isDiscardable
      entries[entries.count - 1] = .action(action)
    case .group(let group):
      entries[entries.count - 1] = .group(group.settingIsDiscardable(isDiscardable))
    case .labels, .none:
      nextIsDiscardable = isDiscardable
    }
  }

  private func settingIsDiscardable(_ isDiscardable: Bool) -> UndoGroup {
    var marked = self
    marked.entries = entries.map { entry in
      switch entry {
      case .action(var action):
        action.isDiscardable = isDiscardable
        return .action(action)
      case .group(let group):
        return .group(group.settingIsDiscardable(isDiscardable))
      case .labels:
        return entry
      }
    }
    return marked
  }
}
