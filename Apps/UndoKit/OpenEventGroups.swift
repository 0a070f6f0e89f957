import Foundation

/// The managers whose event group may be open, in the order in which they opened it.
///
/// The one piece of global state: `UndoManager.endEventGroups()` has to find them, and they share one
/// block on the main queue.
@MainActor
enum OpenEventGroups {
  private struct Member {
    weak var manager: UndoManager?

    @MainActor var isCurrent: Bool {
      manager?.undoStack.hasGroup(by: .event) ?? false
    }
  }

  private static var members: [Member] = []
  private static var isInMainQueue = false

  static var managers: [UndoManager] {
    members.compactMap(\.manager)
  }

  /// Adds a manager that is about to open its event group, and forgets those that closed theirs.
  static func insert(_ manager: UndoManager) {
    members = members.filter(\.isCurrent) + [Member(manager: manager)]
  }

  /// Tells the managers when the main queue has run what is in it now.
  ///
  /// One block at a time, because a host that does not pump the main queue would pile them up.
  static func awaitMainQueue() {
    guard !isInMainQueue else { return }
    isInMainQueue = true
    DispatchQueue.main.async {
      isInMainQueue = false
      for manager in managers {
        manager.mainQueueTurned()
      }
    }
  }
}
