// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ResponderKit

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
