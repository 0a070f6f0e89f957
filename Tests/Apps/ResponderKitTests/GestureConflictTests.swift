// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import TestTraits
import Testing
import TouchCore

@Suite("Gestures: conflicts, and what each tells")
@MainActor
struct GestureConflictTests {
  private let stage = TouchStage.withTwo(width: 200, height: 200)
  private var pad: Pad { stage.pads[0] }
  private var inner: Pad { stage.pads[1] }

  enum Relation: CaseIterable {
    case require, delegate, otherDelegate
  }

  @Test("a recognizer or either delegate may require another to fail", arguments: Relation.allCases)
  func require(relation: Relation) {
    let single = stage.add(TapGestureRecognizer(taps: 1), "single")
    let double = stage.add(TapGestureRecognizer(taps: 2), "double")
    let delegate = Delegate()
    switch relation {
    case .require: single.require(toFail: double)
    case .delegate:
      delegate.requires = { $0 === single && $1 === double }
      single.delegate = delegate
    case .otherDelegate:
      delegate.isRequired = { $0 === double && $1 === single }
      double.delegate = delegate
    }
    stage.tap(110, 110)
    #expect(stage.gestures().isEmpty)
    stage.wait(milliseconds: 400)
    #expect(stage.gestures() == ["single ended"])
  }

  @Test("G014 one that waits holds back the end of the touch as well")
  func held() {
    let single = stage.add(TapGestureRecognizer(taps: 1), "single")
    let double = stage.add(TapGestureRecognizer(taps: 2), "double")
    single.require(toFail: double)
    single.numberOfTouchesRequired = 1
    stage.tap(110, 110)
    #expect(stage.drain() == ["inner began a"])
    stage.wait(milliseconds: 350)
    #expect(stage.drain() == ["inner cancelled a", "single ended"])
  }

  @Test("G041 requirements in a circle are misuse", .exits)
  nonisolated func circle() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (a, b, c) = (GestureRecognizer(), GestureRecognizer(), GestureRecognizer())
        a.require(toFail: b)
        b.require(toFail: c)
        c.require(toFail: a)
      }
    }
  }

  @Test(
    "G042 a drag out of a list: the list's pan is disabled, and the drag goes on without lifting")
  func dragOut() {
    let list = stage.add(PanGestureRecognizer(), "list", to: pad)
    let drag = stage.add(PanGestureRecognizer(), "drag")
    let delegate = Delegate()
    delegate.together = { _, _ in true }
    drag.delegate = delegate
    drag.addAction { drag in
      guard drag.state == .changed else { return }
      list.isEnabled = false
      list.isEnabled = true
    }
    stage.drag((150, 150), (150, 165))
    #expect(stage.gestures() == ["drag began", "list began"])
    stage.move(150, 180)
    #expect(stage.gestures() == ["drag changed", "list cancelled"])
    stage.move(150, 190)
    stage.up()
    #expect(stage.gestures() == ["drag changed", "drag ended"])
    stage.drag((150, 150), (150, 165))
    #expect(stage.gestures() == ["drag began", "list began"])
  }

  @Test("G042 a gesture that another one's action ends in the same frame was never recognized")
  func endedBefore() {
    let list = PanGestureRecognizer()
    let drag = stage.add(PanGestureRecognizer(), "drag")
    stage.add(list, "list", to: pad)
    let delegate = Delegate()
    delegate.together = { _, _ in true }
    drag.delegate = delegate
    drag.addAction { _ in list.isEnabled = false }
    stage.drag((150, 150), (150, 165), (150, 180))
    #expect(stage.gestures() == ["drag began", "drag changed"])
  }

  // MARK: What each tells

  @Test("G062 translation and velocity of a pan; translation can be set")
  func pan() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    stage.drag((110, 110), (120, 110))
    #expect(pan.translation(in: inner) == .zero)
    stage.move(123, 114)
    #expect(pan.translation(in: inner) == CGPoint(x: 3, y: 4))
    #expect(pan.velocity(in: inner).x > 0)
    pan.setTranslation(CGPoint(x: 100, y: 0), in: inner)
    #expect(pan.velocity(in: inner) == .zero)
    stage.move(124, 114)
    #expect(pan.translation(in: inner) == CGPoint(x: 101, y: 0))
  }

  @Test("a pan of two fingers needs both")
  func twoFingers() {
    let pan = stage.add(PanGestureRecognizer(), "pan")
    pan.minimumNumberOfTouches = 2
    pan.maximumNumberOfTouches = 2
    stage.drag((110, 110), (130, 110))
    #expect(pan.state == .possible)
    stage.down(150, 110, finger: 1)
    stage.frame((0, .move(150, 110)), (1, .move(170, 110)))
    #expect(stage.gestures() == ["pan began"])
    stage.up()
    #expect(stage.gestures() == ["pan ended"])
  }

  @Test("a swipe shows its direction, and where it began")
  func swipe() {
    let swipe = stage.add(SwipeGestureRecognizer(), "swipe")
    swipe.direction = [.up, .left]
    var place: CGPoint?
    swipe.addAction { place = $0.location(in: $0.view) }
    stage.drag((150, 150), (100, 150))
    #expect(stage.gestures() == ["swipe ended"] && swipe.recognizedDirection == .left)
    #expect(place == CGPoint(x: 50, y: 50))
    stage.up()
    swipe.numberOfTouchesRequired = 2
    stage.drag((150, 150), (100, 150))
    #expect(stage.gestures().isEmpty)
  }

  @Test("limits are settable for one recognizer, and for all of an application")
  func limits() {
    let swipe = stage.add(SwipeGestureRecognizer(), "swipe")
    stage.application.touchConfiguration.swipeLength = 12
    stage.drag((150, 150), (162, 150))
    #expect(stage.gestures() == ["swipe ended"])
    stage.up()
    swipe.configuration = TouchConfiguration()
    stage.drag((150, 150), (162, 150))
    #expect(stage.gestures().isEmpty)
  }

  @Test("G071 scale and rotation, from the beginning or from what was set")
  func pinchAndRotation() {
    let delegate = Delegate()
    delegate.together = { _, _ in true }
    let pinch = stage.add(PinchGestureRecognizer(), "pinch")
    pinch.delegate = delegate
    let rotation = stage.add(RotationGestureRecognizer(), "rotation")
    stage.frame((0, .down(150, 150)), (1, .down(200, 150)))
    stage.frame((0, .move(150, 150)), (1, .move(250, 180)))
    stage.frame((1, .move(250, 150)))
    #expect(pinch.scale != 1)
    pinch.scale = 1
    rotation.rotation = 0
    stage.frame((1, .move(150, 250)))
    #expect(abs(pinch.scale - 1) < 1e-9)
    #expect(abs(rotation.rotation - .pi / 2) < 1e-9)
  }

  @Test("G083 velocity of a pinch: the scale's change in a second")
  func pinchVelocity() {
    inner.isMultipleTouchEnabled = true
    let pinch = stage.add(PinchGestureRecognizer(), "pinch")
    stage.frame((0, .down(110, 150)), (1, .down(210, 150)))
    for step in 1...20 { stage.frame((1, .move(210 + 2 * Double(step), 150))) }
    #expect(abs(pinch.velocity - 200 / 110) < 1e-9)
    pinch.scale = 1
    #expect(pinch.velocity == 0)
    for step in 1...5 { stage.frame((1, .move(250 - 2 * Double(step), 150))) }
    #expect(abs(pinch.velocity + 200 / 140) < 1e-9)
    // Another finger, far away, is no movement.
    stage.up(finger: 0)
    stage.down(110, 290, finger: 2)
    stage.move(110, 289, finger: 2)
    #expect(abs(pinch.velocity) < 2)
    stage.wait(milliseconds: 150)
    stage.move(110, 288, finger: 2)
    #expect(pinch.velocity == 0 && pinch.state == .changed)
  }

  @Test("G083 velocity of a rotation: radians a second")
  func rotationVelocity() {
    inner.isMultipleTouchEnabled = true
    let rotation = stage.add(RotationGestureRecognizer(), "rotation")
    stage.frame((0, .down(150, 150)), (1, .down(200, 150)))
    func turn(_ steps: ClosedRange<Int>) {
      for step in steps {
        let angle = 0.05 * Double(step)
        stage.frame((1, .move(150 + 50 * cos(angle), 150 + 50 * sin(angle))))
      }
    }
    turn(1...20)
    #expect(abs(rotation.velocity - 5) < 1e-6)
    rotation.rotation = 0
    #expect(rotation.velocity == 0)
    turn(21...25)
    #expect(abs(rotation.velocity - 5) < 1e-6)
    stage.wait(milliseconds: 150)
    stage.up(finger: 0)
    stage.up(finger: 1)
    #expect(rotation.velocity == 0 && rotation.state == .possible)
  }
}
