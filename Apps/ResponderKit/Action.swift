// SPDX-License-Identifier: Apache-2.0

/// A command of the user, which the first responder that implements it performs.
///
/// It stands for the selectors of UIKit: a menu, a button or a key sends an action with
/// ``Application/sendAction(_:to:from:for:)``, and the first responder on the chain that implements
/// it in ``Responder/method(for:)`` performs it. Add actions of your own:
///
/// ```swift
/// extension Action {
///   static let zoomIn = Action(rawValue: "zoomIn")
/// }
/// ```
///
/// An open structure, so that a new action never breaks a client's `switch`.
public struct Action: RawRepresentable, Hashable, Sendable, Codable {
  /// The implementation of an action; called with the sender and the event.
  public typealias Method = @MainActor (_ sender: Any?, _ event: Event?) -> Void

  /// The action's name (`"cut"`).
  public let rawValue: String

  /// The action called `rawValue`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Take back the last edit: the application does it, unless a responder before it does.
  public static let undo = Action(rawValue: "undo")
  /// Make the edit again that was undone last: the application does it, like ``undo``.
  public static let redo = Action(rawValue: "redo")
  /// Move the selection to the pasteboard.
  public static let cut = Action(rawValue: "cut")
  /// Copy the selection to the pasteboard.
  public static let copy = Action(rawValue: "copy")
  /// Put in what is on the pasteboard.
  public static let paste = Action(rawValue: "paste")
  /// Select what the user points at.
  public static let select = Action(rawValue: "select")
  /// Select everything.
  public static let selectAll = Action(rawValue: "selectAll")
  /// Remove the selection.
  public static let delete = Action(rawValue: "delete")
}

extension Action {
  /// The implementation of an action that needs neither the sender nor the event.
  public static func method(_ body: @escaping @MainActor () -> Void) -> Method {
    { _, _ in body() }
  }
}

extension Action {
  /// Show the place to search the text from.
  public static let find = Action(rawValue: "find")
  /// Show the place to search the text from, and to replace what is found.
  public static let findAndReplace = Action(rawValue: "findAndReplace")
  /// Select the next match of what is searched for.
  public static let findNext = Action(rawValue: "findNext")
  /// Select the match before.
  public static let findPrevious = Action(rawValue: "findPrevious")
  /// Search for what is selected.
  public static let useSelectionForFind = Action(rawValue: "useSelectionForFind")
  /// Make the selection bold, or no longer bold.
  public static let toggleBoldface = Action(rawValue: "toggleBoldface")
  /// Make the selection italic, or no longer italic.
  public static let toggleItalics = Action(rawValue: "toggleItalics")
  /// Underline the selection, or no longer underline it.
  public static let toggleUnderline = Action(rawValue: "toggleUnderline")
  /// Make the text of the selection larger.
  public static let increaseSize = Action(rawValue: "increaseSize")
  /// Make the text of the selection smaller.
  public static let decreaseSize = Action(rawValue: "decreaseSize")
  /// Have the selection written from left to right.
  public static let makeTextWritingDirectionLeftToRight = Action(
    rawValue: "makeTextWritingDirectionLeftToRight")
  /// Have the selection written from right to left.
  public static let makeTextWritingDirectionRightToLeft = Action(
    rawValue: "makeTextWritingDirectionRightToLeft")
}

/// An object that performs actions where it is named as their target: a responder, or any other,
/// such as a model.
///
/// UIKit takes any object. An object that is not a responder is on no chain, so it is found by name
/// alone.
@MainActor
public protocol ActionTarget: AnyObject {
  /// Returns this object's implementation of `action`; nil if it has none.
  func method(for action: Action) -> Action.Method?
}

/// The results of a search for the performer of an action, so that it asks each responder once.
@MainActor
enum ActionSearch {
  private static var failure: Failure?

  private struct Failure {
    let action: Action
    let first: Responder
    let sender: Any?
  }

  /// Calls `body` while it is known that no responder from `first` on can perform `action`.
  static func noting(
    failureFor action: Action, from first: Responder?, _ sender: Any?, _ body: () -> Bool
  ) -> Bool {
    let before = failure
    defer { failure = before }
    failure = first.map { Failure(action: action, first: $0, sender: sender) }
    return body()
  }

  /// True if it is known that no responder from `first` on can perform `action` for `sender`.
  static func hasFailed(for action: Action, from first: Responder, _ sender: Any?) -> Bool {
    guard let failure, failure.first === first, failure.action == action else { return false }
    return isSame(failure.sender, sender)
  }

  /// A value such as a ``KeyCommand`` has no identity, and is the same if it is equal.
  private static func isSame(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    if let one = one as? any Hashable, let other = other as? any Hashable {
      return AnyHashable(one) == AnyHashable(other)
    }
    guard type(of: one) is AnyClass else { return false }
    return one as AnyObject === other as AnyObject
  }
}
