// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TextResponder {
  /// The selection in UTF-16 units, as UIKit counts it.
  ///
  /// - Units: UTF-16
  public var selectedRange: NSRange {
    get { NSRange(selection, in: text) }
    set {
      let units = text.utf16
      func index(_ offset: Int) -> String.Index {
        let limit = units.endIndex
        return units.index(units.startIndex, offsetBy: max(offset, 0), limitedBy: limit) ?? limit
      }
      let (end, isTooLong) = newValue.location.addingReportingOverflow(max(newValue.length, 0))
      selection = index(newValue.location)..<index(isTooLong ? Int.max : end)
    }
  }

  /// The beginning of the text for people, in quotation marks; nothing of a secret.
  var excerpt: String {
    let text = text.drop(while: \.isWhitespace)
    guard !isSecureTextEntry, !text.isEmpty else { return "another text" }
    let start = text.prefix(20).prefix { !$0.isNewline }
    return "“\(start)\(start.endIndex < text.endIndex ? "…" : "")”"
  }
}

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
