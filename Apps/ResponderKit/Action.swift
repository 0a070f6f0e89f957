/// A command of the user, which the first responder that implements it performs.
///
/// It stands for the selectors of UIKit: a menu, a button or a key sends an action with
/// ``Application/sendAction(_:to:from:for:)``, and the first
/// responder on the chain that implements it in ``Responder/method(for:)`` performs it. Add actions of your own:
///
/// ```swift
/// extension Action {
///   static let zoomIn = Action(rawValue: "zoomIn")
/// }
/// ```
///
/// An open structure, so that a new action never breaks a client's `switch`.
public struct Action: RawRepresentable, Hashable, Sendable {
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
  /// Make the edit again that was taken back last: the application does it, like ``undo``.
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
