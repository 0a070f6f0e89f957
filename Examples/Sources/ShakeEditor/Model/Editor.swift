import MotionCore
import ResponderKit
import UndoKit

/// The application: keys and readings in, a document and perhaps a prompt to show.
@MainActor
final class Editor {
  let document = Document()
  let window: EditorWindow
  /// The question that a shake has raised, until it is answered.
  private(set) var prompt: Prompt?

  private let application = Application()
  private var detectors = DetectorBank()

  init() {
    window = EditorWindow(application: application)
    document.next = window
    application.keyWindow = window
    document.becomeFirstResponder()
    application.shakeToEdit = { [weak self] in self?.ask($0) }
  }

  /// Gives `key` to the first responder, and on along the chain.
  func press(_ key: Key) {
    // Several keys may come at once: each is an event of its own.
    defer { UndoManager.endEventGroups() }
    if key == .control("T") {
      for event in MotionEvent.simulatedShake { application.sendEvent(Event(event)) }
      return
    }
    var responder = window.firstResponder
    while let current = responder {
      if let taker = current as? any KeyResponder, taker.press(key) { return }
      responder = current.next
    }
  }

  /// Takes what an accelerometer measured, or a recording of it.
  func take(_ readings: [Reading]) {
    send { emit in
      for reading in readings { detectors.process(reading, emit) }
    }
  }

  /// Learns that it is `now` on the readings' clock, and that none has come for a while.
  func advance(to now: Timestamp) {
    send { detectors.advance(to: now, $0) }
  }

  /// Learns that the readings are over for now.
  func interrupt() {
    send { detectors.interrupt($0) }
  }

  private func send(_ detect: ((MotionEvent) -> Void) -> Void) {
    var events: [MotionEvent] = []
    detect { events.append($0) }
    for event in events { application.sendEvent(Event(event)) }
  }

  /// Puts the question to the user; a key answers it later.
  private func ask(_ question: ShakeToEdit) {
    let prompt = Prompt(question, next: window) { [weak self] answer in
      self?.prompt = nil
      self?.document.becomeFirstResponder()
      question.answer(answer)
    }
    self.prompt = prompt
    prompt.becomeFirstResponder()
  }
}
