// SPDX-License-Identifier: Apache-2.0

/// The labels of a step for the user interface: its name and its user info.
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

  /// The labels, with the labels of `later` in their place.
  func overridden(by later: Labels) -> Labels {
    Labels(name: later.name ?? name, userInfo: userInfo.merging(later.userInfo) { $1 })
  }
}

extension UndoManager {
  /// A key of a value in the user info of a step.
  ///
  /// Add keys of your own as static members:
  ///
  /// ```swift
  /// extension UndoManager.UserInfoKey {
  ///   static let icon: UndoManager.UserInfoKey = "icon"
  /// }
  /// ```
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of the key.
    public let rawValue: String

    /// Creates the key of that name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates the key of that name.
    public init(_ rawValue: String) {
      self.init(rawValue: rawValue)
    }

    /// Creates the key of that name.
    public init(stringLiteral rawValue: String) {
      self.init(rawValue: rawValue)
    }
  }
}
