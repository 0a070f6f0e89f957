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

  enum Change: CaseIterable {
    case resigns, otherWindow, otherKeyWindow, inactive, takenOut, comesBetween
  }

  @Test(
    "R019 R038 who leaves is cancelled, and who comes gets no end; a shake undoes in its window",
    arguments: Change.allCases)
  func changed(_ change: Change) {
    let other = WitnessWindow(stage.journal, stage.application)
    let between = Witness("between", stage.journal)
    between.next = stage.window
    switch change {
    case .resigns: _ = stage.view.resignFirstResponder()
    case .otherWindow: stage.view.next = other
    case .otherKeyWindow:
      // Be it for a moment.
      stage.application.keyWindow = other
      stage.application.keyWindow = stage.window
    case .inactive: stage.application.keyWindow = nil
    case .takenOut: stage.view.next = stage.window
    case .comesBetween: stage.view.next = between
    }
    switch change {
    case .resigns, .otherWindow:
      expect(cancelled: ["view", "panel"], undone: change == .resigns, after: "view.resign")
    case .otherKeyWindow, .inactive:
      expect(cancelled: ["view", "panel", "window"], ended: ["application"], undone: false)
      #expect(stage.view.isFirstResponder)
    case .takenOut, .comesBetween:
      expect(cancelled: ["panel"], ended: ["view", "window", "application"], undone: true)
    }
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
