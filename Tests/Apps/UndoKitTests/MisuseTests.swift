// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing
import UndoKit

@Suite("11 Misuse", .waits)
struct MisuseTests {
  /// Scripts of ``ScriptPlayer``'s words, and what the process prints at its end.
  @Test(
    "misuse ends the process, and names the call",
    arguments: [
      ("U015 U136 ", "manual ( )", "must begin a group before registering undo"),
      ("U032 ", "( redo ) undo", "redo was called while undoing"),
      ("U033 ", "( undo ) undo", "undo was called while undoing"),
      ("U033 ", "( nested ) undo", "undoNestedGroup was called while undoing"),
      ("U034 ", "( ( undo ) ) undo redo", "undo was called while redoing"),
      ("U034 ", "( ( redo ) ) undo redo", "redo was called while redoing"),
      ("U040 ", "manual ]", "endUndoGrouping called with no matching begin"),
      ("U041 ", "manual [ [ ] ] ]", "endUndoGrouping called with no matching begin"),
      ("U060 ", "( ] ) undo", "endUndoGrouping called with no matching begin"),
      ("U044 ", "manual [ [ ( ) undo", "undo was called with too many nested undo groups"),
      ("U045 ", "[ undo", "undo was called with too many nested undo groups"),
      ("U046 ", "manual [ ( ) nested", "undoNestedGroup was called with an open undo group"),
      ("U046 ", "[ ] ( ) nested", "undoNestedGroup was called with an open undo group"),
      ("U080 ", "on", "enableUndoRegistration called with no matching disable"),
      ("U102 ", "manual =N", "must begin a group before setting undo action name"),
      ("U109 ", "manual !", "must begin a group before setting undo action discardability"),
      ("U113 ", "manual k:v", "must begin a group before setting undo action user info"),
    ])
  func misuse(number: String, script: String, message: String) throws {
    let program = Process()
    program.executableURL = builtProducts.appendingPathComponent("UndoKitHost")
    program.arguments = ["misuse", script]
    let printed = try output(of: program, from: \.standardError)
    #expect(program.terminationReason == .uncaughtSignal)
    #expect(printed.contains("UndoManager: "))
    #expect(printed.contains(message))
  }
}

@Suite("11 Isolation", .waits)
struct IsolationTests {
  @Test(
    "U133 only the main actor may call an undo manager",
    // The compiler that it asks knows nothing of the mutex that the thread sanitizer needs.
    .disabled(if: ProcessInfo.processInfo.environment["MOTION_MUTEX"] != nil))
  func mainActorOnly() throws {
    let isolated = try diagnostics(
      of: "@MainActor func undo(_ manager: UndoManager) { manager.undo() }", importing: "UndoKit")
    #expect(isolated == "")
    let nonisolated = try diagnostics(
      of: "func undo(_ manager: UndoManager) { manager.undo() }", importing: "UndoKit")
    #expect(nonisolated.contains("error: call to main actor-isolated instance method 'undo()'"))
  }
}
