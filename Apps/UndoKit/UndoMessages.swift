// SPDX-License-Identifier: Apache-2.0

import Foundation
import TypedMessages

extension UndoManager {
  /// The message for `NSUndoManagerCheckpoint`.
  public struct CheckpointMessage: UndoMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerCheckpoint }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidOpenUndoGroup`.
  public struct DidOpenUndoGroupMessage: UndoMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidOpenUndoGroup }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerWillCloseUndoGroup`.
  public struct WillCloseUndoGroupMessage: UndoMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerWillCloseUndoGroup }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidCloseUndoGroup`.
  public struct DidCloseUndoGroupMessage: DiscardabilityMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidCloseUndoGroup }

    /// A Boolean value that indicates whether the group that closed has discardable actions only.
    public var groupIsDiscardable: Bool

    /// Creates the message.
    public init(groupIsDiscardable: Bool) {
      self.groupIsDiscardable = groupIsDiscardable
    }
  }

  /// The message for `NSUndoManagerWillUndoChange`.
  public struct WillUndoChangeMessage: UndoMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerWillUndoChange }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidUndoChange`.
  public struct DidUndoChangeMessage: DiscardabilityMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidUndoChange }

    /// A Boolean value that indicates whether the group that was undone has discardable actions
    /// only.
    public var groupIsDiscardable: Bool

    /// Creates the message.
    public init(groupIsDiscardable: Bool) {
      self.groupIsDiscardable = groupIsDiscardable
    }
  }

  /// The message for `NSUndoManagerWillRedoChange`.
  public struct WillRedoChangeMessage: UndoMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerWillRedoChange }

    /// Creates the message.
    public init() {}
  }

  /// The message for `NSUndoManagerDidRedoChange`.
  public struct DidRedoChangeMessage: DiscardabilityMessage, Sendable {
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { .NSUndoManagerDidRedoChange }

    /// A Boolean value that indicates whether the group that was redone has discardable actions
    /// only.
    public var groupIsDiscardable: Bool

    /// Creates the message.
    public init(groupIsDiscardable: Bool) {
      self.groupIsDiscardable = groupIsDiscardable
    }
  }
}

/// A message of an undo manager.
protocol UndoMessage: TypedMessage where Subject == UndoManager {}

extension UndoManager {
  func post(_ message: some UndoMessage) { message.post(of: self) }

  func postWillChange(_ direction: Direction) {
    switch direction {
    case .undo: post(WillUndoChangeMessage())
    case .redo: post(WillRedoChangeMessage())
    }
  }

  func postDidChange(_ direction: Direction, groupIsDiscardable: Bool) {
    switch direction {
    case .undo: post(DidUndoChangeMessage(groupIsDiscardable: groupIsDiscardable))
    case .redo: post(DidRedoChangeMessage(groupIsDiscardable: groupIsDiscardable))
    }
  }
}

/// A message about a group that may be discardable.
protocol DiscardabilityMessage: UndoMessage {
  var groupIsDiscardable: Bool { get }
}

extension DiscardabilityMessage {
  package var userInfo: [AnyHashable: Any]? {
    groupIsDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
  }
}
