/// A key as an editor sees it.
enum Key: Hashable {
  /// What is to be put into the text: a Unicode scalar, as terminals send no more at a time.
  case text(String)
  case newline
  case backspace
  case left
  case right
  case escape
  /// A letter together with Ctrl.
  case control(Character)
}

/// A responder that takes keys; what it does not take goes to its `next`.
@MainActor
protocol KeyResponder {
  /// Takes `key`, if it has any use for it.
  ///
  /// - Returns: whether it has
  func press(_ key: Key) -> Bool
}
