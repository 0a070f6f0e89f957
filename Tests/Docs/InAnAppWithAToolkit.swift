// SPDX-License-Identifier: Apache-2.0

// What the page takes for granted of GLib's C and of the app.
import ShakeUndo
import UndoKit

typealias FileWatcher =
  @convention(c) (Int32, UInt32, UnsafeMutableRawPointer?) -> Int32
let G_IO_IN: UInt32 = 1
@discardableResult
func g_unix_fd_add(
  _ descriptor: Int32, _ condition: UInt32, _ function: FileWatcher,
  _ data: UnsafeMutableRawPointer?
) -> UInt32 { 0 }

typealias Choice = (answer: EditQuestion.Answer, title: String)
@MainActor final class Document { let history = UndoManager() }
@MainActor var focusedDocument: Document?
@MainActor func show(_ choices: [Choice], _ answer: @escaping (EditQuestion.Answer) -> Void) {}

@MainActor final class Page {
  private(set) var words: [String] = []
  func append(_ word: String, _ manager: UndoManager) {
    let former = words
    manager.registerUndo(withTarget: self) { $0.words = former }
    words.append(word)
  }
}
