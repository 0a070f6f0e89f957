// SPDX-License-Identifier: Apache-2.0

import Foundation
import UndoKit

/// An object that acts for the application where no responder can.
@MainActor
public protocol ApplicationDelegate: AnyObject {
  /// Opens a URL that another program gave to this one, such as one of the app's own scheme.
  ///
  /// UIKit's `application(_:open:options:)`.
  ///
  /// - Parameters:
  ///   - application: the application
  ///   - url: the URL; anybody may have made it, so trust nothing in it
  ///   - options: what is known of the sender
  /// - Returns: false if there is nothing to open
  func application(
    _ application: Application, open url: URL, options: OpenURLOptions
  ) -> Bool
}

/// The facts that are known of the sender of a URL.
public struct OpenURLOptions: Hashable, Sendable {
  /// The name of the program that sends it; nil if that is not known.
  public var sourceApplication: String?
  /// The desktop's permission to bring a window to the front (`activation-token`); nil without.
  public var activationToken: String?

  /// The known options of a sender.
  public init(sourceApplication: String? = nil, activationToken: String? = nil) {
    self.sourceApplication = sourceApplication
    self.activationToken = activationToken
  }
}

extension Application {
  /// Has the desktop open `url` in the program that is for it.
  ///
  /// ``urlOpener`` does it. UIKit's `open(_:options:completionHandler:)`: the reason of a failure
  /// goes to ``report(_:)``.
  ///
  /// - Parameter url: a URL with a scheme, such as `https`, `mailto`, or another app's
  /// - Returns: true if the desktop took it
  @discardableResult
  public func open(_ url: URL) async -> Bool {
    do {
      try await urlOpener.open(url)
      return true
    } catch {
      report(.urlNotOpened(error))
      return false
    }
  }

  /// Has the desktop open `url`, and calls `completionHandler` with whether it took it.
  public func open(_ url: URL, completionHandler: @escaping @MainActor (Bool) -> Void) {
    Task { completionHandler(await open(url)) }
  }

  /// Gives the delegate the URLs that another program opens with this one, as the host was given
  /// them.
  ///
  /// Each is an event of its own: what is edited for it is a step of undo.
  ///
  /// - Parameters:
  ///   - urls: the URLs
  ///   - options: what is known of the sender
  /// - Returns: those that were not opened
  @discardableResult
  public func receive(_ urls: [URL], options: OpenURLOptions = OpenURLOptions()) -> [URL] {
    urls.filter { url in
      UndoManager.endEventGroups()
      defer { UndoManager.endEventGroups() }
      return delegate?.application(self, open: url, options: options) != true
    }
  }
}
