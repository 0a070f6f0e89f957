/// The managers whose event group may be open, in the order in which they opened it.
///
/// The one piece of global state: `UndoManager.endEventGroups()` has to find them.
@MainActor
enum OpenEventGroups {
  private struct Member {
    weak var manager: UndoManager?

    @MainActor var isCurrent: Bool {
      manager?.undoStack.hasEventGroup ?? false
    }
  }

  private static var members: [Member] = []

  static var managers: [UndoManager] {
    members.compactMap(\.manager)
  }

  /// Adds a manager that is about to open its event group, and forgets those that closed theirs.
  static func insert(_ manager: UndoManager) {
    members = members.filter(\.isCurrent) + [Member(manager: manager)]
  }
}
