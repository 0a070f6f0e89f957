// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ResponderKit

@Suite("The targets and closures of a control or a recognizer")
@MainActor
struct TargetListTests {
  private var list = TargetList<Int>()
  private let first = Responder()
  private let second = Responder()

  @Test("the same target and action stand in the list once, with the events of each time")
  mutating func once() {
    list.addTarget(first, action: .copy, for: .touchDown)
    list.addTarget(nil, action: .copy, for: .touchDown)
    list.addTarget(second, action: .copy, for: .touchDown)
    list.addTarget(first, action: .copy, for: .touchCancel)
    list.addTarget(first, action: .cut, for: .touchCancel)
    #expect(list.targets.map(\.action) == [.copy, .copy, .copy, .cut])
    #expect(list.targets.map(\.isNamed) == [true, false, true, true])
    #expect(list.targets.first?.events == [.touchDown, .touchCancel])
    #expect(list.objects.map { $0 === first } == [true, false])
    #expect(list.actions(forTarget: first, for: .touchCancel) == [.copy, .cut])
    #expect(list.actions(forTarget: nil, for: .allEvents) == [.copy])
  }

  @Test("events are removed from one action, from all of a target, and from all of all")
  mutating func remove() {
    for target in [first, second] {
      for action in [Action.copy, .cut] {
        list.addTarget(target, action: action, for: [.touchDown, .touchCancel])
      }
    }
    list.removeTarget(first, action: .copy, for: .touchDown)
    #expect(list.actions(forTarget: first, for: .touchDown) == [.cut])
    #expect(list.actions(forTarget: first, for: .touchCancel) == [.copy, .cut])
    list.removeTarget(nil, action: .cut, for: .touchCancel)
    #expect(list.actions(forTarget: second, for: .touchCancel) == [.copy])
    list.removeTarget(first, action: nil)
    #expect(list.objects.count == 1 && list.events == [.touchDown, .touchCancel])
    list.removeTarget(nil, action: nil)
    #expect(list.targets.isEmpty && list.events.isEmpty)
  }

  @Test("a named target that is gone is gone; one that was never named is not")
  mutating func gone() {
    var model: Responder? = Responder()
    list.addTarget(model, action: .copy)
    list.addTarget(nil, action: .copy)
    #expect(list.targets.map(\.isGone) == [false, false])
    model = nil
    #expect(list.targets.map(\.isGone) == [true, false])
    #expect(list.objects.isEmpty)
  }

  @Test("a control and a recognizer call targets and closures in the order of adding")
  func order() {
    let stage = TouchStage()
    let pad = stage.pad("pad")
    let (control, tap) = (Control(frame: pad.bounds), TapGestureRecognizer())
    pad.addSubview(control)
    pad.addGestureRecognizer(tap)
    let target = CommandTarget(.copy, next: pad)
    target.whilePerforming = { stage.journal.note("copy") }
    let events = Control.Events.touchUpInside
    control.addAction(for: events) { _ in stage.journal.note("closure 1") }
    control.addTarget(target, action: .copy, for: events)
    control.addAction(for: events) { _ in stage.journal.note("closure 2") }
    control.sendActions(for: events)
    let heard = stage.drain()
    #expect(heard == ["closure 1", "copy", "closure 2"])
    control.isHidden = true
    tap.addAction { _ in stage.journal.note("closure 1") }
    tap.addTarget(target, action: .copy)
    tap.addAction { _ in stage.journal.note("closure 2") }
    stage.tap(10, 10)
    #expect(stage.gestures() == heard)
  }

  @Test("closures are called in the order of adding, until they are removed")
  mutating func closures() {
    var heard: [Int] = []
    let down = list.addAction(for: .touchDown) { heard.append($0) }
    list.addAction(for: .touchCancel) { heard.append(-$0) }
    #expect(list.events == [.touchDown, .touchCancel])
    for handler in list.handlers { handler.body(7) }
    list.removeAction(down)
    for handler in list.handlers { handler.body(8) }
    #expect(heard == [7, -7, -8] && list.events == .touchCancel)
  }
}
