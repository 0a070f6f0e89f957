// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit
import UndoKitHost

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
/// These words come to those of ``ScriptPlayer``:
///
/// - `a7`: the document `a`, which was 0 at first, becomes 7; that is registered
/// - `-a`: all actions of the document `a` are removed
/// - `|`: the state is noted
///
/// A state such as "a7 b0 @1 2/1 N/k:v" has the values, the grouping level, the numbers of steps to
/// undo and to redo, and what these are labeled with, if they are; `!` marks discardable ones.
@MainActor
final class Bench: ScriptPlayer {
  let manager = UndoManager()
  private(set) var states: [String] = []
  var keys: [String] = []
  private var documents: [Substring: Document] = [:]

  func run(other word: Substring) {
    if word == "|" {
      states.append(state)
    } else if word.hasPrefix("-") {
      manager.removeAllActions(withTarget: document(word.dropFirst()))
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
