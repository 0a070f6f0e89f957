// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing
import UndoKit

/// A thing with a value whose changes are undoable.
@MainActor
final class Document {
  private let manager: UndoManager
  private(set) var value: Int
  /// Every value assigned, undo and redo included.
  private(set) var history: [Int] = []

  init(_ value: Int, _ manager: UndoManager) {
    self.value = value
    self.manager = manager
  }

  func set(_ newValue: Int) {
    let oldValue = value
    manager.registerUndo(withTarget: self) { $0.set(oldValue) }
    value = newValue
    history.append(newValue)
  }
}

/// Something to be a target, or to be captured.
@MainActor
final class Token {}

/// Tells its observer that it is gone.
@MainActor
final class Mourned {
  private let onDeinit: @MainActor (Mourned) -> Void

  init(onDeinit: @escaping @MainActor (Mourned) -> Void) {
    self.onDeinit = onDeinit
  }

  isolated deinit {
    onDeinit(self)
  }
}

extension UndoManager {
  /// A manager whose client opens and closes all groups.
  static func manual() -> UndoManager {
    let manager = UndoManager()
    manager.groupsByEvent = false
    return manager
  }

  /// The numbers of steps to undo and to redo.
  var counts: [Int] {
    [undoCount, redoCount]
  }

  func group(_ body: () -> Void) {
    beginUndoGrouping()
    body()
    endUndoGrouping()
  }
}

/// What a manager posted, as "DidOpen@1": the notification and the grouping level when received;
/// then "!" if it says that the group is discardable.
typealias NotificationLog = PostLog<String>

extension NotificationLog {
  convenience init(_ manager: UndoManager, onPost: @escaping @MainActor (String) -> Void = { _ in })
  {
    let labels = Self.labels
    self.init(Array(labels.keys), of: manager) { [weak manager] notification in
      let label = labels[notification.name] ?? "?"
      let mark =
        switch notification.userInfo?[NSUndoManagerGroupIsDiscardableKey] {
        case nil: ""
        case true as Bool: "!"
        default: "?"
        }
      return MainActor.assumeIsolated { "\(label)@\(manager?.groupingLevel ?? -1)\(mark)" }
    }
    reaction = { entry in onPost(String(entry.prefix { $0 != "@" })) }
  }

  private static var labels: [NSNotification.Name: String] {
    [
      .NSUndoManagerCheckpoint: "Checkpoint",
      .NSUndoManagerDidOpenUndoGroup: "DidOpen",
      .NSUndoManagerWillCloseUndoGroup: "WillClose",
      .NSUndoManagerDidCloseUndoGroup: "DidClose",
      .NSUndoManagerWillUndoChange: "WillUndo",
      .NSUndoManagerDidUndoChange: "DidUndo",
      .NSUndoManagerWillRedoChange: "WillRedo",
      .NSUndoManagerDidRedoChange: "DidRedo",
    ]
  }
}

/// Waits until the main queue has run everything that is in it now.
@MainActor
func mainQueueRoundTrip() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

extension ExitTest.Result {
  /// Whether the process printed `message` when it trapped.
  func printed(_ message: String) -> Bool {
    String(decoding: standardErrorContent, as: UTF8.self).contains(message)
  }
}
