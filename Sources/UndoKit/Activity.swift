/// The two ways through the recorded changes.
enum Direction {
  case undo
  case redo
}

/// What an undo manager is doing.
enum Activity {
  /// Nothing: what is registered is a new change.
  case idle
  /// Running the actions of a group: what is registered is their inverse.
  case replaying(Direction, Playback)
  /// Telling observers that it ran them: what is registered is a new change again.
  case announcing(Direction)

  /// The direction of an undo or redo that has not returned yet.
  var direction: Direction? {
    switch self {
    case .idle: nil
    case .replaying(let direction, _): direction
    case .announcing(let direction): direction
    }
  }
}

/// The actions of a group being undone or redone that have not run yet.
///
/// A handler may remove some of them, so they are taken one by one.
@MainActor
final class Playback {
  private var remaining: [UndoAction] = []
  /// Whether the group is discardable, and so its inverse.
  private(set) var isDiscardable = false

  func load(_ group: UndoGroup) {
    group.appendActions(to: &remaining)
    isDiscardable = group.isDiscardable
  }

  /// Takes the action registered last.
  func next() -> UndoAction? {
    remaining.popLast()
  }

  func removeAll() {
    let dropped = remaining
    remaining = []
    withExtendedLifetime(dropped) {}
  }

  func removeActions(of target: ObjectIdentifier) {
    let dropped = remaining
    remaining = remaining.filter { !$0.targets(target) }
    withExtendedLifetime(dropped) {}
  }
}
