// SPDX-License-Identifier: Apache-2.0

import Foundation

// Foundation has typed messages from Swift 6.3 on.
#if compiler(>=6.3)
  /// A message that Foundation knows.
  package typealias FoundationMessage = NotificationCenter.MainActorMessage
#else
  /// A message that Foundation does not know.
  package protocol FoundationMessage {
    associatedtype Subject
  }
#endif

/// A message for typed observers that is posted with a notification for the others.
package protocol TypedMessage: FoundationMessage where Subject: AnyObject {
  static var name: Notification.Name { get }
  var userInfo: [AnyHashable: Any]? { get }
}

extension TypedMessage {
  package var userInfo: [AnyHashable: Any]? { nil }

  /// Posts both, because Foundation on Linux makes neither out of the other.
  @MainActor
  package func post(of subject: Subject) {
    let center = NotificationCenter.default
    center.post(Notification(name: Self.name, object: subject, userInfo: userInfo))
    #if compiler(>=6.3)
      center.post(self, subject: subject)
    #endif
  }
}
