// SPDX-License-Identifier: Apache-2.0

// A program whose main thread runs the loop of a toolkit: one that drains the main queue, as GTK's
// with MainLoop; one for which nobody drains it, as that of swift-adwaita; and one that ticks each
// 50 ms, as SwiftCrossUI's. In each the user types, shakes and answers. MainQueueTests reads what
// is printed.

import Foundation
import MainLoop
import MotionCore
import ShakeUndo
import Synchronization
import UndoKit

/// A text whose edits are steps of an undo manager.
@MainActor
final class Note {
  let history = UndoManager()
  private(set) var text = ""

  func type(_ letter: String) {
    let before = text
    history.registerUndo(withTarget: self) { $0.text = before }
    text += letter
  }
}

let note = Note()
let shakes = ShakeToUndo(.ask { $0.answer(.undo) }) { note.history }

@MainActor
func shake() {
  for phase in [MotionEvent.Phase.began, .ended] {
    shakes.send(MotionEvent(.shake, phase, at: Timestamp(nanoseconds: 0)))
  }
}

/// Waits as a toolkit's loop does, and drains once the descriptor can be read.
@MainActor
func turn() {
  var entry = pollfd(fd: MainQueue.descriptor, events: Int16(POLLIN), revents: 0)
  poll(&entry, 1, 10_000)
  MainQueue.drain()
}

switch CommandLine.arguments.last {
case "drained":
  Task {
    print("a task runs")
    note.type("a")
  }
  while note.history.groupingLevel != 1 { turn() }
  while note.history.groupingLevel != 0 { turn() }
  print("its edit is a step")
  note.type("b")
  shake()
  print("after a shake: \(note.text)")
case "undrained":
  // Whoever makes a ShakeToUndo, with whatever history, needs the queue.
  UndoManager.report = { print($0.prefix(50)) }
  let seconds = Mutex(0)
  MainQueueWatch.begin(
    .init(
      now: {
        seconds.withLock { seconds in
          seconds += 2
          return .init(time: .seconds(seconds), work: .zero)
        }
      }, after: { _, look in look() }))
  note.type("a")
  note.type("b")
  shake()
  print("after a shake: \(note.text)")
  for letter in ["c", "d"] { note.history.step("Typing") { note.type(letter) } }
  shake()
  print("with steps: \(note.text)")
case "tick":
  func tick() { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05)) }
  note.type("a")
  // A RunLoop with nothing to do returns at once; a group closes within two ticks.
  while note.history.groupingLevel != 0 { tick() }
  note.type("b")
  shake()
  print("after a shake: \(note.text)")
case "nested":
  DispatchQueue.main.async {
    DispatchQueue.main.async { print("the second block") }
    MainQueue.drain()
    var entry = pollfd(fd: MainQueue.descriptor, events: Int16(POLLIN), revents: 0)
    print("the nested call has returned, and the loop rests: \(poll(&entry, 1, 0) == 0)")
  }
  turn()
  turn()
default: exit(64)
}
