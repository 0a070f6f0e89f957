// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSensors
import PasteboardKit
import ResponderKit
import ShakeUndo
import UndoKit

/// The application: keys and readings in, a document and perhaps a prompt to show.
@MainActor
final class Editor {
  let document = Document()
  let window: EditorWindow
  /// The menu of what can be done now, which Ctrl-E shows.
  let menu: EditMenu
  let menuBar = MenuBar()
  /// The question that a shake has raised, until it is answered.
  private(set) var prompt: Prompt?

  /// Whether the user is here; a terminal that does not say so always counts as in front.
  var isInFront = true {
    didSet { application.keyWindow = isInFront ? window : nil }
  }

  private let application = Application()
  private var pipeline = MotionPipeline()

  /// An editor that copies to `pasteboard` and pastes from it, and searches for what other programs
  /// search for.
  init(_ pasteboard: Pasteboard = .general) {
    application.pasteboard = pasteboard
    application.findPasteboard = Pasteboard.find
    menu = EditMenu(application: application)
    menu.presenter = menuBar
    window = EditorWindow(application: application)
    document.next = window
    application.keyWindow = window
    document.becomeFirstResponder()
    application.onShake = .ask { [weak self] in self?.ask($0) }
  }

  /// Gives `key` to the menu, or performs its command, or gives it to the chain of responders.
  ///
  /// - Parameters:
  ///   - key: the key
  ///   - time: when it was pressed
  func press(_ key: Key, at time: Timestamp = Timestamp(nanoseconds: 0)) {
    // Several keys may come at once: each is an event of its own.
    defer { UndoManager.endEventGroups() }
    if key == .control("T") {
      for event in MotionEvent.simulatedShake { application.sendEvent(Event(event)) }
      return
    }
    if key == .control("E"), !menu.isMenuVisible { return showMenu() }
    if menu.isMenuVisible, menuBar.press(key, in: menu) { return }
    if let press = key.press,
      application.sendKey(press.input, modifiers: press.modifiers, at: time)
    {
      return
    }
    var responder = window.firstResponder
    while let current = responder {
      if let taker = current as? any KeyResponder, taker.press(key) { return }
      responder = current.next
    }
  }

  /// The room for the text on a screen of `size`.
  static func textHeight(_ size: Terminal.Size) -> Int { max(size.rows - 2, 1) }

  private func showMenu() {
    let size = menuBar.size
    let layout = Layout(document, columns: max(size.columns, 2))
    let row = layout.caretRow - layout.firstRow(Self.textHeight(size))
    menu.show(
      from: document, rect: CGRect(x: layout.caretColumn, y: row, width: 1, height: 1))
  }

  /// Takes the next event of an accelerometer, or of a recording.
  func take(_ event: AccelerometerEvent) {
    var events: [MotionEvent] = []
    pipeline.process(event) { finding, _ in
      if let event = finding.event { events.append(event) }
    }
    for event in events { application.sendEvent(Event(event)) }
  }

  /// Puts the question to the user; a key answers it later.
  private func ask(_ question: EditQuestion) {
    let prompt = Prompt(question, next: window) { [weak self] answer in
      self?.prompt = nil
      self?.document.becomeFirstResponder()
      question.answer(answer)
    }
    self.prompt = prompt
    prompt.becomeFirstResponder()
  }
}
