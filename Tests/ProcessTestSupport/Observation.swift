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

/// What an object posts, noted until this goes.
@MainActor
public final class PostLog<Entry: Sendable> {
  /// What was noted, the oldest first.
  public private(set) var entries: [Entry] = []
  /// Called with each entry, once it is noted.
  public var reaction: ((Entry) -> Void)?
  private var tokens: [any NSObjectProtocol] = []

  /// Notes `entry` of each notification of these names.
  public init(
    _ names: [Notification.Name], of object: AnyObject,
    entry: @escaping @Sendable (Notification) -> Entry
  ) {
    tokens = names.map { name in
      NotificationCenter.default.observe(name, of: object) { [weak self] notification in
        let entry = entry(notification)
        MainActor.assumeIsolated {
          self?.entries.append(entry)
          self?.reaction?(entry)
        }
      }
    }
  }

  isolated deinit {
    tokens.forEach(NotificationCenter.default.removeObserver)
  }

  /// The entries so far, which are then forgotten.
  public func drain() -> [Entry] {
    defer { entries = [] }
    return entries
  }
}
