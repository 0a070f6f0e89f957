// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

/// A case: its number and rule, a script, and the states that this leads to.
struct Case: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let script: String
  private let states: String

  init(_ name: String, _ script: String, _ states: String) {
    (testDescription, self.script, self.states) = (name, script, states)
  }

  /// Expects the states that the script notes, and the one at its end.
  @MainActor func check() {
    let bench = Bench()
    bench.run(script + " |")
    #expect(bench.states.joined(separator: " | ") == states)
  }

  /// As ``check()``, with an end of the event at each `;`.
  @MainActor func checkEvents() async {
    let bench = Bench()
    for (index, part) in (script + " |").split(separator: ";").enumerated() {
      if index > 0 { await mainQueueRoundTrip() }
      bench.run(String(part))
    }
    #expect(bench.states.joined(separator: " | ") == states)
  }
}

/// A manager, and documents that scripts change, such as "[ a1 b1 ] undo".
///
/// These are the words of a script:
///
/// - `a7`: the document `a`, which was 0 at first, becomes 7; that is registered
/// - `[` and `]`: a group begins, and ends
/// - `(` and `)`: an action is registered, whose handler runs the words in between
/// - `undo`, `redo`, `nested`: what was done last is undone, redone, or its nested group undone
/// - `clear`, `-a`: all actions are removed, or those of the document `a`
/// - `off`, `on`: registration is disabled, and enabled
/// - `manual`, `events`, `max3`: events have no groups, or have; there is a limit of 3 steps
/// - `end`: `endEventGroups()` is called
/// - `=N`, `k:v`: the step is named N, or nothing after `=`; it has the user info v under the key k
/// - `!`, `~`: what was registered last is discardable, or is not
/// - `|`: the state is noted
///
/// A state such as "a7 b0 @1 2/1 N/k:v" has the values, the grouping level, the numbers of steps to
/// undo and to redo, and what these are labeled with, if they are; `!` marks discardable ones.
@MainActor
final class Bench {
  let manager = UndoManager()
  private(set) var states: [String] = []
  private var documents: [Substring: Document] = [:]
  private var keys: [String] = []

  func run(_ script: String) {
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
      case "|": states.append(state)
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
    } else if word.hasPrefix("-") {
      manager.removeAllActions(withTarget: document(word.dropFirst()))
    } else if word.hasPrefix("max"), let limit = Int(word.dropFirst(3)) {
      manager.levelsOfUndo = limit
    } else if let value = Int(word.dropFirst()) {
      document(word.prefix(1)).set(value)
    } else {
      Issue.record("\(word) is no word of a script")
    }
  }

  private func document(_ name: Substring) -> Document {
    let document = documents[name] ?? Document(0, manager)
    documents[name] = document
    return document
  }

  /// The values of all documents, in the order of their names.
  var values: String {
    documents.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value.value)" }.joined(separator: " ")
  }

  private var state: String {
    let (undo, redo) = (manager.undoCount, manager.redoCount)
    #expect(manager.canUndo == (undo > 0) && manager.canRedo == (redo > 0))
    let labels = [
      labels(manager.undoActionName, manager.undoActionIsDiscardable) {
        manager.undoActionUserInfoValue(forKey: $0)
      },
      labels(manager.redoActionName, manager.redoActionIsDiscardable) {
        manager.redoActionUserInfoValue(forKey: $0)
      },
    ].joined(separator: "/")
    return [
      values, "@\(manager.groupingLevel)", "\(undo)/\(redo)", labels == "/" ? "" : labels,
      manager.isUndoing ? "undoing" : "", manager.isRedoing ? "redoing" : "",
      manager.isUndoRegistrationEnabled ? "" : "off",
    ]
    .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What a step is labeled with: its name, the user info of the keys, `!` if it is discardable.
  private func labels(
    _ name: String, _ isDiscardable: Bool, _ info: (UndoManager.UserInfoKey) -> Any?
  ) -> String {
    let values = keys.compactMap { key in
      (info(.init(key)) as? String).map { "\(key):\($0)" }
    }
    return ([name] + values + [isDiscardable ? "!" : ""]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
