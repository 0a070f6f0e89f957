// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
import ResponderKit
import UndoKit

/// An application with a key window, in which a view follows a panel.
@MainActor
final class Stage {
  let journal = Journal()
  let application: WitnessApplication
  let window: WitnessWindow
  let panel: Witness
  let view: Witness

  init() {
    application = WitnessApplication(journal)
    window = WitnessWindow(journal, application)
    panel = Witness("panel", journal)
    view = Witness("view", journal)
    panel.next = window
    view.next = panel
    application.keyWindow = window
    application.onShake = .undo
  }

  /// Sends the application an event of a shake.
  func send(_ phase: MotionEvent.Phase) {
    application.sendEvent(Event(.of(.shake, phase)))
  }

  /// Makes the view first responder, and writes "a" to `note`, which its undo manager can take
  /// back.
  func write(to note: Note) {
    view.becomeFirstResponder()
    note.write("a", undoManager: view.undoManager)
    // Between this and the test itself others may run, and they close event groups.
    UndoManager.endEventGroups()
  }

  /// Answers the questions of shakes with undo, and notes each in `journal`.
  func answerUndo(noting journal: Journal) {
    application.onShake = .ask { question in
      journal.note("asked")
      question.answer(.undo)
    }
  }

  /// Shakes the device.
  func shake() {
    application.play(.shake)
  }
}

extension Timestamp {
  static let zero = Timestamp(nanoseconds: 0)
}

extension MotionEvent {
  /// An event as a detector tells it.
  static func of(_ kind: MotionKind, _ phase: Phase) -> MotionEvent {
    let measurements = ShakeMeasurements(
      lastSwing: .zero, duration: .milliseconds(800), swings: 6, peak: 30, direction: [1, 0, 0])
    return switch phase {
    case .began: MotionEvent(kind, phase, at: .zero, surroundings: .atRest)
    case .ended:
      MotionEvent(
        kind, phase, at: .zero, surroundings: .atRest,
        measurements: MotionMeasurements(measurements))
    case .cancelled, .recognized: MotionEvent(kind, phase, at: .zero)
    }
  }
}

extension MotionEvent.Phase {
  static let tooLong = Self.cancelled(.tooLong)
}

extension MotionEvent.Surroundings {
  static let atRest = Self(gravity: [0, 0, 9.8], acceleration: [0, 0, 9.8])
}

/// A text that can be edited and undone.
@MainActor
final class Note {
  private(set) var text = ""

  /// Changes the text, so that `undoManager` can take it back.
  func write(_ newText: String, named name: String? = nil, undoManager: UndoManager?) {
    let oldText = text
    undoManager?.registerUndo(withTarget: self) { [weak undoManager] note in
      note.write(oldText, undoManager: undoManager)
    }
    if let name { undoManager?.setActionName(name) }
    text = newText
  }
}

/// A responder that can be first.
class Able: Responder {
  override var canBecomeFirstResponder: Bool { true }
}

/// A first responder whose history hides that of its window.
@MainActor
final class Document: Able {
  private let history = UndoManager()

  override var undoManager: UndoManager? { history }
}
