import Foundation

extension UndoManager {
  /// The message for `NSUndoManagerCheckpoint`.
  public struct CheckpointMessage: UndoMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerCheckpoint }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidOpenUndoGroup`.
  public struct DidOpenUndoGroupMessage: UndoMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidOpenUndoGroup }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerWillCloseUndoGroup`.
  public struct WillCloseUndoGroupMessage: UndoMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerWillCloseUndoGroup }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidCloseUndoGroup`.
  public struct DidCloseUndoGroupMessage: DiscardabilityMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidCloseUndoGroup }

    /// Whether the group that closed has discardable actions only.
    public var groupIsDiscardable: Bool

    /// Creates the message.
    public init(groupIsDiscardable: Bool) {
      self.groupIsDiscardable = groupIsDiscardable
    }
  }

  /// The message for `NSUndoManagerWillUndoChange`.
  public struct WillUndoChangeMessage: UndoMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerWillUndoChange }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidUndoChange`.
  public struct DidUndoChangeMessage: DiscardabilityMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidUndoChange }

    /// Whether the group that was undone has discardable actions only.
    public var groupIsDiscardable: Bool

    /// Creates the message.
    public init(groupIsDiscardable: Bool) {
      self.groupIsDiscardable = groupIsDiscardable
    }
  }

  /// The message for `NSUndoManagerWillRedoChange`.
  public struct WillRedoChangeMessage: UndoMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerWillRedoChange }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidRedoChange`.
  public struct DidRedoChangeMessage: DiscardabilityMessage, Sendable {
    /// What the message is about.
    public typealias Subject = UndoManager
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidRedoChange }

    /// Whether the group that was redone has discardable actions only.
    public var groupIsDiscardable: Bool

    /// Creates the message.
    public init(groupIsDiscardable: Bool) {
      self.groupIsDiscardable = groupIsDiscardable
    }
  }
}
