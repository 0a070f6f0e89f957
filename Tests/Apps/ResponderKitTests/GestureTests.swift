// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import Testing
import TouchCore

@Suite("Gestures: actions, delegates, states")
@MainActor
struct GestureTests {
  private let stage = TouchStage.withPad(x: 100, y: 100)
  private var pad: Pad { stage.pads[0] }

  // MARK: Actions

  @Test(
    "G003 actions are called at began, changed, ended and cancelled, never at possible or failed")
  func actions() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    stage.down(110, 110)
    stage.up()
    #expect(stage.drain() == ["pad began a", "pad ended a"])
    stage.stroke((110, 110), (125, 110), (126, 110))
    stage.drag((110, 110), (125, 110))
    stage.interrupt()
    let seen = stage.drain().filter { $0.hasPrefix("pan") }
    #expect(
      seen == ["pan began", "pan changed", "pan ended", "pan began", "pan cancelled"])
    #expect(pan.state == .possible)
  }

  @Test(
    "G003 a target performs the action, with the recognizer as sender; without target the chain does"
  )
  func targets() {
    let worker = Worker()
    worker.next = stage.window
    let tap = TapGestureRecognizer(target: worker, action: .press)
    pad.addGestureRecognizer(tap)
    stage.tap(110, 110)
    #expect(worker.senders.count == 1 && worker.senders.first === tap)
    tap.removeTarget(worker, action: nil)
    stage.wait(milliseconds: 400)
    stage.tap(110, 110)
    #expect(worker.senders.count == 1)
    pad.next = worker
    tap.addTarget(nil, action: .press)
    stage.wait(milliseconds: 400)
    stage.tap(110, 110)
    #expect(worker.senders.count == 2)
  }

  @Test("G006 a recognizer sees fingers on its view and subviews, and none beside")
  func which() {
    let inner = stage.pad("inner", x: 10, y: 10, width: 50, height: 50, in: pad)
    stage.add(TapGestureRecognizer(), "tap")
    for place in [115.0, 105, 50] {
      stage.tap(place, place)
      stage.wait(milliseconds: 400)
    }
    #expect(stage.drain().filter { $0.hasPrefix("tap") }.count == 2)
    #expect(inner.superview === pad)
  }

  @Test("a recognizer that is disabled sees nothing of a finger, also once it is enabled again")
  func disabled() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    pan.isEnabled = false
    stage.drag((110, 110), (130, 110))
    pan.isEnabled = true
    stage.move(150, 110)
    stage.up()
    #expect(stage.drain() == ["pad began a", "pad moved a", "pad moved a", "pad ended a"])
  }

  @Test("G008 recognizers see a finger before the view")
  func before() {
    stage.add(Watcher(stage.journal), "own")
    stage.tap(110, 110)
    #expect(
      stage.drain() == ["watcher began", "pad began a", "watcher ended", "pad ended a"])
  }

  @Test("G009 G010 recognizers see fingers that their view does not receive")
  func allFingers() {
    let pinch = stage.add(PinchGestureRecognizer(), "pinch")
    let other = stage.pad("other", x: 300, y: 100)
    other.isExclusiveTouch = true
    stage.down(310, 110, finger: 7)
    stage.frame((0, .down(140, 150)), (1, .down(160, 150)))
    stage.frame((0, .move(130, 150)), (1, .move(170, 150)))
    #expect(stage.drain() == ["other began c", "pinch began"] || pinch.state == .began)
    #expect(pinch.state == .began && pinch.numberOfTouches == 2)
  }

  @Test("G016 a recognizer is no responder")
  func noResponder() {
    #expect((stage.add(TapGestureRecognizer(), "tap") as Any) is Responder == false)
  }

  // MARK: Delegate

  @Test("G017 a touch that the delegate refuses is never seen")
  func shouldReceive() {
    let tap = stage.add(TapGestureRecognizer(), "tap")
    let delegate = Delegate()
    delegate.receives = { $0.location(in: nil).x > 150 }
    tap.delegate = delegate
    stage.tap(110, 110)
    stage.wait(milliseconds: 400)
    #expect(stage.drain() == ["pad began a", "pad ended a"])
    stage.tap(160, 110)
    #expect(stage.drain().last == "tap ended")
  }

  @Test("G018 a gesture that the delegate refuses fails; it is asked with what is known")
  func shouldBegin() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    let delegate = Delegate()
    var asked: [CGPoint] = []
    delegate.begins = { recognizer in
      asked.append(recognizer.location(in: recognizer.view))
      #expect(recognizer.numberOfTouches == 1)
      return asked.count > 1
    }
    pan.delegate = delegate
    for _ in 0..<2 {
      stage.stroke((110, 110), (130, 110))
    }
    #expect(asked == [CGPoint(x: 30, y: 10), CGPoint(x: 30, y: 10)])
    #expect(
      stage.drain() == [
        "pad began a", "pad moved a", "pad ended a", "pad began b", "pad cancelled b",
        "pan began", "pan ended",
      ])
  }

  @Test("G018 what a delegate changes while it is asked counts afterwards")
  func changesWhileAsked() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    let delegate = Delegate()
    delegate.begins = { [pad] recognizer in
      pad.removeGestureRecognizer(recognizer)
      return true
    }
    pan.delegate = delegate
    stage.drag((110, 110), (130, 110))
    #expect(stage.drain() == ["pad began a", "pad cancelled a", "pan began", "pan cancelled"])
    #expect(pad.gestureRecognizers.isEmpty && pan.view == nil)
  }

  @Test("G019 removed in the middle it is cancelled")
  func removed() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    stage.drag((110, 110), (130, 110))
    _ = stage.drain()
    pad.removeGestureRecognizer(pan)
    #expect(stage.drain() == ["pan cancelled"])
    stage.move(140, 110)
    #expect(stage.drain().isEmpty)
    let other = stage.pad("other", x: 300, y: 100)
    pad.addGestureRecognizer(pan)
    other.addGestureRecognizer(pan)
    #expect(pan.view === other && pad.gestureRecognizers.isEmpty)
  }

  @Test("G019 a recognizer and a view that are released are forgotten")
  func released() {
    let inner = Pad("inner", .init(x: 0, y: 0, width: 50, height: 50), stage.journal)
    pad.addSubview(inner)
    stage.add(PanGestureRecognizer(), "outer pan")
    stage.add(PanGestureRecognizer(), "pan", to: inner)
    stage.drag((110, 110), (130, 110))
    _ = stage.drain()
    inner.removeFromSuperview()
    #expect(stage.drain() == ["pan cancelled"])
    stage.up()
    stage.drag((110, 110), (130, 110))
    #expect(stage.drain().last == "outer pan began")
  }

  @Test("G021 the middle of the fingers, and each of them")
  func location() throws {
    let tap = stage.add(TapGestureRecognizer(), "tap")
    tap.numberOfTouchesRequired = 2
    var places: [CGPoint] = []
    pad.isMultipleTouchEnabled = true
    tap.addAction { tap in
      places = [tap.location(in: tap.view), tap.location(in: nil)]
      places += (0..<tap.numberOfTouches).map { tap.location(ofTouch: $0, in: tap.view) }
    }
    stage.frame((0, .down(110, 110)), (1, .down(130, 150)))
    stage.up(finger: 0)
    stage.up(finger: 1)
    #expect(
      places == [
        CGPoint(x: 20, y: 30), CGPoint(x: 120, y: 130), CGPoint(x: 10, y: 10),
        CGPoint(x: 30, y: 50),
      ])
  }

  @Test("G022 while interaction is ignored nothing is seen, and what was active is cancelled")
  func ignoring() {
    stage.add(PanGestureRecognizer(), "pan")
    stage.add(TapGestureRecognizer(taps: 2), "double")
    stage.drag((110, 110), (130, 110))
    _ = stage.drain()
    stage.application.beginIgnoringInteractionEvents()
    #expect(stage.drain() == ["pan cancelled"])
    stage.up()
    stage.tap(110, 110)
    stage.tap(110, 110)
    #expect(stage.drain().isEmpty && stage.application.touchDeadline == nil)
    stage.application.endIgnoringInteractionEvents()
    stage.tap(110, 110)
    stage.tap(110, 110)
    #expect(stage.drain().last == "double ended")
  }

  // MARK: Time

  @Test("an interruption reaches the gestures that wait")
  func interrupted() {
    stage.add(PanGestureRecognizer(), "pan")
    let single = stage.add(TapGestureRecognizer(), "single")
    let double = stage.add(TapGestureRecognizer(taps: 2), "double")
    single.require(toFail: double)
    stage.tap(110, 110)
    #expect(stage.application.touchDeadline != nil)
    stage.interrupt()
    #expect(stage.drain() == ["pad began a", "pad ended a"])
    #expect(stage.application.touchDeadline == nil)
  }

  @Test("G086 one limit of a press that is set leaves the application's others")
  func oneLimit() {
    let application = Application()
    let window = Window(application: application)
    application.touchConfiguration.pressSlop = 30
    let press = LongPressGestureRecognizer()
    press.minimumPressDuration = .seconds(1)
    window.addGestureRecognizer(press)
    #expect(press.allowableMovement == 30 && press.minimumPressDuration == .seconds(1))
  }

  @Test("a press begins at the deadline of the application; its limits can be set")
  func press() {
    let press = stage.add(LongPressGestureRecognizer(), "press")
    stage.down(110, 110)
    #expect(stage.application.touchDeadline == Timestamp(nanoseconds: 510_000_000))
    stage.wait(milliseconds: 499)
    #expect(press.state == .possible)
    stage.wait(milliseconds: 1)
    #expect(stage.drain() == ["pad began a", "pad cancelled a", "press began"])
    press.minimumPressDuration = .milliseconds(100)
    press.allowableMovement = 3
    stage.up()
    stage.down(110, 110)
    #expect(
      stage.application.touchDeadline == stage.now.advanced(byNanoseconds: 100_000_000))
    stage.move(114, 110)
    #expect(press.state == .failed)
    #expect(press.minimumPressDuration == .milliseconds(100) && press.allowableMovement == 3)
  }
}

extension Action {
  fileprivate static let press = Action(rawValue: "press")
}

private final class Worker: Responder {
  var senders: [GestureRecognizer] = []

  override func method(for action: Action) -> Action.Method? {
    guard action == .press else { return nil }
    return { sender, _ in
      if let sender = sender as? GestureRecognizer { self.senders.append(sender) }
    }
  }
}

/// A recognizer of one's own that concludes nothing, and notes what it sees.
private final class Watcher: GestureRecognizer {
  private let journal: TouchJournal

  init(_ journal: TouchJournal) {
    self.journal = journal
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    journal.note("watcher began")
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    journal.note("watcher ended")
    state = .failed
  }
}

@MainActor
final class Delegate: GestureRecognizerDelegate {
  var receives: (Touch) -> Bool = { _ in true }
  var begins: (GestureRecognizer) -> Bool = { _ in true }
  var together: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
  var requires: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
  var isRequired: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    begins(recognizer)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    receives(touch)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    together(recognizer, other)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool {
    requires(recognizer, other)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool {
    isRequired(recognizer, other)
  }
}
