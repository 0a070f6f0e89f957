// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// A player of scripts that call an undo manager, such as "manual [ ( ) ] undo".
///
/// These are the words of a script:
///
/// - `[` and `]`: a group begins, and ends
/// - `(` and `)`: an action is registered, whose handler runs the words in between
/// - `undo`, `redo`, `nested`: what was done last is undone, redone, or its nested group undone
/// - `clear`: all actions are removed
/// - `off`, `on`: registration is disabled, and enabled
/// - `manual`, `events`, `max3`: events have no groups, or have; there is a limit of 3 steps
/// - `end`: `endEventGroups()` is called
/// - `=N`, `k:v`: the step is named N, or nothing after `=`; it has the user info v under the key k
/// - `!`, `~`: what was registered last is discardable, or is not
@MainActor
package protocol ScriptPlayer: AnyObject {
  var manager: UndoManager { get }
  /// The keys of user info that were set, in the order of their first words.
  var keys: [String] { get set }

  /// Runs a word that is none of those.
  func run(other word: Substring)
}

extension ScriptPlayer {
  package func run(_ script: String) {
    run(script.split(separator: " ")[...])
  }

  private func run(_ script: ArraySlice<Substring>) {
    var rest = script
    while let word = rest.popFirst() {
      switch word {
      case "[": manager.beginUndoGrouping()
      case "]": manager.endUndoGrouping()
      case "(":
        var depth = 1
        let body = rest.prefix { word in
          depth += word == "(" ? 1 : word == ")" ? -1 : 0
          return depth > 0
        }
        rest = rest.dropFirst(body.count + 1)
        manager.registerUndo(withTarget: self) { $0.run(body) }
      case "undo": manager.undo()
      case "redo": manager.redo()
      case "nested": manager.undoNestedGroup()
      case "clear": manager.removeAllActions()
      case "off": manager.disableUndoRegistration()
      case "on": manager.enableUndoRegistration()
      case "manual": manager.groupsByEvent = false
      case "events": manager.groupsByEvent = true
      case "end": UndoManager.endEventGroups()
      case "!": manager.setActionIsDiscardable(true)
      case "~": manager.setActionIsDiscardable(false)
      default: label(word)
      }
    }
  }

  /// Runs a word that names something.
  private func label(_ word: Substring) {
    let parts = word.split(separator: ":").map(String.init)
    if parts.count == 2 {
      manager.setActionUserInfoValue(parts[1], forKey: .init(parts[0]))
      if !keys.contains(parts[0]) { keys.append(parts[0]) }
    } else if word.hasPrefix("=") {
      manager.setActionName(String(word.dropFirst()))
    } else if word.hasPrefix("max"), let limit = Int(word.dropFirst(3)) {
      manager.levelsOfUndo = limit
    } else {
      run(other: word)
    }
  }
}

/// A player of misuse, which ends the process.
@MainActor
final class Misuse: ScriptPlayer {
  let manager = UndoManager()
  var keys: [String] = []

  func run(other word: Substring) { print("\(word) is no word of a script") }
}
