// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NotificationCenter {
  /// Adds an observer of the notifications of one name that `object` posts.
  ///
  /// Not by `addObserver(forName:object:queue:using:)` alone: the Foundation of Swift 6.2 delivers
  /// nothing to an observer of an object that is no `NSObject`.
  public func observe(
    _ name: Notification.Name, of object: AnyObject,
    using body: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    let wanted = ObjectIdentifier(object)
    return addObserver(forName: name, object: nil, queue: nil) { notification in
      guard let poster = notification.object as AnyObject?, ObjectIdentifier(poster) == wanted
      else { return }
      body(notification)
    }
  }
}
