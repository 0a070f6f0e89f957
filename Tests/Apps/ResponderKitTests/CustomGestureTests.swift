// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing
import TouchCore

@Suite("Gestures of one's own: states, fingers, conflicts")
@MainActor
struct CustomGestureTests {
  private let stage = TouchStage.withTwo(width: 200, height: 200)
  private var pad: Pad { stage.pads[0] }
  private var inner: Pad { stage.pads[1] }

  @Test(
    "G020 a gesture of one's own happens: possible, ended; inner before outer in the same frame")
  func ownDiscrete() {
    stage.add(TapGestureRecognizer(), "tap", to: pad)
    let own = stage.add(Own(), "own")
    own.plan = [.ended: .ended]
    stage.tap(110, 110)
    #expect(stage.gestures() == ["own ended"] && own.resets == 1)
    own.plan = [.ended: .failed]
    stage.wait(milliseconds: 400)
    stage.tap(110, 110)
    #expect(stage.gestures() == ["tap ended"])
  }

  @Test(
    "G020 a gesture of one's own lasts: began, changed, ended; what a lift leaves open is reset")
  func ownContinuous() {
    let own = stage.add(Own(), "own")
    own.plan = [.began: .began, .moved: .changed, .ended: .ended]
    stage.stroke((110, 110), (111, 110))
    #expect(stage.gestures() == ["own began", "own changed", "own ended"])
    stage.down(110, 110)
    stage.interrupt()
    #expect(stage.gestures() == ["own began", "own cancelled"])
    stage.down(110, 110)
    own.state = .cancelled
    #expect(stage.gestures() == ["own began", "own cancelled"] && own.state == .cancelled)
    stage.up()
    #expect(own.state == .possible)
  }

  @Test("G020 several fingers of one frame come in one set; where they are is known")
  func ownFingers() {
    let own = stage.add(Own(), "own")
    stage.frame((0, .down(110, 110)), (1, .down(130, 150)))
    stage.frame((0, .move(111, 110)), (1, .move(131, 150)))
    #expect(own.counts == [2, 2] && own.numberOfTouches == 2)
    #expect(own.location(in: inner) == CGPoint(x: 21, y: 30))
    stage.frame((0, .cancel), (1, .cancel))
    #expect(own.counts == [2, 2, 2] && own.state == .possible)
  }

  @Test("G020 what is set later counts as well, and not once another gesture has won")
  func ownLater() {
    stage.add(LongPressGestureRecognizer(), "press", to: pad)
    let own = stage.add(Own(), "own")
    stage.down(110, 110)
    own.state = .began
    #expect(stage.gestures() == ["own began"])
    stage.wait(milliseconds: 600)
    own.state = .ended
    #expect(stage.gestures() == ["own ended"])
    stage.up()
    stage.down(110, 110)
    stage.wait(milliseconds: 600)
    #expect(stage.gestures() == ["press began"] && own.state == .failed)
    own.state = .began
    #expect(stage.gestures().isEmpty)
  }

  @Test("G020 a state that cannot follow is ignored and reported, also of the library's own")
  func ownMisuse() {
    let own = stage.add(Own(), "own")
    let tap = stage.add(TapGestureRecognizer(), "tap")
    stage.down(110, 110)
    own.state = .changed
    own.state = .possible
    tap.state = .ended
    #expect(own.state == .possible && tap.state == .possible)
    own.state = .began
    own.state = .began
    own.state = .possible
    #expect(own.state == .began)
    #expect(
      stage.application.reports == [
        .ignoredState(.changed, after: .possible, of: "Own"),
        .ignoredState(.ended, after: .possible, of: "TapGestureRecognizer"),
        .ignoredState(.began, after: .began, of: "Own"),
        .ignoredState(.possible, after: .began, of: "Own"),
      ])
    #expect(stage.application.reports.allSatisfy { "\($0)".contains("ignored") })
    #expect(stage.gestures() == ["own began"])
  }

  @Test("G020 several states in one frame: each finger's method knows what was set before")
  func ownSeveral() {
    let own = stage.add(Own(), "own")
    own.plan = [.began: .began, .moved: .changed]
    stage.frame((0, .down(110, 110)), (1, .down(130, 150)))
    #expect(stage.gestures() == ["own began"])
    // One finger moves and the other lifts, in one frame.
    own.plan = [.moved: .changed, .ended: .ended]
    stage.frame((0, .move(120, 110)), (1, .up))
    #expect(stage.gestures() == ["own changed", "own ended"])
    stage.up()
    own.plan = [.moved: .began, .ended: .ended]
    stage.frame((0, .down(110, 110)), (1, .down(130, 150)))
    stage.frame((0, .move(120, 110)), (1, .up))
    #expect(stage.gestures() == ["own began", "own ended"])
    stage.up()
    #expect(own.state == .possible)
  }

  @Test("G020 one's own that lasts waits for another to fail, whatever it sets meanwhile")
  func ownWaits() {
    let swipe = SwipeGestureRecognizer()
    let own = stage.add(Own(), "own")
    stage.add(swipe, "swipe")
    own.require(toFail: swipe)
    own.plan = [.began: .began, .moved: .changed, .ended: .ended]
    stage.drag((110, 110), (111, 110))
    #expect(stage.gestures().isEmpty && own.state == .possible)
    own.state = .changed
    stage.wait(milliseconds: 600)
    #expect(stage.gestures() == ["own began"] && own.state == .began)
    stage.move(112, 110)
    stage.up()
    #expect(stage.gestures() == ["own changed", "own ended"])
  }
}

/// A recognizer of one's own that follows a plan.
private final class Own: GestureRecognizer {
  var plan: [Touch.Phase: State] = [:]
  private(set) var counts: [Int] = []
  private(set) var resets = 0

  private func follow(_ phase: Touch.Phase, _ touches: Set<Touch>) {
    counts.append(touches.count)
    if let next = plan[phase] { state = next }
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    follow(.began, touches)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    follow(.moved, touches)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    follow(.ended, touches)
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    follow(.cancelled, touches)
  }

  override func reset() {
    resets += 1
  }
}
