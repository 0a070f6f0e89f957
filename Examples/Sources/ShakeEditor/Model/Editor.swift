import MotionCore
import MotionIIO
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
  private var pipeline = MotionPipeline()

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

  /// Takes the next event of an accelerometer, or of a recording.
  func take(_ event: AccelerometerEvent) {
    var events: [MotionEvent] = []
    pipeline.take(event) { finding, _ in
      if let event = finding.event { events.append(event) }
    }
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
