// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing

@Suite("Touches: which view a finger hits")
@MainActor
struct HitTestTests {
  private let stage = TouchStage()
  private let pad: Pad
  private let inner: Pad

  init() {
    pad = stage.pad("pad", x: 100, y: 100)
    inner = stage.pad("inner", x: 10, y: 10, width: 50, height: 50, in: pad)
  }

  /// The view that a finger at this place begins in.
  private func hit(_ x: Double, _ y: Double) -> String? {
    stage.tap(x, y)
    return stage.drain().first?.split(separator: " ").first.map(String.init)
  }

  @Test("T030 the deepest view")
  func deepest() {
    #expect(hit(115, 115) == "inner")
    #expect(hit(105, 105) == "pad")
    #expect(hit(50, 50) == "window")
  }

  @Test("T031 of siblings that overlap the one added last")
  func siblings() {
    let front = stage.pad("front", x: 30, y: 30, width: 50, height: 50, in: pad)
    #expect(hit(135, 135) == "front")
    pad.addSubview(inner)
    #expect(hit(135, 135) == "inner")
    #expect(pad.subviews.last === inner)
    pad.insertSubview(inner, at: 0)
    #expect(hit(135, 135) == "front" && pad.subviews.first === inner)
    #expect(front.superview === pad)
  }

  @Test("T032 the left and top edges are inside, the right and bottom ones outside")
  func edges() {
    let small = stage.pad("small", x: 300, y: 300, width: 10, height: 10)
    for (point, isInside) in [(300, true), (309.99, true), (310, false), (299.99, false)] {
      #expect(hit(point, 305) == (isInside ? "small" : "window"), "x \(point)")
      #expect(hit(305, point) == (isInside ? "small" : "window"), "y \(point)")
    }
    #expect(small.superview === stage.window)
  }

  @Test("T033 T034 a view without interaction, or hidden, is not found, nor what is in it")
  func excluded() {
    let behind = stage.pad("behind", x: 100, y: 100)
    stage.window.insertSubview(behind, at: 0)
    pad.isUserInteractionEnabled = false
    #expect(hit(115, 115) == "behind" && hit(105, 105) == "behind")
    behind.isUserInteractionEnabled = false
    #expect(hit(115, 115) == "window")
    pad.isUserInteractionEnabled = true
    pad.isHidden = true
    #expect(hit(115, 115) == "window" && hit(105, 105) == "window")
    pad.isHidden = false
    inner.isHidden = true
    #expect(hit(115, 115) == "pad")
  }

  @Test("T035 a view is found from an alpha of 0.01 on")
  func transparent() {
    for (alpha, isFound) in [(0, false), (0.009, false), (0.01, true), (1, true)] {
      pad.alpha = alpha
      #expect(hit(105, 105) == (isFound ? "pad" : "window"), "\(alpha)")
      #expect(hit(115, 115) == (isFound ? "inner" : "window"), "\(alpha)")
    }
  }

  @Test("T036 a subview is not found beyond its superview")
  func beyond() {
    inner.frame = CGRect(x: 80, y: 10, width: 50, height: 50)
    #expect(hit(190, 120) == "inner" && hit(210, 120) == "window")
  }

  @Test("T037 T043 hitTest returns the view itself: its subview hears nothing")
  func itself() {
    pad.hit = { [pad] in pad }
    #expect(hit(115, 116) == "pad")
    #expect(pad.tested == [CGPoint(x: 15, y: 16)] && inner.tested.isEmpty)
  }

  @Test("T038 hitTest returns a sibling, which has its own coordinates")
  func sibling() {
    let other = stage.pad("other", x: 200, y: 200)
    pad.hit = { other }
    var place: CGPoint?
    other.onTouches = { _, touches, _ in place = touches.first?.location(in: other) }
    #expect(hit(105, 110) == "other")
    #expect(place == CGPoint(x: -95, y: -90))
  }

  @Test("T039 hitTest returns nil: what is behind, else the superview")
  func none() {
    let front = stage.pad("front", x: 10, y: 10, width: 50, height: 50, in: pad)
    front.hit = { nil }
    #expect(hit(115, 115) == "inner")
    inner.hit = { nil }
    #expect(hit(115, 115) == "pad")
  }

  @Test("T040 no view is hit: the finger is ignored until it lifts")
  func noView() {
    stage.window.hit = { .none }
    stage.down(115, 115)
    stage.window.hit = nil
    stage.move(116, 115)
    stage.up()
    #expect(stage.drain().isEmpty)
    #expect(hit(115, 115) == "inner")
  }

  @Test("T041 T042 point(inside:) decides")
  func inside() {
    inner.isInside = false
    #expect(hit(115, 115) == "pad")
    inner.isInside = true
    #expect(hit(195, 195) == "inner")
    #expect(hit(205, 195) == "window")
  }

  @Test("T043 the point of hitTest has the view's own coordinates")
  func coordinates() {
    stage.down(115, 117)
    #expect(inner.tested == [CGPoint(x: 5, y: 7)] && pad.tested == [CGPoint(x: 15, y: 17)])
  }

  @Test("T044 hit once: a view that moves or is hidden keeps its finger")
  func once() {
    stage.down(115, 115)
    inner.frame.origin.x = 200
    inner.isHidden = true
    stage.move(120, 115)
    stage.up()
    #expect(stage.drain() == ["inner began a", "inner moved a", "inner ended a"])
    #expect(inner.tested.count == 1)
  }

  @Test("T045 conversion there and back; nil means the window")
  func conversion() {
    let other = stage.pad("other", x: 200, y: 50)
    let point = CGPoint(x: 3, y: 4)
    #expect(inner.convert(point, to: nil) == CGPoint(x: 113, y: 114))
    #expect(inner.convert(CGPoint(x: 113, y: 114), from: nil) == point)
    #expect(inner.convert(point, to: stage.window) == CGPoint(x: 113, y: 114))
    #expect(inner.convert(point, to: other) == CGPoint(x: -87, y: 64))
    #expect(inner.convert(inner.convert(point, to: other), from: other) == point)
    let rect = CGRect(x: 1, y: 2, width: 8, height: 9)
    #expect(inner.convert(rect, to: other) == CGRect(x: -89, y: 62, width: 8, height: 9))
    #expect(other.convert(rect, from: inner) == inner.convert(rect, to: other))
    #expect(inner.convertToWindow(rect) == CGRect(x: 111, y: 112, width: 8, height: 9))
  }

  @Test("T046 the origin of the bounds moves the content; a new size keeps the middle")
  func scrolled() {
    pad.bounds.origin = CGPoint(x: 5, y: 30)
    // The content has moved up and left.
    #expect(hit(104, 101) == "pad")
    #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 105, y: 80))
    var place: CGPoint?
    inner.onTouches = { [inner] _, touches, _ in place = touches.first?.location(in: inner) }
    #expect(hit(110, 105) == "inner")
    #expect(place == CGPoint(x: 5, y: 25))
    #expect(pad.bounds == CGRect(x: 5, y: 30, width: 100, height: 100))
    pad.bounds.size = CGSize(width: 50, height: 20)
    #expect(pad.frame == CGRect(x: 125, y: 140, width: 50, height: 20))
  }

  @Test("T047 a window asks its toolkit: whatever it returns receives")
  func toolkit() {
    let widget = Pad("widget", .zero, stage.journal)
    widget.next = stage.window
    stage.window.hit = { widget }
    #expect(hit(115, 115) == "widget")
  }

  @Test("T030 a window without a size takes all touches")
  func sizeless() {
    let window = Window(application: stage.application)
    #expect(window.hitTest(CGPoint(x: 5000, y: 1), with: nil) === window)
    window.frame.size = CGSize(width: 10, height: 10)
    #expect(window.hitTest(CGPoint(x: 10, y: 1), with: nil) == nil)
    #expect(Window(frame: CGRect(x: 0, y: 0, width: 1, height: 1)).next === Application.shared)
  }
}
