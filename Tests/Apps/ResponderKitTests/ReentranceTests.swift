// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import Testing
import TouchCore

@Suite("Touches: what an app does in callbacks")
@MainActor
struct ReentranceTests {
  private let stage = TouchStage.withPad(width: 200, height: 200)
  private var pad: Pad { stage.pads[0] }

  enum Deed: CaseIterable {
    case ignore, keyWindow, remove, disable, deadline
  }

  private func perform(_ deed: Deed, _ recognizer: GestureRecognizer) {
    let application = stage.application
    switch deed {
    case .ignore: application.beginIgnoringInteractionEvents()
    case .keyWindow: application.keyWindow = nil
    case .remove: pad.removeFromSuperview()
    case .disable: recognizer.isEnabled = false
    case .deadline: _ = application.touchDeadline
    }
  }

  @Test(
    "G076 a delegate that is asked outside a frame may do what it may in one; also as another is disabled",
    arguments: Deed.allCases, [false, true])
  func asked(deed: Deed, waits: Bool) {
    let (own, press) = (Silent(), LongPressGestureRecognizer())
    let asked = Asked { [self] in perform(deed, press) }
    press.delegate = asked
    if waits {
      press.require(toFail: own)
      pad.addGestureRecognizer(own)
    }
    pad.addGestureRecognizer(press)
    stage.down(50, 50)
    stage.wait(milliseconds: 600)
    own.isEnabled = false
    #expect(asked.count == 1)
    stage.up()
    #expect(press.state == .possible)
  }

  @Test("G076 a recognizer that its view removes in touchesCancelled calls no action")
  func removed() {
    let tap = TapGestureRecognizer()
    let log = stage.journal
    tap.addAction { log.note("tap \($0.state)") }
    pad.addGestureRecognizer(tap)
    pad.onTouches = { [pad] phase, _, _ in
      if phase == .cancelled { pad.removeGestureRecognizer(tap) }
    }
    stage.tap(50, 50)
    #expect(stage.drain().allSatisfy { !$0.hasPrefix("tap") })
    #expect(tap.view == nil && tap.state == .possible)
  }

  /// What ends all touches at once.
  enum End: CaseIterable {
    case interruption, ignoring, inactivity
  }

  private func perform(_ end: End) {
    switch end {
    case .interruption: stage.interrupt()
    case .ignoring: stage.application.beginIgnoringInteractionEvents()
    case .inactivity: stage.application.keyWindow = nil
    }
  }

  @Test("G077 one's own recognizer hears touchesCancelled", arguments: End.allCases)
  func hears(end: End) {
    let own = Silent()
    pad.addGestureRecognizer(own)
    stage.down(50, 50)
    perform(end)
    #expect(own.cancelled == 1 && own.state == .possible)
  }

  @Test(
    "G077 ignoring and inactivity release no beginning that was held back",
    arguments: [End.ignoring, .inactivity])
  func heldBack(end: End) {
    let press = LongPressGestureRecognizer()
    press.delaysTouchesBegan = true
    pad.addGestureRecognizer(press)
    stage.down(50, 50)
    perform(end)
    stage.up()
    #expect(stage.drain().isEmpty)
  }

  @Test("T071 a view that leaves and has the end released has a cancellation alone")
  func nestedEnd() {
    let twice = TapGestureRecognizer(taps: 2)
    pad.addGestureRecognizer(twice)
    // The end is held back, as a second tap may follow.
    stage.tap(50, 50)
    pad.onTouches = { phase, _, _ in if phase == .cancelled { twice.isEnabled = false } }
    pad.removeFromSuperview()
    twice.isEnabled = false
    stage.wait(milliseconds: 1000)
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
  }

  @Test("T110 a hit test that begins to ignore events: nothing of its frame begins")
  func hitTest() {
    let trap = Trap(CGRect(x: 200, y: 0, width: 100, height: 100)) { [stage] in
      stage.application.beginIgnoringInteractionEvents()
    }
    stage.window.addSubview(trap)
    stage.frame((0, .down(Point(x: 50, y: 50))), (1, .down(Point(x: 250, y: 50))))
    #expect(stage.drain().isEmpty)
  }
}

@Suite("Touches: small values")
@MainActor
struct TouchValueTests {
  private let stage = TouchStage()

  @Test("G078 the place of a finger of several taps is the first tap's, of a swipe its beginning")
  func places() {
    let pad = stage.pad("pad", width: 300, height: 300)
    let tap = TapGestureRecognizer(taps: 2)
    let swipe = SwipeGestureRecognizer()
    var places: [CGPoint] = []
    for each in [tap, swipe] as [GestureRecognizer] {
      each.addAction { places.append($0.location(ofTouch: 0, in: nil)) }
      pad.addGestureRecognizer(each)
    }
    stage.tap(50, 50)
    stage.tap(55, 52)
    #expect(places == [CGPoint(x: 50, y: 50)])
    stage.wait(milliseconds: 600)
    stage.stroke((50, 100), (150, 100))
    #expect(places.last == CGPoint(x: 50, y: 100))
  }

  @Test("T111 center moves the frame; a view is found by its tag")
  func center() {
    let pad = stage.pad("pad", x: 10, y: 20, width: 30, height: 40)
    let inner = stage.pad("inner", width: 5, height: 5, in: pad)
    #expect(pad.center == CGPoint(x: 25, y: 40))
    pad.center = CGPoint(x: 100, y: 100)
    #expect(pad.frame == CGRect(x: 85, y: 80, width: 30, height: 40))
    inner.tag = 7
    #expect(stage.window.viewWithTag(7) === inner)
    #expect(stage.window.viewWithTag(8) == nil)
  }
}

private final class Asked: GestureRecognizerDelegate {
  private(set) var count = 0
  private let deed: () -> Void

  init(_ deed: @escaping () -> Void) { self.deed = deed }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    count += 1
    deed()
    return true
  }
}

/// A recognizer that concludes nothing.
private final class Silent: GestureRecognizer {
  private(set) var cancelled = 0

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) { cancelled += 1 }
}

/// A view whose hit test does something.
private final class Trap: View {
  private let deed: () -> Void

  init(_ frame: CGRect, _ deed: @escaping () -> Void) {
    self.deed = deed
    super.init(frame: frame)
  }

  override func hitTest(_ point: CGPoint, with event: Event?) -> View? {
    let view = super.hitTest(point, with: event)
    if view != nil { deed() }
    return view
  }
}
