extension UndoManager {
  /// What a value that a step carries is found by.
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
