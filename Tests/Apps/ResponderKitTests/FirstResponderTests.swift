// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing

@Suite("The first responder")
@MainActor
struct FirstResponderTests {
  let stage = Stage()

  enum Obstacle: CaseIterable {
    case unable, noWindow, onlyApplication, unwilling, refusing
  }

  @Test(
    "R006 R007 R008 R009 it must be able to, and have a window, and the old one must agree and resign",
    arguments: Obstacle.allCases)
  func obstacle(_ obstacle: Obstacle) {
    stage.panel.becomeFirstResponder()
    switch obstacle {
    case .unable: stage.view.canBecome = false
    case .noWindow: stage.view.next = nil
    case .onlyApplication: stage.view.next = stage.application
    case .unwilling: stage.panel.canResign = false
    case .refusing: stage.panel.resigns = false
    }
    #expect(!stage.view.becomeFirstResponder())
    #expect(!stage.view.isFirstResponder && stage.panel.isFirstResponder)
    #expect(stage.window.firstResponder === stage.panel)
    guard obstacle == .unwilling else { return }
    #expect(stage.journal.drain() == ["panel.canBecome", "view.canBecome", "panel.canResign"])
  }

  @Test("R010 the order of a handover")
  func handover() {
    stage.panel.becomeFirstResponder()
    _ = stage.journal.drain()
    #expect(stage.view.becomeFirstResponder())
    #expect(stage.journal.drain() == ["view.canBecome", "panel.canResign", "panel.resign"])
    #expect(stage.view.isFirstResponder)
    #expect(!stage.panel.isFirstResponder)
  }

  @Test("A responder that is removed during the handover does not become first responder")
  func removedDuringHandover() {
    let view = stage.view
    stage.panel.becomeFirstResponder()
    stage.panel.whileResigning = { view.next = nil }
    #expect(!view.becomeFirstResponder())
    #expect(stage.window.firstResponder == nil)
  }

  @Test("R011 being first responder already")
  func already() {
    stage.view.becomeFirstResponder()
    _ = stage.journal.drain()
    #expect(stage.view.becomeFirstResponder())
    #expect(stage.journal.drain().isEmpty)
  }

  @Test("R012 resigning leaves the window without first responder")
  func resigning() {
    stage.view.becomeFirstResponder()
    #expect(stage.view.resignFirstResponder())
    #expect(stage.window.firstResponder == nil)
    #expect(!stage.view.isFirstResponder)
  }

  @Test("Resigning without being first responder changes nothing")
  func resigningTwice() {
    stage.view.becomeFirstResponder()
    #expect(stage.panel.resignFirstResponder())
    #expect(stage.view.isFirstResponder)
  }

  @Test("A window can be its own first responder")
  func windowItself() {
    let window = WillingWindow(application: stage.application)
    #expect(window.becomeFirstResponder())
    #expect(window.firstResponder === window)
    window.next = nil
    #expect(window.isFirstResponder)
  }

  @Test("R014 one first responder for each window")
  func windows() {
    let other = Window(application: stage.application)
    let guest = Witness("guest", stage.journal)
    guest.next = other
    #expect(stage.view.becomeFirstResponder())
    #expect(guest.becomeFirstResponder())
    #expect(stage.view.isFirstResponder)
    _ = stage.journal.drain()

    stage.shake()
    #expect(stage.journal.drain().first == "view.began")
    stage.application.keyWindow = other
    stage.shake()
    #expect(stage.journal.drain().first == "guest.began")
    #expect(stage.view.isFirstResponder)
  }
}

private final class WillingWindow: Window {
  override var canBecomeFirstResponder: Bool { true }
}
