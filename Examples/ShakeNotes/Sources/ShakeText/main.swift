// SPDX-License-Identifier: Apache-2.0

// A text of GTK's in a window: at a shake it asks whether to undo, by GTK's own history of the
// text. Usage: ShakeText [--bus session] [--title TITLE]

import CGTK
import Foundation
import GTKSupport
import MotionBus
import ShakeUndo

/// GTK's history of a text; each change of the text is another step.
final class BufferHistory: EditHistory {
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>
  var changes = 0

  init(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) { self.buffer = buffer }

  var canUndo: Bool { gtk_text_buffer_get_can_undo(buffer) != 0 }
  var canRedo: Bool { gtk_text_buffer_get_can_redo(buffer) != 0 }
  func undo() { gtk_text_buffer_undo(buffer) }
  func redo() { gtk_text_buffer_redo(buffer) }
  var undoStep: AnyHashable? { changes }
}

/// The window: the text, and above it the question while it is open.
@MainActor
final class TextWindow {
  private let window: UnsafeMutablePointer<GtkWindow>
  private let box: UnsafeMutablePointer<GtkBox>
  private let text: Widget = gtk_text_view_new()
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>
  private var bar: Widget?
  private var question: EditQuestion?
  let history: BufferHistory
  /// Called with whether the user is in this window, whenever that changes.
  var onActivation: (Bool) -> Void = { _ in }

  init(title: String) {
    let (top, content): (Widget, Widget) = (
      gtk_window_new(), gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    )
    (window, box) = (top.cast(), content.cast())
    buffer = gtk_text_view_get_buffer(text.cast())
    history = BufferHistory(buffer)
    gtk_window_set_title(window, title)
    gtk_widget_set_vexpand(text, 1)
    gtk_box_append(box, text)
    gtk_window_set_child(window, content)
    gtk_window_set_default_size(window, 400, 300)
    connect(buffer, "changed") { [weak self] _ in self?.changed() }
    connect(window, "close-request") { _ in exit(0) }
    connect(window, "notify::is-active") { [weak self] _ in
      guard let self else { return }
      onActivation(isActive)
    }
  }

  var isActive: Bool { gtk_window_is_active(window) != 0 }

  func present() { gtk_window_present(window) }

  /// Asks by a bar with a button for each choice, and one that cancels.
  func ask(_ question: EditQuestion) {
    self.question = question
    let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    for (answer, title) in question.choices + [(answer: .neither, title: "Cancel")] {
      let button: Widget = gtk_button_new_with_label(title)
      connect(button, "clicked") { [weak self] _ in self?.answer(answer) }
      gtk_box_append(bar.cast(), button)
    }
    gtk_box_prepend(box, bar)
    gtk_widget_grab_focus(gtk_widget_get_first_child(bar))
    self.bar = bar
    say("question: \(question.choices.map(\.title).joined(separator: ", "))")
  }

  private func answer(_ answer: EditQuestion.Answer) {
    bar.map { gtk_box_remove(box, $0) }
    gtk_widget_grab_focus(text)
    question?.answer(answer)
    question = nil
  }

  private func changed() {
    history.changes += 1
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let content = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return }
    defer { g_free(content) }
    say("text: \(String(cString: content))")
  }
}

/// Says what happens, line by line.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

guard openDisplay() else { exit(EX_UNAVAILABLE) }
runMainQueue()
let arguments = CommandLine.arguments
let title = arguments.firstIndex(of: "--title").map { arguments[$0 + 1] } ?? "ShakeText"
let window = TextWindow(title: title)
let shakes = ShakeToUndo(.ask { window.ask($0) }) { window.history }
shakes.isActive = window.isActive
window.onActivation = { isActive in
  shakes.isActive = isActive
  say("active: \(isActive)")
}
let session = MotionSession(arguments.contains("session") ? .session : .system)
Task { await shakes.run(session) }
Task { for await status in session.status { say("motiond: \(status)") } }
window.present()
g_main_loop_run(g_main_loop_new(nil, 0))
