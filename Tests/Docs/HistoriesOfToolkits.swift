// SPDX-License-Identifier: Apache-2.0

// What the page takes for granted of the toolkits: GTK's C, Qt's QUndoStack, the window of
// swift-adwaita and the views of SwiftCrossUI, as far as it uses them.
import ShakeUndo
import UndoKit

struct GtkTextBuffer {}
func gtk_text_buffer_get_can_undo(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) -> Int32 { 0 }
func gtk_text_buffer_get_can_redo(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) -> Int32 { 0 }
func gtk_text_buffer_undo(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) {}
func gtk_text_buffer_redo(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) {}

final class QUndoStack {
  func canUndo() -> Bool { false }
  func canRedo() -> Bool { false }
  func undo() {}
  func redo() {}
  func undoText() -> String { "" }
  func redoText() -> String { "" }
  func index() -> Int { 0 }
}

typealias Choice = (answer: EditQuestion.Answer, title: String)

@MainActor final class AdwaitaWindow {
  var isActive = true
  func onActivation(_ handler: @escaping @MainActor () -> Void) {}
  func ask(_ choices: [Choice], _ answer: @escaping (EditQuestion.Answer) -> Void) {}
}

@MainActor final class Model {
  let states = UndoManager()
  var text = ""
  lazy var shakes = ShakeToUndo(.undo) { [unowned self] in states }
}

enum AppPhase { case active, inactive, background }
struct EnvironmentValues { var appPhase = AppPhase.active }
@propertyWrapper struct Environment<Value> {
  let wrappedValue: Value
  init(_ path: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: path]
  }
}
@MainActor protocol View {
  associatedtype Content: View
  var body: Content { get }
}
struct Text: View {
  init(_ text: String) {}
  var body: Text { self }
}
extension View {
  func task(_ action: @escaping @MainActor () async -> Void) -> Self { self }
  func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping @MainActor () -> Void
  ) -> Self { self }
}
