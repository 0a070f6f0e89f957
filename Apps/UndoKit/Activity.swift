// SPDX-License-Identifier: Apache-2.0

/// The two ways through the recorded changes.
enum Direction {
  case undo
  case redo
}

/// The activity of an undo manager.
enum Activity {
  /// No undo or redo: a registration is a new change.
  case idle
  /// Running the actions of a group: a registration is their inverse.
  case replaying(Direction, Playback)
  /// Posting that they ran: a registration is a new change again.
  case announcing(Direction)

  /// The direction of an undo or redo that has not returned yet.
  var direction: Direction? {
    switch self {
    case .idle: nil
    case .replaying(let direction, _): direction
    case .announcing(let direction): direction
    }
  }

  /// The actions that are being run; nil if none are.
  var playback: Playback? {
    switch self {
    case .replaying(_, let playback): playback
    case .idle, .announcing: nil
    }
  }
}

/// The actions of a group being undone or redone that have not run yet.
///
/// A handler may remove some of them, so they are taken one by one.
@MainActor
final class Playback {
  private var remaining: [UndoAction] = []
  /// A Boolean value that indicates whether the group is discardable, and so its inverse.
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
