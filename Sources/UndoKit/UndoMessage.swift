import Foundation

/// What an undo manager posts: a message for typed observers, a notification for the others.
protocol UndoMessage: NotificationCenter.MainActorMessage where Subject == UndoManager {
  static var name: Notification.Name { get }
  var userInfo: [AnyHashable: Any]? { get }
}

extension UndoMessage {
  var userInfo: [AnyHashable: Any]? { nil }
}

extension UndoManager {
  /// Posts both, because Foundation on Linux makes neither out of the other.
  func post(_ message: some UndoMessage) {
    let notification = Notification(
      name: type(of: message).name, object: self, userInfo: message.userInfo)
    NotificationCenter.default.post(notification)
    NotificationCenter.default.post(message, subject: self)
  }

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
  var userInfo: [AnyHashable: Any]? {
    groupIsDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
  }
}
