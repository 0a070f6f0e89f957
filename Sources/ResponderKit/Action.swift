/// Something the user wants done, without saying by whom: the first responder able to does it.
///
/// It stands for the selectors of UIKit: a menu, a button or a key sends an action with
/// ``Application/sendAction(_:to:from:for:)``, and whoever implements it in
/// ``Responder/method(for:)`` is found along the chain. Add actions of your own:
///
/// ```swift
/// extension Action {
///   static let zoomIn = Action(rawValue: "zoomIn")
/// }
/// ```
///
/// An open structure, so that a new action never breaks a client's `switch`.
public struct Action: RawRepresentable, Hashable, Sendable {
  /// What a responder does about an action; called with who sent it and in which event.
  public typealias Method = @MainActor (_ sender: Any?, _ event: Event?) -> Void

  /// The action's name (`"cut"`).
  public let rawValue: String

  /// The action called `rawValue`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Take back the last edit: the application does it, unless somebody before it does.
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
