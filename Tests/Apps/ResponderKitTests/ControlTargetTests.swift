// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ResponderKit

@Suite("Controls: targets and closures")
@MainActor
struct ControlTargetTests {
  private let stage = TouchStage()
  private let button = Control(frame: .init(x: 100, y: 100, width: 100, height: 100))
  private let listener: ControlListener

  init() {
    listener = ControlListener(stage.journal)
    listener.next = stage.window
    stage.window.addSubview(button)
  }

  private func drain() -> [String] { stage.drain().filter { !$0.hasPrefix("window") } }

  @Test("C001 an action goes to its target, with sender and event")
  func target() {
    button.addTarget(listener, action: .press, for: .touchUpInside)
    stage.tap(110, 110)
    #expect(drain() == ["press"])
    #expect(listener.sender === button && listener.event?.type == .touches)
    button.removeTarget(listener, action: .press, for: .touchUpInside)
    stage.tap(110, 110)
    #expect(drain().isEmpty)
  }

  @Test("C002 without target: the first responder's chain, then the control's")
  func noTarget() {
    button.addTarget(nil, action: .press, for: .touchUpInside)
    button.next = listener
    stage.tap(110, 110)
    #expect(drain() == ["press"])
    let first = ControlListener(stage.journal, name: "first ")
    first.next = stage.window
    first.becomeFirstResponder()
    stage.tap(110, 110)
    #expect(drain() == ["first press"])
  }

  @Test("C003 a target that does not implement the action refuses")
  func notImplemented() {
    #expect(!button.sendAction(Action(rawValue: "unknown"), to: listener, for: nil))
    #expect(button.sendAction(.press, to: listener, for: nil))
  }

  @Test("C004 a target that is gone is skipped, and not replaced by another")
  func gone() {
    var target: ControlListener? = ControlListener(stage.journal, name: "gone ")
    button.addTarget(target, action: .press, for: .touchUpInside)
    button.addTarget(listener, action: .press, for: .touchUpInside)
    button.next = listener
    target = nil
    stage.tap(110, 110)
    #expect(drain() == ["press"] && target == nil)
  }

  @Test("C018 actions are sent outside of a window, too")
  func outside() {
    let control = Control()
    control.addTarget(listener, action: .press, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(drain() == ["press"])
    control.removeTarget(nil, action: nil, for: .allEvents)
    control.addTarget(nil, action: .press, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(drain().isEmpty)
    control.next = listener
    control.sendActions(for: .valueChanged)
    #expect(drain() == ["press"])
  }

  @Test("C019 the same target and action, added twice, act once; what was added can be asked")
  func twice() {
    button.addTarget(listener, action: .press, for: .touchDown)
    button.addTarget(listener, action: .press, for: [.touchDown, .valueChanged])
    button.sendActions(for: .touchDown)
    button.sendActions(for: .valueChanged)
    #expect(drain() == ["press", "press"])
    button.addTarget(nil, action: .press, for: .touchCancel)
    #expect(button.allTargets.count == 1 && button.allTargets.first === listener)
    #expect(button.allControlEvents == [.touchDown, .valueChanged, .touchCancel])
    #expect(button.actions(forTarget: listener, for: .valueChanged) == [.press])
    #expect(button.actions(forTarget: nil, for: .touchCancel) == [.press])
    #expect(button.actions(forTarget: nil, for: .touchDown).isEmpty)
    let tap = TapGestureRecognizer(target: listener, action: .press)
    tap.addTarget(listener, action: .press)
    stage.pad("pad", x: 300, y: 0).addGestureRecognizer(tap)
    stage.tap(310, 10)
    #expect(drain().filter { $0 == "press" }.count == 1)
  }

  @Test("C020 a closure is called until it is removed")
  func closures() {
    var calls: [String] = []
    let one = button.addAction(for: .touchDown) { _ in calls.append("one") }
    button.addAction(for: [.touchDown, .touchUpInside]) { _ in calls.append("two") }
    stage.tap(110, 110)
    #expect(calls == ["one", "two", "two"])
    button.removeAction(one)
    stage.tap(110, 110)
    #expect(calls == ["one", "two", "two", "two", "two"])
    let tap = TapGestureRecognizer()
    let handler = tap.addAction { _ in calls.append("tap") }
    tap.removeAction(handler)
    stage.pad("pad", x: 300, y: 0).addGestureRecognizer(tap)
    stage.tap(310, 10)
    #expect(!calls.contains("tap"))
  }

  @Test("C014 several targets, in the order of adding")
  func several() {
    let other = ControlListener(stage.journal, name: "other ")
    button.addTarget(other, action: .press, for: .touchUpInside)
    button.addTarget(listener, action: .press, for: [.touchUpInside, .touchUpOutside])
    stage.tap(110, 110)
    #expect(drain() == ["other press", "press"])
    button.removeTarget(nil, action: nil, for: .touchUpInside)
    stage.tap(110, 110)
    #expect(drain().isEmpty)
    stage.stroke((110, 110), (350, 110))
    #expect(drain() == ["press"])
  }
}

extension Action {
  fileprivate static let press = Action(rawValue: "press")
}

@Suite("The targets and closures of a control or a recognizer")
@MainActor
struct TargetListTests {
  private var list = TargetList<Int>()
  private let first = Responder()
  private let second = Responder()

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
}
