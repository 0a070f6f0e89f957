// SPDX-License-Identifier: Apache-2.0

// The same changes in the host that the argument names: 1 and 2 in one event, 3 in the next. Prints
// what undo and redo then make of them. HostTests runs it.
// `passes NAME` runs passes of the main run loop, for RunLoopTests.
// `misuse SCRIPT` misuses an undo manager, which ends the process; MisuseTests runs that.

import Foundation
import UndoKit

// A host that does not run its blocks must not keep the test waiting.
alarm(300)

let manager = UndoManager()
let document = Document(manager)

switch CommandLine.arguments.dropFirst().first {
case "RunLoop.main.run":
  changeOnMainQueue()
  RunLoop.main.run()
case "dispatchMain":
  changeOnMainQueue()
  dispatchMain()
case "endEventGroups":
  document.set(1)
  document.set(2)
  UndoManager.endEventGroups()
  document.set(3)
  UndoManager.endEventGroups()
  report()
case "passes":
  guard let passes = CommandLine.arguments.last.flatMap(RunLoopPasses.init) else {
    print("which passes?")
    exit(EXIT_FAILURE)
  }
  passes.run()
case "misuse":
  Misuse().run(CommandLine.arguments.last ?? "")
default:
  print("which host?")
  exit(EXIT_FAILURE)
}

@MainActor
final class Document {
  private let manager: UndoManager
  private(set) var value = 0

  init(_ manager: UndoManager) {
    self.manager = manager
  }

  func set(_ newValue: Int) {
    let oldValue = value
    manager.registerUndo(withTarget: self) { $0.set(oldValue) }
    value = newValue
  }
}

/// Has two blocks of one pass change the document, and one of a later pass.
@MainActor
func changeOnMainQueue() {
  DispatchQueue.main.async { document.set(1) }
  DispatchQueue.main.async { document.set(2) }
  DispatchQueue.main.async {
    afterEvent {
      document.set(3)
      afterEvent { report() }
    }
  }
}

/// Calls `body` when the event that this one is in has ended, and its event group with it.
@MainActor
func afterEvent(_ body: @escaping @MainActor @Sendable () -> Void) {
  DispatchQueue.main.async {
    DispatchQueue.main.async(execute: body)
  }
}

@MainActor
func report() -> Never {
  var line = "level \(manager.groupingLevel), \(manager.undoCount) steps, values \(document.value)"
  while manager.canUndo {
    manager.undo()
    line += " \(document.value)"
  }
  line += ", then"
  while manager.canRedo {
    manager.redo()
    line += " \(document.value)"
  }
  print(line)
  exit(EXIT_SUCCESS)
}
