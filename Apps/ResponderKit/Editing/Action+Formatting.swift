extension Action {
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
