// SPDX-License-Identifier: Apache-2.0

// A text of GTK's in a window: at a shake it asks whether to undo, by GTK's own history of the
// text. Usage: ShakeText [--bus session]

import CGTK
import Foundation
import MainLoop
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
  private let text: UnsafeMutablePointer<GtkWidget>
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>
  private var bar: UnsafeMutablePointer<GtkWidget>?
  private var question: EditQuestion?
  let history: BufferHistory

  init() {
    window = cast(gtk_window_new())
    box = cast(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    text = gtk_text_view_new()
    buffer = gtk_text_view_get_buffer(cast(text))
    history = BufferHistory(buffer)
    gtk_widget_set_vexpand(text, 1)
    gtk_box_append(box, text)
    gtk_window_set_child(window, cast(box))
    gtk_window_set_default_size(window, 400, 300)
    connect(buffer, "changed") { $0.changed() }
    connect(window, "close-request") { _ in exit(0) }
    connect(window, "notify::is-active") { $0.onActivation?($0.isActive) }
  }

  /// Whether the user is in this window, and what to do when that changes.
  var isActive: Bool { gtk_window_is_active(window) != 0 }
  var onActivation: ((Bool) -> Void)?

  func present() { gtk_window_present(window) }

  /// Asks by a bar with a button for each choice, and one that cancels.
  func ask(_ question: EditQuestion) {
    self.question = question
    let bar: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    for (answer, title) in question.choices + [(answer: .neither, title: "Cancel")] {
      let button = gtk_button_new_with_label(title)
      connect(button, "clicked") { $0.answer(answer) }
      gtk_box_append(cast(bar), button)
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

  /// Calls `body` for each signal, on the main thread, which is GTK's.
  private func connect(
    _ object: UnsafeMutableRawPointer?, _ signal: String,
    _ body: @escaping @MainActor (TextWindow) -> Void
  ) {
    let handler = Unmanaged.passRetained(Handler(self, body))
    // Swapped: the handler comes first, however many arguments the signal has.
    let call: @convention(c) (UnsafeMutableRawPointer) -> Void = {
      let handler = Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue()
      MainActor.assumeIsolated { handler.call() }
    }
    g_signal_connect_data(
      object, signal, unsafeBitCast(call, to: GCallback.self), handler.toOpaque(),
      { data, _ in if let data { Unmanaged<Handler>.fromOpaque(data).release() } },
      G_CONNECT_SWAPPED)
  }

  @MainActor
  private final class Handler {
    private weak var window: TextWindow?
    private let body: @MainActor (TextWindow) -> Void

    init(_ window: TextWindow, _ body: @escaping @MainActor (TextWindow) -> Void) {
      (self.window, self.body) = (window, body)
    }

    func call() { if let window { body(window) } }
  }
}

func cast<Instance>(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Instance> {
  pointer.assumingMemoryBound(to: Instance.self)
}

/// Says what happens, line by line.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

guard gtk_init_check() != 0 else {
  FileHandle.standardError.write(
    Data("Error: cannot open the display: set WAYLAND_DISPLAY or DISPLAY\n".utf8))
  exit(EX_UNAVAILABLE)
}
// GLib's loop runs the main queue, and with it the tasks of the main actor.
g_unix_fd_add(
  MainQueue.descriptor, G_IO_IN,
  { _, _, _ in
    MainActor.assumeIsolated { MainQueue.drain() }
    return 1
  }, nil)
let window = TextWindow()
let shakes = ShakeToUndo(.ask { window.ask($0) }) { window.history }
shakes.isActive = window.isActive
window.onActivation = { shakes.isActive = $0 }
let isSession = CommandLine.arguments.contains("session")
let session = MotionSession(isSession ? .session : .system)
Task { await shakes.run(session) }
Task { for await status in session.status { say("motiond: \(status)") } }
window.present()
g_main_loop_run(g_main_loop_new(nil, 0))
