// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
import ResponderKit
import Testing
import UndoKit

/// Who leaves the chain in the middle of a motion gets a cancellation, and the rest get the end.
@Suite("R019 one end for each beginning, whatever becomes of the responders")
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

  @Test(
    "R019 one in the middle is released: who was before it is cancelled, whoever takes its place",
    arguments: [false, true])
  func middleReleased(isReplaced: Bool) {
    stage.send(.tooLong)
    var middle: Witness? = Witness("middle", stage.journal)
    middle?.next = stage.panel
    stage.view.next = middle
    stage.view.becomeFirstResponder()
    stage.send(.began)
    middle = nil
    _ = stage.journal.drain()
    if isReplaced { stage.view.next = stage.panel }
    expect(cancelled: ["view", "panel"], undone: isReplaced)
    #expect(stage.window.firstResponder == nil)
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

  // MARK: Beginnings and ends in any order, and in the middle of each other

  @Test("R019 a second beginning cancels the first")
  func beginsAgain() {
    stage.send(.began)
    #expect(
      stage.journal.drain() == [
        "view.cancelled", "panel.cancelled", "window.cancelled", "application.cancelled",
        "view.began", "panel.began", "window.began", "application.began",
      ])
    stage.send(.ended)
    #expect(note.text == "")
  }

  @Test("R019 motions of different kinds do not disturb each other")
  func otherKind() {
    let flip = MotionKind(rawValue: "flip")
    let chain = ["view", "panel", "window", "application"]
    for phase in [MotionEvent.Phase.began, .tooLong] {
      stage.application.sendEvent(Event(.of(flip, phase)))
      #expect(stage.journal.drain() == chain.map { "\($0).\(phase.name)" })
    }
    stage.send(.ended)
    #expect(stage.journal.drain() == chain.map { "\($0).ended" })
    #expect(note.text == "")
  }

  @Test("R017 a motion that began at the window ends there, also if it has a first responder now")
  func beganAtWindow() {
    _ = stage.view.resignFirstResponder()
    stage.send(.began)
    stage.view.becomeFirstResponder()
    _ = stage.journal.drain()
    stage.send(.ended)
    #expect(stage.journal.drain() == ["window.ended", "application.ended"])
  }

  @Test(
    "R017 a motion that began without key window ends without, also when a window becomes key",
    arguments: [false, true])
  func beganAtApplication(becomesKey: Bool) {
    stage.application.keyWindow = nil
    stage.send(.tooLong)
    _ = stage.journal.drain()
    stage.send(.began)
    #expect(stage.journal.drain() == ["application.began"])
    if becomesKey { stage.application.keyWindow = stage.window }
    stage.send(.ended)
    #expect(stage.journal.drain() == ["application.ended"])
    #expect(note.text == "a")
  }

  @Test("a motion without a duration goes up the chain at once, also within another")
  func recognized() {
    stage.application.sendEvent(Event(.of(MotionKind(rawValue: "tap"), .recognized)))
    #expect(
      stage.journal.drain()
        == ["view", "panel", "window", "application"].map { "\($0).recognized" })
    stage.send(.ended)
    #expect(note.text == "")
  }
}

/// A first responder that remembers how it was cancelled.
private final class Listener: Able {
  private(set) var cancellation: Event?

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    cancellation = event
  }
}
