// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
import ResponderKit
import Testing
import UndoKit

/// A motion that cannot end where it began is cancelled there.
@Suite("R019 a motion whose responders go away")
@MainActor
struct MotionSequenceTests {
  let stage = Stage()
  let note = Note()

  init() {
    note.write("a", undoManager: stage.window.undoManager)
    stage.view.becomeFirstResponder()
    stage.send(.began)
    _ = stage.journal.drain()
  }

  /// Expects that these received the cancellation, and that the motion is over.
  private func expectCancelled(
    _ expected: [String] = [
      "view.cancelled", "panel.cancelled", "window.cancelled", "application.cancelled",
    ], after entry: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      stage.journal.drain() == [entry].compactMap { $0 } + expected,
      sourceLocation: sourceLocation)
    stage.send(.ended)
    #expect(stage.journal.drain().isEmpty, sourceLocation: sourceLocation)
    #expect(note.text == "a", sourceLocation: sourceLocation)
  }

  @Test("R019 the first responder resigns")
  func resigns() {
    _ = stage.view.resignFirstResponder()
    expectCancelled(after: "view.resign")
  }

  @Test("R019 another responder becomes first responder, and hears nothing of the old motion")
  func handover() {
    let other = Witness("other", stage.journal)
    other.next = stage.panel
    other.becomeFirstResponder()
    #expect(
      stage.journal.drain().starts(with: ["other.canBecome", "view.canResign", "view.resign"]))
    stage.send(.ended)
    #expect(stage.journal.drain().isEmpty)
    stage.send(.began)
    #expect(stage.journal.drain().first == "other.began")
  }

  @Test("R019 the first responder moves to another window")
  func otherWindow() {
    let other = WitnessWindow(stage.journal, stage.application)
    stage.view.next = other
    expectCancelled(after: "view.resign")
  }

  @Test("R019 another window becomes key")
  func otherKeyWindow() {
    let other = Window(application: stage.application)
    stage.application.keyWindow = other
    expectCancelled()
    #expect(stage.view.isFirstResponder)
  }

  @Test("R019 the application becomes inactive")
  func inactive() {
    stage.application.keyWindow = nil
    expectCancelled()
  }

  @Test("R019 one in the middle of the chain is taken out")
  func takenOut() {
    stage.view.next = stage.window
    expectCancelled()
  }

  /// Begins a motion, and releases one in the middle of the chain that received the beginning.
  private func releaseMiddle() {
    stage.send(.tooLong)
    var middle: Witness? = Witness("middle", stage.journal)
    middle?.next = stage.panel
    stage.view.next = middle
    stage.view.becomeFirstResponder()
    stage.send(.began)
    middle = nil
    _ = stage.journal.drain()
  }

  @Test(
    "R019 one in the middle of the chain is released: those left receive a cancellation with the next event"
  )
  func middleReleased() {
    releaseMiddle()
    stage.send(.ended)
    expectCancelled()
  }

  @Test("R019 one in the middle of the chain is released, and its place taken")
  func middleReplaced() {
    releaseMiddle()
    stage.view.next = stage.panel
    expectCancelled()
  }

  @Test(
    "R019 the first responder is released: those left receive a cancellation with the next event")
  func firstReleased() {
    _ = stage.view.resignFirstResponder()
    var first: Witness? = Witness("first", stage.journal)
    first?.next = stage.panel
    first?.becomeFirstResponder()
    stage.send(.began)
    first = nil
    _ = stage.journal.drain()
    stage.send(.ended)
    expectCancelled(["panel.cancelled", "window.cancelled", "application.cancelled"])
  }

  @Test(
    "R019 one that leaves the chain while the end passes through it: the others hear of an end, once",
    arguments: [MotionEvent.Phase.ended, .tooLong])
  func leavesWhileEnding(_ end: MotionEvent.Phase) {
    let view = stage.view
    view.beforePassingOn = { view.next = nil }
    stage.send(end)
    let name = end == .ended ? "ended" : "cancelled"
    #expect(
      stage.journal.drain() == [
        "view.\(name)", "view.resign", "panel.cancelled", "window.cancelled",
        "application.cancelled",
      ])
    view.beforePassingOn = nil
    stage.send(.ended)
    #expect(stage.journal.drain().isEmpty)
  }

  @Test("R019 one that leaves the chain behind the end that passes: none receives two ends")
  func leavesBehindTheEnd() {
    let view = stage.view
    stage.panel.beforePassingOn = { view.next = nil }
    stage.send(.ended)
    #expect(
      stage.journal.drain() == [
        "view.ended", "panel.ended", "view.resign", "window.ended", "application.ended",
      ])
  }

  @Test("R020 a shake undoes where it began, whoever becomes first responder while it ends")
  func handsOverWhileEnding() {
    let elsewhere = Note()
    let document = Document()
    document.next = stage.window
    elsewhere.write("b", undoManager: document.undoManager)
    stage.view.beforePassingOn = { document.becomeFirstResponder() }
    stage.send(.ended)
    #expect(elsewhere.text == "b")
    #expect(note.text == "")
  }

  @Test("R019 only those that received the beginning receive the end")
  func handledBelow() {
    stage.send(.tooLong)
    stage.panel.handler = {}
    stage.send(.began)
    _ = stage.journal.drain()
    stage.application.keyWindow = nil
    expectCancelled(["view.cancelled", "panel.cancelled"])
  }

  @Test("R019 the cancellation says that the motion was interrupted, when it began")
  func cancellation() throws {
    let listener = Listener()
    listener.next = stage.window
    listener.becomeFirstResponder()
    let began = Event(
      MotionEvent(.shake, .began, at: Timestamp(nanoseconds: 7)))
    stage.application.sendEvent(began)
    listener.resignFirstResponder()
    let event = try #require(listener.cancellation)
    #expect(event.motionEvent?.phase == .cancelled(.interrupted))
    #expect(event.timestamp == began.timestamp)
    #expect(event.subtype == .motionShake)
  }

  @Test("R019 a played shake that loses its window undoes nothing")
  func played() {
    stage.send(.tooLong)
    stage.application.play(.shake) { _ in stage.application.keyWindow = nil }
    #expect(note.text == "a")
  }
}

/// A first responder that remembers how it was cancelled.
private final class Listener: Responder {
  private(set) var cancellation: Event?

  override var canBecomeFirstResponder: Bool { true }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    cancellation = event
  }
}
