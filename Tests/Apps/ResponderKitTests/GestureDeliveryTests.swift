// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing
import TouchCore

@Suite("Gestures: what views receive")
@MainActor
struct GestureDeliveryTests {
  private let stage = TouchStage.withPad(x: 100, y: 100)
  private var pad: Pad { stage.pads[0] }

  @Test("G011 a recognized gesture cancels the touches of its view before its action is called")
  func cancels() {
    stage.add(PanGestureRecognizer(), "pan")
    stage.drag((110, 110), (115, 110), (125, 110), (126, 110))
    stage.down(130, 110, finger: 1)
    stage.up()
    stage.up(finger: 1)
    #expect(
      stage.drain() == [
        "pad began a", "pad moved a", "pad cancelled a", "pan began", "pan changed", "pan ended",
      ])
    let tap = stage.add(TapGestureRecognizer(), "tap")
    stage.tap(110, 110)
    #expect(stage.drain() == ["pad began b", "pad cancelled b", "tap ended"])
    #expect(tap.cancelsTouchesInView)
  }

  @Test("G011 those that passed the touch on are cancelled as well")
  func cancelsChain() {
    pad.handles = false
    stage.add(TapGestureRecognizer(), "tap")
    stage.tap(110, 110)
    #expect(
      stage.drain() == [
        "pad began a", "window began a", "pad cancelled a", "window cancelled a", "tap ended",
      ])
  }

  @Test("G012 with cancelsTouchesInView false the view receives all")
  func cancelsNot() {
    stage.add(PanGestureRecognizer(), "pan").cancelsTouchesInView = false
    stage.stroke((110, 110), (125, 110))
    #expect(
      stage.drain() == [
        "pad began a", "pan began", "pad moved a", "pan ended", "pad ended a",
      ])
  }

  @Test(
    "G013 G015 beginnings held back: the view gets all of it if the recognizer fails, else nothing")
  func delaysBeginnings() {
    let swipe = stage.add(SwipeGestureRecognizer(), "swipe")
    swipe.delaysTouchesBegan = true
    var places: [[CGFloat]] = []
    pad.onTouches = { _, touches, _ in
      places += touches.map { [$0.location(in: nil).x, $0.previousLocation(in: nil).x] }
    }
    stage.drag((110, 110), (120, 110))
    #expect(stage.drain().isEmpty)
    stage.move(80, 110)
    #expect(stage.drain() == ["pad began a", "pad moved a"])
    #expect(places == [[110, 110], [80, 110]])
    stage.up()
    #expect(stage.drain() == ["pad ended a"])
    stage.stroke((110, 110), (130, 110), (160, 110))
    #expect(stage.drain() == ["swipe ended"])
    stage.down(110, 110)
    stage.up()
    #expect(stage.drain() == ["pad began b", "pad ended b"])
  }

  @Test("G013 recognized without cancelling, what was held back is dropped")
  func delaysAndDoesNotCancel() {
    let swipe = stage.add(SwipeGestureRecognizer(), "swipe")
    swipe.delaysTouchesBegan = true
    swipe.cancelsTouchesInView = false
    stage.stroke((110, 110), (160, 110))
    #expect(stage.drain() == ["swipe ended"])
  }

  @Test(
    "G014 G015 an end is held back until the double tap fails, or is replaced by a cancellation")
  func delaysEnds() {
    stage.add(TapGestureRecognizer(taps: 2), "double")
    stage.tap(110, 110)
    #expect(stage.drain() == ["pad began a"])
    stage.wait(milliseconds: 340)
    #expect(stage.drain().isEmpty)
    stage.wait(milliseconds: 10)
    #expect(stage.drain() == ["pad ended a"])
    stage.tap(110, 110)
    stage.tap(110, 110)
    #expect(stage.drain() == ["pad began b", "pad cancelled b", "double ended"])
  }

  @Test("G014 who waits for a recognizer that never decides holds the end for ever")
  func neverDecides() {
    let undecided = Undecided()
    pad.addGestureRecognizer(undecided)
    stage.tap(110, 110)
    #expect(stage.drain() == ["pad began a", "pad ended a"])
    stage.add(TapGestureRecognizer(), "tap").require(toFail: undecided)
    stage.tap(110, 110)
    stage.wait(milliseconds: 60_000)
    #expect(stage.drain() == ["pad began b"])
    undecided.state = .failed
    #expect(stage.drain() == ["pad cancelled b", "tap ended"])
  }

  @Test("G014 with delaysTouchesEnded false the end is sent at once")
  func delaysNoEnds() {
    let double = stage.add(TapGestureRecognizer(taps: 2), "double")
    double.delaysTouchesEnded = false
    stage.tap(110, 110)
    #expect(stage.drain() == ["pad began a", "pad ended a"])
  }

  @Test(
    "G014 what comes after an end that is held back waits behind it, where a view has one finger")
  func order() {
    stage.add(TapGestureRecognizer(taps: 2), "double")
    stage.tap(110, 110)
    stage.drag((115, 110), (150, 110))
    #expect(
      stage.drain() == ["pad began a", "pad ended a", "pad began b", "pad moved b"])
    pad.isMultipleTouchEnabled = true
    stage.up()
    stage.tap(110, 110)
    stage.down(115, 110)
    #expect(stage.drain() == ["pad ended b", "pad began c", "pad began d"])
  }
}

/// A recognizer of one's own that sets no state.
private final class Undecided: GestureRecognizer {}
