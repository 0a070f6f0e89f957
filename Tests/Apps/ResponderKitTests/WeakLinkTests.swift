// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

/// Mistakes in how windows and application are linked are reported, each once.
@MainActor @Suite struct WeakLinkTests {
  private let application = ReportingApplication()

  init() {
    application.onShake = .undo
  }

  private func shake(_ end: MotionEvent.Phase = .tooLong) {
    for phase in [.began, end] { application.sendEvent(Event(.of(.shake, phase))) }
  }

  @Test("a key window that was released")
  func released() {
    application.keyWindow = Window(application: application)
    shake()
    shake()
    #expect(application.reports == [.keyWindowReleased])
  }

  @Test("a key window that belongs to another application")
  func orphan() {
    let window = Window(application: Application())
    application.keyWindow = window
    shake()
    shake()
    #expect(application.reports == [.keyWindowWithoutApplication])
    // The window is the application's from now on.
    window.next = application
    shake()
    #expect(application.reports.count == 1)
  }

  @Test("R035 a shake that ended, where no window was ever key")
  func neverKey() {
    shake()
    #expect(application.reports == [])
    application.applicationSupportsShakeToEdit = false
    shake(.ended)
    #expect(application.reports == [])
    application.applicationSupportsShakeToEdit = true
    for _ in 0..<2 { shake(.ended) }
    #expect(application.reports == [.noKeyWindow])
  }

  @Test("R035 and where a responder that was to be first leads to no window")
  func stray() {
    let window = Window(application: application)
    application.keyWindow = window
    let text = TextResponder("a")
    #expect(!text.becomeFirstResponder())
    for _ in 0..<2 { shake(.ended) }
    #expect(application.reports == [.firstResponderWithoutWindow(of: "TextResponder")])
  }

  @Test("R035 and where nothing was registered, as the edit came before next was set")
  func unregistered() {
    let window = Window(application: application)
    application.keyWindow = window
    let text = TextResponder("a")
    text.insertText("b")
    text.next = window
    text.becomeFirstResponder()
    // As of another application of this process.
    let stray = TextResponder("c")
    #expect(!stray.becomeFirstResponder())
    for _ in 0..<2 { shake(.ended) }
    #expect(application.reports == [.nothingRegistered])
  }

  @Test("R035 an app without these mistakes is told nothing")
  func rightly() {
    let window = Window(application: application)
    application.keyWindow = window
    let text = TextResponder("a")
    #expect(!text.becomeFirstResponder())
    text.next = window
    #expect(text.becomeFirstResponder())
    text.insertText("b")
    // The second finds nothing to undo; the third no active app.
    for _ in 0..<2 { shake(.ended) }
    #expect(text.text == "a")
    application.keyWindow = nil
    shake(.ended)
    let field = TextResponder("a", next: window)
    field.isSingleLine = true
    application.keyWindow = window
    field.becomeFirstResponder()
    shake(.ended)
    #expect(application.reports == [])
  }
}
