// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
import ResponderKit
import Testing
import UndoKit

/// Who leaves the chain in the middle of a motion gets a cancellation, and the rest get the end.
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

  /// Expects that these received the cancellation, and the others the end.
  private func expect(
    cancelled: [String], ended: [String] = ["window", "application"], undone: Bool,
    after entry: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    stage.send(.ended)
    let entries = entry.map { [$0] } ?? []
    let expected = entries + cancelled.map { "\($0).cancelled" } + ended.map { "\($0).ended" }
    #expect(
      stage.journal.drain().filter { !$0.hasSuffix("Become") } == expected,
      sourceLocation: sourceLocation)
    #expect(note.text == (undone ? "" : "a"), sourceLocation: sourceLocation)
    stage.send(.ended)
    #expect(stage.journal.drain().isEmpty, sourceLocation: sourceLocation)
  }

  @Test("R019 the first responder resigns: it is cancelled, and the shake undoes")
  func resigns() {
    _ = stage.view.resignFirstResponder()
    expect(cancelled: ["view", "panel"], undone: true, after: "view.resign")
  }

  @Test("R038 another takes the focus, hears nothing of the old motion, and does not stop the undo")
  func handover() {
    let banner = Witness("banner", stage.journal)
    banner.next = stage.panel
    banner.becomeFirstResponder()
    #expect(
      stage.journal.drain() == [
        "banner.canBecome", "view.canResign", "view.resign", "view.cancelled",
      ])
    expect(cancelled: [], ended: ["panel", "window", "application"], undone: true)
    stage.send(.began)
    #expect(stage.journal.drain().first == "banner.began")
  }

  @Test("R019 the first responder moves to another window")
  func otherWindow() {
    let other = WitnessWindow(stage.journal, stage.application)
    stage.view.next = other
    expect(cancelled: ["view", "panel"], undone: false, after: "view.resign")
  }

  @Test("R019 another window becomes key, be it for a moment")
  func otherKeyWindow() {
    let other = Window(application: stage.application)
    stage.application.keyWindow = other
    stage.application.keyWindow = stage.window
    expect(cancelled: ["view", "panel", "window"], ended: ["application"], undone: false)
    #expect(stage.view.isFirstResponder)
  }

  @Test("R019 the application becomes inactive")
  func inactive() {
    stage.application.keyWindow = nil
    expect(cancelled: ["view", "panel", "window"], ended: ["application"], undone: false)
  }

  @Test("R019 one in the middle of the chain is taken out")
  func takenOut() {
    stage.view.next = stage.window
    expect(cancelled: ["panel"], ended: ["view", "window", "application"], undone: true)
  }

  @Test("R038 one comes between: it did not receive the beginning, nor does it the end")
  func comesBetween() {
    let between = Witness("between", stage.journal)
    between.next = stage.window
    stage.view.next = between
    expect(cancelled: ["panel"], ended: ["view", "window", "application"], undone: true)
  }

  @Test("R038 one that kept the beginning leaves: nobody else gets the end, and nothing is undone")
  func keeperLeaves() {
    stage.send(.tooLong)
    stage.panel.handler = {}
    stage.send(.began)
    _ = stage.journal.drain()
    stage.view.next = stage.window
    expect(cancelled: ["panel"], ended: ["view"], undone: false)
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

  @Test("R019 one in the middle of the chain is released: who was before it is cancelled")
  func middleReleased() {
    releaseMiddle()
    expect(cancelled: ["view", "panel"], undone: false)
    #expect(stage.window.firstResponder == nil)
  }

  @Test("R019 one in the middle of the chain is released, and its place taken")
  func middleReplaced() {
    releaseMiddle()
    stage.view.next = stage.panel
    expect(cancelled: ["view", "panel"], undone: true)
  }

  @Test("R039 a shake undoes where it began, whoever becomes first responder while it ends")
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
    #expect(stage.journal.drain() == ["view.cancelled", "panel.cancelled"])
    stage.send(.ended)
    #expect(stage.journal.drain().isEmpty)
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
