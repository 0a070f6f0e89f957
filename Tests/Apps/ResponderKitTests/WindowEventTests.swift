// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

@Suite("Events through the window")
@MainActor
struct WindowEventTests {
  private let journal = Journal()
  private let application: GatedApplication
  private let window: GatedWindow
  private let view: Witness

  init() {
    application = GatedApplication(journal)
    window = GatedWindow(journal, application)
    view = Witness("view", journal)
    view.next = window
    application.keyWindow = window
    view.becomeFirstResponder()
    _ = journal.drain()
  }

  private func send(_ phase: MotionEvent.Phase) {
    application.sendEvent(Event(.of(.shake, phase)))
  }

  @Test("T077 the application sends to the window, which delivers")
  func order() {
    send(.began)
    #expect(journal.drain() == ["application.send", "window.send", "view.began"])
    application.sendKey("x", at: .zero)
    application.beginReceivingRemoteControlEvents()
    application.sendEvent(Event(remoteControl: .remoteControlPlay, at: .zero))
    #expect(
      journal.drain() == ["application.send", "window.send", "application.send", "window.send"])
  }

  @Test("T077 without super nothing is delivered")
  func withoutSuper() {
    window.isOpen = false
    send(.began)
    send(.ended)
    #expect(
      journal.drain() == ["application.send", "window.send", "application.send", "window.send"])
    window.isOpen = true
    application.isOpen = false
    send(.began)
    #expect(journal.drain() == ["application.send"])
  }

  @Test("T077 a motion whose end the window keeps back is cancelled", arguments: [true, false])
  func keptBack(detectorCancels: Bool) {
    send(.began)
    _ = journal.drain()
    window.isOpen = false
    send(detectorCancels ? .tooLong : .ended)
    #expect(journal.drain() == ["application.send", "window.send", "view.cancelled"])
    window.isOpen = true
    send(.ended)
    #expect(journal.drain() == ["application.send", "window.send"])
  }

  @Test("T078 the window sees each event before it is delivered, unchanged")
  func watching() {
    send(.began)
    send(.ended)
    #expect(window.seen == [Event(.of(.shake, .began)), Event(.of(.shake, .ended))])
    #expect(journal.drain().filter { $0.hasPrefix("view") } == ["view.began", "view.ended"])
  }

  @Test("T066 T069 ignoring is counted, and an end too many has no effect")
  func counted() {
    #expect(!application.isIgnoringInteractionEvents)
    application.endIgnoringInteractionEvents()
    application.beginIgnoringInteractionEvents()
    #expect(application.isIgnoringInteractionEvents)
    application.beginIgnoringInteractionEvents()
    application.endIgnoringInteractionEvents()
    #expect(application.isIgnoringInteractionEvents)
    application.endIgnoringInteractionEvents()
    #expect(!application.isIgnoringInteractionEvents)
  }

  @Test("T070 motion, keys and remote control go on while touches are ignored")
  func goesOn() {
    let desk = Desk()
    desk.application.beginIgnoringInteractionEvents()
    desk.application.beginReceivingRemoteControlEvents()
    desk.editor.implemented = [.copy]
    desk.editor.commands = [KeyCommand(input: "c", action: .copy)]
    #expect(desk.application.sendKey("c", at: .zero))
    desk.application.sendEvent(Event(remoteControl: .remoteControlPlay, at: .zero))
    #expect(desk.editor.received.count == 1)
    application.beginIgnoringInteractionEvents()
    send(.began)
    #expect(journal.drain().last == "view.began")
  }
}

private final class GatedApplication: Application {
  private let journal: Journal
  var isOpen = true

  init(_ journal: Journal) {
    self.journal = journal
  }

  override func sendEvent(_ event: Event) {
    journal.note("application.send")
    if isOpen { super.sendEvent(event) }
  }
}

private final class GatedWindow: Window {
  private let journal: Journal
  var isOpen = true
  private(set) var seen: [Event] = []

  init(_ journal: Journal, _ application: Application) {
    self.journal = journal
    super.init(application: application)
  }

  override func sendEvent(_ event: Event) {
    journal.note("window.send")
    seen.append(event)
    if isOpen { super.sendEvent(event) }
  }
}
