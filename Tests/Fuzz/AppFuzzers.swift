// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import UndoKit

/// A number that is changed, undone and redone, beside a model of two stacks.
@MainActor func fuzzUndo(_ input: Input) {
  var input = input
  let manager = UndoManager()
  manager.groupsByEvent = false
  let document = Number()
  var (undos, redos): ([Int], [Int]) = ([], [])
  while !input.isOver {
    switch input.number(below: 6) {
    case 0, 1:
      let value = Int(input.byte())
      undos.append(document.value)
      redos = []
      manager.beginUndoGrouping()
      // Several changes in groups within groups are one.
      let depth = input.number(below: 4)
      for step in 0..<depth {
        manager.beginUndoGrouping()
        document.set(step, manager)
      }
      document.set(value, manager)
      for _ in 0..<depth { manager.endUndoGrouping() }
      manager.endUndoGrouping()
    case 2:
      precondition(manager.canUndo == !undos.isEmpty, "what can be undone differs")
      guard let value = undos.popLast() else { continue }
      redos.append(document.value)
      manager.undo()
      precondition(document.value == value, "undone to another value")
    case 3:
      precondition(manager.canRedo == !redos.isEmpty, "what can be redone differs")
      guard let value = redos.popLast() else { continue }
      undos.append(document.value)
      manager.redo()
      precondition(document.value == value, "redone to another value")
    case 4:
      manager.removeAllActions()
      (undos, redos) = ([], [])
    default:
      let limit = input.number(below: 5)
      manager.levelsOfUndo = limit
    }
    // The limit counts for both stacks, whoever they grow by.
    if manager.levelsOfUndo > 0 {
      undos = Array(undos.suffix(manager.levelsOfUndo))
      redos = Array(redos.suffix(manager.levelsOfUndo))
    }
  }
}

@MainActor private final class Number {
  var value = 0

  func set(_ new: Int, _ manager: UndoManager) {
    let old = value
    manager.registerUndo(withTarget: self) { [manager] in $0.set(old, manager) }
    value = new
  }
}

/// Responders that move about while motions begin and end: each that saw a beginning sees one end.
@MainActor func fuzzResponders(_ input: Input) {
  var input = input
  let application = Application()
  let roots = (0..<2).map { _ in Window(application: application) }
  let windows = roots.map { Counter(next: $0) }
  var movers = (0..<5).map { Counter(next: windows[$0 % 2]) }
  application.keyWindow = roots[0]
  var isOpen = false
  while !input.isOver {
    let index = input.number(below: movers.count)
    switch input.number(below: 8) {
    case 0: movers[index].next = nil
    case 1:
      let later = movers[(index + 1)...] + windows
      movers[index].next = later[later.startIndex + input.number(below: later.count)]
    case 2: movers[index].resignFirstResponder()
    case 3: application.keyWindow = [roots[0], roots[1], nil][input.number(below: 3)]
    case 4: movers[index] = Counter(next: windows[index % 2])
    case 5: movers[index].becomeFirstResponder()
    case 6 where !isOpen:
      application.sendEvent(event(.began))
      isOpen = true
    default:
      guard isOpen else { continue }
      application.sendEvent(event(input.byte() & 1 == 0 ? .ended : .cancelled(.tooLong)))
      isOpen = false
      for counter in windows + movers { counter.check() }
    }
  }
}

private func event(_ phase: MotionEvent.Phase) -> Event {
  Event(MotionEvent(.shake, phase, at: Timestamp(nanoseconds: 1), measurements: nil))
}

@MainActor private final class Counter: Responder {
  private enum Ledger { case nothing, open, closed }

  private var ledger = Ledger.nothing

  init(next: Responder?) {
    super.init()
    self.next = next
  }

  override var canBecomeFirstResponder: Bool { true }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    precondition(ledger == .nothing, "a beginning within a motion")
    ledger = .open
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    end()
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    end()
    super.motionCancelled(motion, with: event)
  }

  private func end() {
    precondition(ledger != .closed, "two ends of a motion")
    // Who joins in the middle of a motion receives its end only.
    if ledger == .open { ledger = .closed }
  }

  /// Checks a motion that is over.
  func check() {
    precondition(ledger != .open, "a beginning without an end")
    ledger = .nothing
  }
}
