// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionTestSupport
import ProcessTestSupport
import ResponderKit
import TestTraits
import Testing
import UndoKit

/// What one that resigns does to the first responder, and how one is lost.
@Suite("Resigning, and being lost")
@MainActor
struct ResignationTests {
  private let application = Application()
  private let window: Window

  init() {
    window = Window(application: application)
    application.keyWindow = window
    application.onShake = .undo
  }

  @Test(
    "R036 one made first by a text that leaves leaves too, also if it makes that one first again",
    arguments: [false, true])
  func leavingBranch(andBack: Bool) {
    let panel = Responder()
    panel.next = window
    let (text, other) = (TextResponder("", next: panel), TextResponder("", next: panel))
    let (tab, back) = (Tab(to: other), Tab(to: text))
    text.delegate = tab
    if andBack { other.delegate = back }
    text.becomeFirstResponder()
    panel.next = nil
    #expect(window.firstResponder == nil && !other.isEditing && !text.isEditing)
    panel.next = window
    #expect(window.firstResponder == nil)
  }

  @Test("R036 one made first in a handover is asked to resign")
  func handover() {
    let fields = (0..<3).map { _ in Field() }
    for field in fields { field.next = window }
    fields[0].becomeFirstResponder()
    fields[0].whenResigned = { fields[2].becomeFirstResponder() }
    #expect(fields[1].becomeFirstResponder())
    #expect(fields[2].resigned == 1 && fields[1].isFirstResponder)
  }

  @Test("R036 a handover that never comes to an end is refused")
  func endless() {
    let fields = (0..<3).map { _ in Field() }
    for field in fields { field.next = window }
    fields[0].whenResigned = { fields[1].becomeFirstResponder() }
    fields[1].whenResigned = { fields[0].becomeFirstResponder() }
    fields[0].becomeFirstResponder()
    #expect(!fields[2].becomeFirstResponder() && !fields[2].isFirstResponder)
  }

  @Test(
    "R037 one that was lost with its parent is not first when it comes back",
    arguments: [true, false])
  func lost(isKey: Bool) {
    if !isKey { application.keyWindow = nil }
    var parent: Responder? = Responder()
    parent?.next = window
    let text = TextResponder("", next: parent)
    text.becomeFirstResponder()
    parent = nil
    if isKey {
      application.play(.shake)
      #expect(!text.isEditing)
    }
    #expect(text.resignFirstResponder())
    text.next = window
    #expect(!text.isFirstResponder && !text.isEditing)
  }

  @Test("R038 a view moved within its window during a shake keeps its undo")
  func movedView() {
    let (first, second, leaf) = (View(), View(), Leaf())
    window.addSubview(first)
    window.addSubview(second)
    first.addSubview(leaf)
    leaf.becomeFirstResponder()
    leaf.undoManager?.registerUndo(withTarget: leaf) { $0.value = 7 }
    application.play(.shake) { event in
      if case .began = event.motionEvent?.phase { second.addSubview(leaf) }
    }
    #expect(leaf.value == 7)
  }

  @Test("R042 a window makes itself key, and says so")
  func makeKey() {
    let other = Window(application: application)
    let names = [Window.didBecomeKeyNotification, Window.didResignKeyNotification]
    let logs = [window, other].map { PostLog(names, of: $0) { $0.name } }
    var posted: [Notification.Name] = []
    for log in logs { log.reaction = { posted.append($0) } }
    #expect(window.isKeyWindow && !other.isKeyWindow)
    other.makeKey()
    other.makeKey()
    #expect(other.isKeyWindow && application.keyWindow === other)
    #expect(posted == [names[1], names[0]] && logs[0].entries == [names[1]])
  }

  @Test("R043 a window around a first responder stands at the end of its chain")
  func windowAround() {
    let (panel, field) = (Responder(), Field())
    field.next = panel
    let window = Window(firstResponder: field)
    #expect(panel.next === window && field.isFirstResponder && window.next === Application.shared)
  }

  @Test(
    "R043 a window around a responder that is in a window already is misuse, and says so", .exits)
  nonisolated func twoWindows() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let (window, text) = (Window(), TextResponder(""))
        text.next = window
        _ = Window(firstResponder: text)
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("the responder is already in a window"))
  }

  @Test("R043 Application.shared is set before it has windows", .exits)
  nonisolated func lateShared() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let window = Window()
        Application.shared = Application()
        _ = window
      }
    }
  }

  @Test("R044 a step is an undo of its own, and is made without an undo manager too")
  func step() {
    let field = Field()
    field.next = window
    field.becomeFirstResponder()
    // Both in one pass of the main loop, as in README.
    field.step("First") { field.set(1) }
    field.step("Second") { field.set(2) }
    application.play(.shake)
    #expect(field.value == 1)
    application.play(.shake)
    #expect(field.value == 0)
    let stray = Field()
    let reporter = ReportingApplication()
    stray.next = reporter
    stray.step("Lost") { stray.set(1) }
    stray.step("Lost") { stray.set(2) }
    #expect(stray.value == 2 && reporter.reports == [.stepWithoutUndoManager(of: "Field")])
  }

  @Test("R041 a shake whose app says nothing does nothing, and that is reported once")
  func nothingSaid() {
    let reporter = ReportingApplication()
    let window = Window(application: reporter)
    reporter.keyWindow = window
    let field = Field()
    field.next = window
    field.becomeFirstResponder()
    field.set(1)
    for event in application.play(.shake) + application.play(.shake) {
      event.motionEvent.map { reporter.sendEvent(Event($0)) }
    }
    #expect(field.value == 1 && reporter.reports == [.onShakeNotSet])
    reporter.play(.shake, onShake: .nothing)
    #expect(field.value == 1)
    reporter.play(.shake, onShake: .undo)
    #expect(field.value == 0 && reporter.onShake == nil)
  }
}

/// Goes on to another text when one is left.
private final class Tab: TextDelegate {
  private let other: TextResponder

  init(to other: TextResponder) { self.other = other }

  func textDidEndEditing(_ text: TextResponder) { other.becomeFirstResponder() }
}

private final class Field: Able {
  private(set) var value = 0
  private(set) var resigned = 0
  var whenResigned: (() -> Void)?

  override func resignFirstResponder() -> Bool {
    resigned += 1
    let hasResigned = super.resignFirstResponder()
    whenResigned?()
    return hasResigned
  }

  func set(_ newValue: Int) {
    let oldValue = value
    undoManager?.registerUndo(withTarget: self) { $0.set(oldValue) }
    value = newValue
  }
}

private final class Leaf: View {
  var value = 0

  override var canBecomeFirstResponder: Bool { true }
}
