// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that a ``TextResponder`` asks and notifies about its editing; all is optional.
///
/// UIKit's `UITextFieldDelegate` and `UITextViewDelegate` in one.
@MainActor
public protocol TextDelegate: AnyObject {
  /// Asks whether `text` may become first responder; by default true.
  func textShouldBeginEditing(_ text: TextResponder) -> Bool
  /// Called once `text` is first responder.
  func textDidBeginEditing(_ text: TextResponder)
  /// Asks whether `text` may resign; by default true. Not asked if it leaves its window.
  func textShouldEndEditing(_ text: TextResponder) -> Bool
  /// Called once `text` is no longer first responder.
  func textDidEndEditing(_ text: TextResponder)
  /// Asks whether `replacement` may take the place of `range`; by default true.
  ///
  /// Not asked before undo and redo, and what the owner sets.
  func text(
    _ text: TextResponder, shouldChangeIn range: Range<String.Index>, replacement: String
  ) -> Bool
  /// Called after each change that the user made, undo included.
  func textDidChange(_ text: TextResponder)
  /// Called when something else is selected, or the caret is elsewhere.
  func textDidChangeSelection(_ text: TextResponder)
  /// Called for the return key in a text of a single line; nothing is inserted.
  func textDidReturn(_ text: TextResponder)
}

extension TextDelegate {
  /// True.
  public func textShouldBeginEditing(_ text: TextResponder) -> Bool { true }
  /// Nothing.
  public func textDidBeginEditing(_ text: TextResponder) {}
  /// True.
  public func textShouldEndEditing(_ text: TextResponder) -> Bool { true }
  /// Nothing.
  public func textDidEndEditing(_ text: TextResponder) {}
  /// True.
  public func text(
    _ text: TextResponder, shouldChangeIn range: Range<String.Index>, replacement: String
  ) -> Bool { true }
  /// Nothing.
  public func textDidChange(_ text: TextResponder) {}
  /// Nothing.
  public func textDidChangeSelection(_ text: TextResponder) {}
  /// Nothing.
  public func textDidReturn(_ text: TextResponder) {}
}

extension TextResponder {
  /// Posted when a text began to be edited; its object is the text.
  public nonisolated static let textDidBeginEditingNotification = Notification.Name(
    "TextDidBeginEditing")
  /// Posted after each change that the user made; its object is the text.
  public nonisolated static let textDidChangeNotification = Notification.Name("TextDidChange")
  /// Posted when a text is no longer edited; its object is the text.
  public nonisolated static let textDidEndEditingNotification = Notification.Name(
    "TextDidEndEditing")
}
