// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import UndoKit

/// What the notifications of a manager say about groups being discardable, as "DidUndo plain".
@MainActor
final class DiscardabilityLog {
  private(set) var entries: [String] = []
  private var tokens: [any NSObjectProtocol] = []

  init(_ manager: UndoManager) {
    tokens = Self.names.map { name, label in
      NotificationCenter.default.observe(name, of: manager) {
        [weak self] notification in
        let value = notification.userInfo?[NSUndoManagerGroupIsDiscardableKey]
        let saying =
          switch value {
          case nil: "plain"
          case true as Bool: "discardable"
          default: "neither"
          }
        MainActor.assumeIsolated { self?.entries.append("\(label) \(saying)") }
      }
    }
  }

  isolated deinit {
    tokens.forEach(NotificationCenter.default.removeObserver)
  }

  private static let names: [(NSNotification.Name, String)] = [
    (.NSUndoManagerDidCloseUndoGroup, "DidClose"),
    (.NSUndoManagerDidUndoChange, "DidUndo"),
    (.NSUndoManagerDidRedoChange, "DidRedo"),
  ]
}
