/// What a step tells a user interface about itself: its name and its user info.
struct Labels {
  /// The name, empty where it was cleared; nil if none was set.
  var name: String?
  /// The values by key, nil where one was removed.
  private(set) var userInfo: [UndoManager.UserInfoKey: Any?] = [:]

  var isEmpty: Bool {
    name == nil && userInfo.isEmpty
  }

  /// Sets the value for `key` and returns the one that it replaces.
  mutating func set(_ value: Any?, forKey key: UndoManager.UserInfoKey) -> Any? {
    userInfo.updateValue(value, forKey: key) ?? nil
  }

  /// The labels with those of `later` in their place.
  func overridden(by later: Labels) -> Labels {
    Labels(name: later.name ?? name, userInfo: userInfo.merging(later.userInfo) { $1 })
  }
}
