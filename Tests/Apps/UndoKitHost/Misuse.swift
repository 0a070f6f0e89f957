// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// Makes the calls of a script, of which MisuseTests has the words; each script is a misuse.
@MainActor
func run(_ script: ArraySlice<Substring>, _ manager: UndoManager, _ target: Target) {
  var rest = script
  while let word = rest.popFirst() {
    switch word {
    case "(":
      var depth = 1
      let body = rest.prefix { word in
        depth += word == "(" ? 1 : word == ")" ? -1 : 0
        return depth > 0
      }
      rest = rest.dropFirst(body.count + 1)
      manager.registerUndo(withTarget: target) { run(body, manager, $0) }
    case "[": manager.beginUndoGrouping()
    case "]": manager.endUndoGrouping()
    case "undo": manager.undo()
    case "redo": manager.redo()
    case "nested": manager.undoNestedGroup()
    case "manual": manager.groupsByEvent = false
    case "on": manager.enableUndoRegistration()
    case "=N": manager.setActionName("N")
    case "!": manager.setActionIsDiscardable(true)
    case "k:v": manager.setActionUserInfoValue("v", forKey: "k")
    default: print("\(word) is no word of a script")
    }
  }
}

/// Something to be a target.
@MainActor
final class Target {}
