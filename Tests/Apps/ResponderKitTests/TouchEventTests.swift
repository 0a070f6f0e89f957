// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import Testing
import TouchCore

@Suite("Touches: events and phases")
@MainActor
struct TouchEventTests {
  private let stage = TouchStage.withPad(x: 100, y: 100)
  private var pad: Pad { stage.pads[0] }

  /// The one touch of the next message to the pad.
  private func touch(_ act: () -> Void) throws -> Touch {
    var found: Touch?
    pad.onTouches = { _, touches, _ in found = touches.first }
    act()
    pad.onTouches = nil
    return try #require(found)
  }

  @Test("T001 a touch event has the type touches and no subtype; a motion event has its own")
  func types() {
    var event: Event?
    pad.onTouches = { event = $2 }
    stage.down(110, 110)
    #expect(event?.type == .touches && event?.subtype == Event.EventSubtype.none)
    #expect(event?.motionEvent == nil && event?.keyPress == nil)
    let motion = Event(.of(.shake, .began))
    #expect(motion.type == .motion && motion.subtype == .motionShake)
    #expect(Event.EventType(rawValue: "own") != .touches)
  }

  @Test("T003 a finger begins: its view and window, phase began, one tap")
  func beginning() throws {
    let touch = try touch { stage.down(110, 120) }
    #expect(stage.drain() == ["pad began a"])
    #expect(touch.phase == .began && touch.tapCount == 1)
    #expect(touch.view === pad && touch.window === stage.window)
  }

  @Test("T008 a finger is one object until it lifts, and the next is another")
  func moving() throws {
    let began = try touch { stage.down(110, 120) }
    #expect(began.location(in: nil) == CGPoint(x: 110, y: 120))
    let moved = try touch { stage.move(115, 125) }
    #expect(moved === began && moved == began && moved.phase == .moved)
    #expect(moved.location(in: nil) == CGPoint(x: 115, y: 125))
    #expect(moved.previousLocation(in: nil) == CGPoint(x: 110, y: 120))
    let ended = try touch { stage.up() }
    #expect(ended === began)
    let next = try touch { stage.down(115, 125) }
    #expect(next != began)
    #expect([began: 1, next: 2].count == 2)
  }

  @Test("T005 one of two fingers moves: the other is in the event, stationary")
  func standing() throws {
    pad.isMultipleTouchEnabled = true
    let a = try touch { stage.down(110, 110) }
    let b = try touch { stage.down(150, 150, finger: 1) }
    var event: Event?
    pad.onTouches = { event = $2 }
    stage.move(155, 150, finger: 1)
    #expect(stage.drain().last == "pad moved b")
    #expect(event?.allTouches == [a, b] && a.phase == .stationary && b.phase == .moved)
    #expect(event?.timestamp == b.timestamp && a.timestamp < b.timestamp)
  }

  @Test("T006 a finger lifts: phase ended, the last known place, gone from the next event")
  func end() throws {
    pad.isMultipleTouchEnabled = true
    stage.down(110, 110)
    stage.down(150, 150, finger: 1)
    let touch = try touch { stage.up() }
    #expect(touch.phase == .ended && touch.location(in: nil) == CGPoint(x: 110, y: 110))
    var all: Set<Touch>?
    pad.onTouches = { all = $2?.allTouches }
    stage.move(155, 150, finger: 1)
    #expect(all?.count == 1 && all?.contains(touch) == false)
  }

  @Test("T007 an interruption cancels, and nothing more is heard of the touch")
  func cancellation() throws {
    stage.down(110, 110)
    let touch = try touch { stage.interrupt() }
    #expect(touch.phase == .cancelled)
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
    stage.move(120, 120)
    stage.up()
    #expect(stage.drain().isEmpty)
  }

  @Test("T011 T012 the place in a view, in the window, and outside of the view")
  func places() throws {
    let inner = stage.pad("inner", x: 10, y: 20, width: 50, height: 50, in: pad, handles: false)
    let touch = try touch { stage.down(115, 125) }
    #expect(touch.view === inner)
    #expect(touch.location(in: inner) == CGPoint(x: 5, y: 5))
    #expect(touch.location(in: pad) == CGPoint(x: 15, y: 25))
    #expect(touch.location(in: nil) == CGPoint(x: 115, y: 125))
    stage.move(90, 300)
    #expect(stage.drain().suffix(2) == ["inner moved a", "pad moved a"])
    #expect(touch.location(in: inner) == CGPoint(x: -20, y: 180))
    #expect(touch.previousLocation(in: inner) == CGPoint(x: 5, y: 5))
  }

  @Test("T013 a finger stays with the view in which it began")
  func bound() throws {
    let other = stage.pad("other", x: 200, y: 100)
    let touch = try touch { stage.down(110, 110) }
    stage.move(210, 110)
    #expect(stage.drain() == ["pad began a", "pad moved a"] && touch.view === pad)
    #expect(other.superview === stage.window)
  }

  @Test("T014 one event: moved, then ended, each with its set")
  func phases() {
    pad.isMultipleTouchEnabled = true
    stage.frame((0, .down(110, 110)), (1, .down(150, 150)))
    var events: [Event?] = []
    pad.onTouches = { events.append($2) }
    stage.frame((1, .up), (0, .move(111, 110)))
    #expect(stage.drain() == ["pad began ab", "pad moved a", "pad ended b"])
    #expect(events.count == 2 && events.first == events.last)
    stage.frame((0, .cancel), (2, .down(120, 120)), (3, .down(130, 120)))
    #expect(stage.drain() == ["pad began cd", "pad cancelled a"])
  }

  @Test(
    "T015 T018 fingers that come together begin together; the last ones to go are all there are")
  func last() {
    pad.isMultipleTouchEnabled = true
    var isLast: [Bool] = []
    pad.onTouches = { [pad] phase, touches, event in
      if phase == .ended { isLast.append(touches.count == event?.touches(for: pad)?.count) }
    }
    stage.frame((0, .down(110, 110)), (1, .down(150, 150)))
    #expect(stage.drain() == ["pad began ab"])
    stage.up(finger: 0)
    stage.up(finger: 1)
    #expect(isLast == [false, true])
    stage.frame((0, .down(110, 110)), (1, .down(150, 150)))
    stage.frame((0, .up), (1, .up))
    #expect(isLast == [false, true, true])
  }

  @Test("T016 T017 each view gets its own fingers; the event tells those of a view and of a window")
  func apart() throws {
    let other = stage.pad("other", x: 200, y: 100)
    let third = stage.pad("third", x: 300, y: 100)
    var event: Event?
    pad.onTouches = { event = $2 }
    stage.frame((0, .down(110, 110)), (1, .down(210, 110)))
    #expect(stage.drain() == ["pad began a", "other began b"])
    let sent = try #require(event)
    #expect(stage.journal.string(sent.allTouches) == "ab")
    #expect(stage.journal.string(sent.touches(for: pad)) == "a")
    #expect(stage.journal.string(sent.touches(for: other)) == "b")
    #expect(stage.journal.string(sent.touches(for: stage.window)) == "ab")
    #expect(sent.touches(for: third) == nil)
    #expect(sent.touches(for: Window(application: stage.application)) == nil)
  }

  @Test("T019 a motion has no touches")
  func motion() {
    let event = Event(.of(.shake, .began))
    #expect(event.allTouches == nil && event.touches(for: pad) == nil)
    #expect(event.touches(for: stage.window) == nil)
  }

  @Test("T020 T023 what a view does not handle goes up the chain, and is dropped at its end")
  func passing() {
    pad.handles = false
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    stage.tap(110, 110)
    stage.drag((110, 110), (111, 110))
    stage.interrupt()
    let phases = ["began a", "ended a", "began b", "moved b", "cancelled b"]
    #expect(
      stage.drain() == phases.flatMap { ["inner \($0)", "pad \($0)", "window \($0)"] })
    #expect(inner.superview === pad)
  }

  @Test("T021 what a view handles goes no further", arguments: Touch.Phase.allCases)
  func handled(phase: Touch.Phase) {
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    pad.handles = true
    inner.onTouches = { [inner] received, _, _ in inner.handles = received == phase }
    stage.stroke((110, 110), (111, 110))
    stage.down(111, 110)
    stage.interrupt()
    let passed = stage.drain().filter { $0.hasPrefix("pad") }
    #expect(!passed.contains { $0.contains("\(phase)") })
    #expect(passed.contains { $0.contains("moved") } == (phase != .moved))
  }

  @Test("T022 a view passes on while there is one tap: the parent hears of the first alone")
  func byHand() throws {
    let selective = Selective(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    pad.addSubview(selective)
    let touch = try touch { stage.down(110, 110) }
    #expect(touch.view === selective)
    stage.up()
    stage.tap(110, 110)
    #expect(stage.drain() == ["pad began a"])
  }

  @Test("T024 a controller is between its view and the superview")
  func controller() {
    let inner = stage.pad("inner", width: 50, height: 50, in: pad, handles: false)
    pad.handles = false
    let controller = Controller(stage.journal)
    controller.next = pad
    inner.next = controller
    let delegate = Controller(stage.journal)
    delegate.name = "application's next"
    stage.application.next = delegate
    stage.down(110, 110)
    #expect(
      stage.drain() == [
        "inner began a", "controller began a", "pad began a", "window began a",
        "application's next began a",
      ])
  }

  @Test("T024 a view set before it is added keeps its controller")
  func controllerFirst() {
    let controller = Controller(stage.journal)
    let inner = Pad("inner", CGRect(x: 0, y: 0, width: 50, height: 50), stage.journal)
    inner.next = controller
    pad.addSubview(inner)
    #expect(inner.next === controller && inner.superview === pad)
    inner.removeFromSuperview()
    #expect(inner.next === controller && inner.superview == nil)
  }

  @Test("T025 fingers, pens and pointers")
  func kinds() {
    pad.isMultipleTouchEnabled = true
    var seen: Set<Touch> = []
    pad.onTouches = { _, touches, _ in seen.formUnion(touches) }
    stage.send([
      TouchChange(0, .down(110, 110)), TouchChange(1, .down(120, 110), tool: .pen),
      TouchChange(2, .down(130, 110), tool: .pointer),
    ])
    let touches = seen.sorted { $0.location(in: nil).x < $1.location(in: nil).x }
    #expect(touches.map(\.type) == [.direct, .pencil, .indirectPointer])
  }
}

/// A view that handles double taps, and leaves others to its superview.
private final class Selective: View {
  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    if touches.contains(where: { $0.tapCount < 2 }) { super.touchesBegan(touches, with: event) }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {}
}

/// A responder that is no view, and passes on the beginning.
private final class Controller: Responder {
  private let journal: TouchJournal
  var name = "controller"

  init(_ journal: TouchJournal) {
    self.journal = journal
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    journal.note(name, "began", touches, event)
    super.touchesBegan(touches, with: event)
  }
}
