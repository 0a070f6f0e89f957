// SPDX-License-Identifier: Apache-2.0

/// The commands that concern the boards of the application.
extension TextResponder {
  /// Copies the selection.
  ///
  /// - Returns: whether the selection stands on the board
  func copySelection() -> Bool {
    guard !isSecureTextEntry, !selection.isEmpty, let application else { return false }
    return application.pasteboard.setString(selectedText)
  }

  func cutSelection() {
    guard isEditable, copySelection() else { return }
    deleteSelection("Cut")
  }

  func paste() {
    guard let string = application?.pasteboard.string else { return }
    pasteText(string)
  }

  func deleteSelection(_ actionName: String) {
    replace(selection, with: "", actionName: actionName)
  }

  func find(forwards: Bool) {
    if let string = application?.findPasteboard.string {
      select(nextMatchOf: string, forwards: forwards)
    }
  }

  func useSelectionForFind() {
    guard !isSecureTextEntry, !selection.isEmpty else { return }
    _ = application?.findPasteboard.setString(selectedText)
  }
}
