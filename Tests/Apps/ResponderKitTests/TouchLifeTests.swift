// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing
import TouchCore
import UndoKit

@Suite("Touches: ignoring, cancelling")
@MainActor
struct TouchLifeTests {
  private let stage = TouchStage.withPad(x: 100, y: 100)
  private var pad: Pad { stage.pads[0] }

  // MARK: Ignoring

  @Test("a view that is removed hears a cancellation and no end, also where touches are tidied up")
  func removedWhileEnding() {
    let (second, third) = (stage.pad("second", x: 200, y: 100), stage.pad("third", x: 300, y: 100))
    stage.frame((0, .down(110, 110)), (1, .down(210, 110)), (2, .down(310, 110)))
    pad.onTouches = { phase, _, _ in
      guard phase == .ended else { return }
      third.removeFromSuperview()
      second.removeFromSuperview()
    }
    _ = stage.drain()
    stage.frame((0, .up), (1, .up))
    #expect(stage.drain() == ["pad ended a", "third cancelled c", "second cancelled b"])
  }

  @Test(
    "T065 while interaction is ignored fingers are not delivered; new ones afterwards are delivered"
  )
  func ignoring() {
    stage.application.beginIgnoringInteractionEvents()
    stage.tap(110, 110)
    #expect(stage.drain().isEmpty)
    stage.application.endIgnoringInteractionEvents()
    stage.tap(110, 110)
    #expect(stage.drain() == ["pad began a", "pad ended a"])
  }

  @Test("T067 fingers that are down when ignoring begins are cancelled at once, until they lift")
  func downAtBegin() {
    stage.down(110, 110)
    stage.application.beginIgnoringInteractionEvents()
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
    stage.application.endIgnoringInteractionEvents()
    stage.move(111, 110)
    stage.up()
    #expect(stage.drain().isEmpty)
  }

  @Test("T068 a finger put down while ignoring stays ignored until it lifts")
  func downAtEnd() {
    stage.application.beginIgnoringInteractionEvents()
    stage.down(110, 110)
    stage.application.endIgnoringInteractionEvents()
    stage.move(111, 110)
    stage.up()
    #expect(stage.drain().isEmpty)
    stage.down(110, 110)
    #expect(stage.drain() == ["pad began a"])
  }

  // MARK: Cancelling

  @Test("T071 a view that leaves its window: its touches are cancelled once, for all who have them")
  func viewLeaves() {
    pad.handles = false
    pad.isMultipleTouchEnabled = true
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    inner.isMultipleTouchEnabled = true
    stage.frame((0, .down(110, 110)), (1, .down(120, 110)))
    stage.down(190, 190, finger: 2)
    _ = stage.drain()
    inner.removeFromSuperview()
    #expect(stage.drain() == ["inner cancelled ab", "pad cancelled ab", "window cancelled ab"])
    stage.frame((0, .up), (1, .up))
    #expect(stage.drain().isEmpty)
    stage.move(191, 190, finger: 2)
    #expect(stage.drain() == ["pad moved c", "window moved c"])
  }

  @Test("T071 a view whose controller stays is cancelled as well")
  func withController() {
    let controller = Responder()
    controller.next = stage.window
    pad.next = controller
    stage.down(110, 110)
    pad.removeFromSuperview()
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
  }

  @Test("T071 a view that removes itself when its touch begins receives no more")
  func removesItself() {
    let other = stage.pad("other", x: 200, y: 100)
    pad.onTouches = { [pad] phase, _, _ in
      if phase == .began {
        pad.removeFromSuperview()
        other.removeFromSuperview()
      }
    }
    stage.frame((0, .down(110, 110)), (1, .down(210, 110)))
    stage.frame((0, .move(111, 110)), (1, .up))
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
  }

  @Test("T071 what a responder does at a cancellation to the views counts")
  func movedMeanwhile() {
    let elsewhere = TouchWindow(stage.journal, stage.application)
    let other = stage.pad("other", x: 200, y: 100, in: elsewhere)
    pad.onTouches = { [pad] phase, _, _ in if phase == .cancelled { pad.addSubview(other) } }
    stage.down(110, 110)
    other.addSubview(pad)
    #expect(other.superview === pad && pad.superview == nil && pad.subviews.count == 1)
    #expect(other.subviews.isEmpty)
  }

  @Test("T072 the application becomes inactive: cancelled")
  func inactive() {
    stage.down(110, 110)
    stage.application.keyWindow = nil
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
  }

  @Test("T073 another window becomes key: the finger goes on")
  func otherKey() {
    stage.down(110, 110)
    let window = TouchWindow(stage.journal, stage.application)
    stage.application.keyWindow = window
    stage.move(111, 110)
    stage.down(10, 10, finger: 1)
    stage.up()
    #expect(
      stage.drain() == ["pad began a", "pad moved a", "window began b", "pad ended a"])
  }

  @Test("T074 one in the middle of the chain leaves: all are cancelled at once")
  func middle() {
    pad.handles = false
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    stage.down(110, 110)
    _ = stage.drain()
    inner.next = stage.window
    #expect(stage.drain() == ["inner cancelled a", "pad cancelled a", "window cancelled a"])
    stage.up()
    #expect(stage.drain().isEmpty)
  }

  @Test("T074 it leaves while the end is on its way: the rest is cancelled")
  func middleAtEnd() {
    pad.handles = false
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    stage.down(110, 110)
    _ = stage.drain()
    inner.onTouches = { phase, _, _ in if phase == .ended { inner.next = nil } }
    stage.up()
    #expect(stage.drain() == ["inner ended a", "pad cancelled a", "window cancelled a"])
  }

  @Test("T112 a touch that a gesture took from its view is cancelled, until its finger moves")
  func taken() throws {
    let pan = PanGestureRecognizer()
    pad.addGestureRecognizer(pan)
    var touch: Touch?
    var phases: [Touch.Phase] = []
    pad.onTouches = { phase, touches, _ in touch = touches.first }
    pan.addAction { _ in if let touch { phases.append(touch.phase) } }
    stage.drag((110, 110), (150, 110))
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
    #expect(phases == [.cancelled] && touch?.phase == .cancelled)
    stage.move(160, 110)
    #expect(touch?.phase == .moved)
  }

  @Test(
    "T113 a touch forwarded by hand goes on, whatever becomes of the others", arguments: [1, 2])
  func forwarded(count: Int) {
    let other = stage.pad("other", x: 200, y: 200, width: 100, height: 100)
    var target = stage.pad("first", in: other, handles: false)
    if count == 2 { target = stage.pad("second", in: target, handles: false) }
    pad.onTouches = { phase, touches, event in
      switch phase {
      case .began: target.touchesBegan(touches, with: event)
      case .moved: target.touchesMoved(touches, with: event)
      case .ended: target.touchesEnded(touches, with: event)
      case .cancelled, .stationary: target.touchesCancelled(touches, with: event)
      }
    }
    stage.drag((110, 110), (111, 110))
    other.removeFromSuperview()
    stage.move(112, 110)
    stage.up()
    let heard = stage.drain()
    for name in count == 1 ? ["pad", "first", "other"] : ["pad", "second", "first", "other"] {
      #expect(
        heard.filter { $0.hasPrefix(name) }.map { $0.dropFirst(name.count) }
          == [" began a", " moved a", " moved a", " ended a"])
    }
  }

  @Test("T113 one who was sent the beginning by hand alone gets no end of its own")
  func forwardedBeginning() {
    let other = stage.pad("other", x: 200, y: 200)
    let target = stage.pad("target", in: other, handles: false)
    pad.onTouches = { phase, touches, event in
      if phase == .began { target.touchesBegan(touches, with: event) }
    }
    stage.stroke((110, 110), (111, 110))
    #expect(
      stage.drain() == [
        "pad began a", "target began a", "other began a", "pad moved a", "pad ended a",
      ])
  }

  @Test("T114 a view moved within its window keeps its touches and the first responder in it")
  func moved() {
    let other = stage.pad("other", x: 200, y: 100, handles: false)
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    let field = Able()
    field.next = inner
    pad.handles = false
    field.becomeFirstResponder()
    stage.down(110, 110)
    _ = stage.drain()
    other.addSubview(inner)
    #expect(inner.superview === other && inner.next === other && pad.subviews.isEmpty)
    #expect(stage.drain().isEmpty && field.isFirstResponder)
    stage.move(111, 110)
    #expect(stage.drain() == ["inner moved a", "window moved a"])
    stage.up()
    #expect(stage.drain() == ["inner ended a", "window ended a", "pad cancelled a"])
  }

  @Test("T114 moved and back again, or with what it is in, it goes on as before")
  func movedBack() {
    let other = stage.pad("other", x: 200, y: 100, handles: false)
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    pad.handles = false
    stage.down(110, 110)
    other.addSubview(inner)
    pad.addSubview(inner)
    other.addSubview(pad)
    _ = stage.drain()
    stage.up()
    #expect(stage.drain() == ["inner ended a", "pad ended a", "window ended a"])
  }

  @Test("T075 a view is released: those left are cancelled with the next input")
  func released() {
    pad.handles = false
    var inner: Pad? = Pad("inner", .init(x: 0, y: 0, width: 50, height: 50), stage.journal)
    inner?.handles = false
    inner?.next = pad
    stage.window.hit = { [weak inner] in inner }
    stage.down(110, 110)
    #expect(stage.drain() == ["inner began a", "pad began a", "window began a"])
    inner = nil
    stage.wait(milliseconds: 1)
    #expect(stage.drain() == ["pad cancelled a", "window cancelled a"])
  }
}
