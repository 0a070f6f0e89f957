// SPDX-License-Identifier: Apache-2.0

// What the snippets in doc comments take for granted.
import MotionCore
import PasteboardKit
import ResponderKit
import ShakeUndo
import UndoKit

@MainActor final class Note: Responder {
  var text = ""
  func setText(_ text: String) { self.text = text }
  func move(toX x: Int, y: Int) {}
}

@MainActor let note = Note()
@MainActor let pasteboard = Pasteboard.general
@MainActor let application = Application.shared
@MainActor let view = View()
@MainActor let undoManager = UndoManager()
let (oldText, oldX, oldY) = ("", 0, 0)
let motion = MotionEvent(.shake, .cancelled(.interrupted), at: Timestamp(nanoseconds: 0))

/// Shows `choices`, and says which one was pressed.
@MainActor func showDialog(
  _ choices: [(answer: EditQuestion.Answer, title: String)],
  _ pressed: @escaping (EditQuestion.Answer) -> Void
) {
  pressed(choices.first?.answer ?? .neither)
}

@MainActor final class Document { let history = UndoManager() }
@MainActor var focusedDocument: Document?

/// A text buffer of a toolkit's, which undoes.
@MainActor final class TextBuffer {
  var (canUndo, canRedo) = (false, false)
  func undo() {}
  func redo() {}
}

/// GLib's, as GTK's apps import it.
let G_IO_IN: UInt32 = 1
@discardableResult
func g_unix_fd_add(
  _ descriptor: Int32, _ condition: UInt32,
  _ function: @convention(c) (Int32, UInt32, UnsafeMutableRawPointer?) -> Int32,
  _ data: UnsafeMutableRawPointer?
) -> UInt32 { 0 }
