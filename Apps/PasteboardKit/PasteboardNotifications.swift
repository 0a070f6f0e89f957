// SPDX-License-Identifier: Apache-2.0

import Foundation
import TypedMessages

extension Pasteboard {
  /// Posted when the contents have changed: by this process before the write returns, by another
  /// one soon after, by expiration.
  ///
  /// The user info has ``changedTypesAddedUserInfoKey`` and ``changedTypesRemovedUserInfoKey`` if
  /// there are such types. Several changes of other processes in a row may lead to one
  /// notification.
  public nonisolated static let changedNotification = Notification.Name(
    "PasteboardChangedNotification")

  /// Posted when the pasteboard was removed; reads give nothing and writes do nothing from then on.
  public nonisolated static let removedNotification = Notification.Name(
    "PasteboardRemovedNotification")

  /// Posted when the pasteboard could not be read or written; ``Pasteboard/error`` is the reason.
  ///
  /// It is posted for each refused write, and once for a lasting error, such as a damaged file.
  public nonisolated static let failedNotification = Notification.Name(
    "PasteboardFailedNotification")

  /// The key for the types, `[String]`, that no item had before.
  public nonisolated static let changedTypesAddedUserInfoKey =
    "PasteboardChangedTypesAddedUserInfoKey"
  /// The key for the types, `[String]`, that no item has any more.
  public nonisolated static let changedTypesRemovedUserInfoKey =
    "PasteboardChangedTypesRemovedUserInfoKey"

  /// The message for ``Pasteboard/changedNotification``.
  public struct ChangedMessage: PasteboardMessage, Sendable {
    /// The class of what the message is about.
    public typealias Subject = Pasteboard
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { Pasteboard.changedNotification }
    /// The types that no item had before.
    public var typesAdded: [String]
    /// The types that no item has any more.
    public var typesRemoved: [String]

    /// Creates the message.
    public init(typesAdded: [String] = [], typesRemoved: [String] = []) {
      self.typesAdded = typesAdded
      self.typesRemoved = typesRemoved
    }

    package var userInfo: [AnyHashable: Any]? {
      var info: [AnyHashable: Any] = [:]
      if !typesAdded.isEmpty { info[Pasteboard.changedTypesAddedUserInfoKey] = typesAdded }
      if !typesRemoved.isEmpty { info[Pasteboard.changedTypesRemovedUserInfoKey] = typesRemoved }
      return info.isEmpty ? nil : info
    }
  }

  /// The message for ``Pasteboard/removedNotification``.
  public struct RemovedMessage: PasteboardMessage, Sendable {
    /// The class of what the message is about.
    public typealias Subject = Pasteboard
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { Pasteboard.removedNotification }

    /// Creates the message.
    public init() {}
  }

  /// The message for ``Pasteboard/failedNotification``.
  public struct FailedMessage: PasteboardMessage, Sendable {
    /// The class of what the message is about.
    public typealias Subject = Pasteboard
    /// The name of the notification that is posted with it.
    public static var name: Notification.Name { Pasteboard.failedNotification }
    /// The reason that the pasteboard could not be read or written.
    public var error: PasteboardError

    /// Creates the message.
    public init(error: PasteboardError) {
      self.error = error
    }
  }
}

/// A message about a pasteboard.
protocol PasteboardMessage: TypedMessage where Subject == Pasteboard {}

extension Pasteboard {
  func post(_ message: some PasteboardMessage) { message.post(of: self) }
}

// Typed messages, which Foundation has from Swift 6.3 on.
#if compiler(>=6.3)
  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<Pasteboard.ChangedMessage> {
    /// Identifies ``Pasteboard/ChangedMessage``.
    public static var changed: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<Pasteboard.RemovedMessage> {
    /// Identifies ``Pasteboard/RemovedMessage``.
    public static var removed: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<Pasteboard.FailedMessage> {
    /// Identifies ``Pasteboard/FailedMessage``.
    public static var failed: Self { Self() }
  }
#endif
