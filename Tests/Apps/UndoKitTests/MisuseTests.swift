// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing
import UndoKit

/// The ways to misuse an undo manager that UndoKitHost knows, under the number of their case.
enum Misuse: String, CaseIterable, Sendable {
  case u015RegisterWithoutGroup
  case u032RedoWhileUndoing, u033UndoWhileUndoing, u033UndoNestedGroupWhileUndoing
  case u034UndoWhileRedoing, u034RedoWhileRedoing
  case u040EndWithoutBegin, u041EndTooMany, u060EndInHandler
  case u044UndoInNestedGroup, u045UndoInGroupOfEvent
  case u046UndoNestedGroupInGroup, u046UndoNestedGroupBelowChanges
  case u080EnableWithoutDisable
  case u102NameWithoutGroup, u109DiscardableWithoutGroup, u113UserInfoWithoutGroup

  /// The call and the mistake, as the process prints them at its end.
  var message: String {
    switch self {
    case .u015RegisterWithoutGroup: "must begin a group before registering undo"
    case .u032RedoWhileUndoing: "redo was called while undoing"
    case .u033UndoWhileUndoing: "undo was called while undoing"
    case .u033UndoNestedGroupWhileUndoing: "undoNestedGroup was called while undoing"
    case .u034UndoWhileRedoing: "undo was called while redoing"
    case .u034RedoWhileRedoing: "redo was called while redoing"
    case .u040EndWithoutBegin, .u041EndTooMany, .u060EndInHandler:
      "endUndoGrouping called with no matching begin"
    case .u044UndoInNestedGroup, .u045UndoInGroupOfEvent:
      "undo was called with too many nested undo groups"
    case .u046UndoNestedGroupInGroup, .u046UndoNestedGroupBelowChanges:
      "undoNestedGroup was called with an open undo group"
    case .u080EnableWithoutDisable: "enableUndoRegistration called with no matching disable"
    case .u102NameWithoutGroup: "must begin a group before setting undo action name"
    case .u109DiscardableWithoutGroup:
      "must begin a group before setting undo action discardability"
    case .u113UserInfoWithoutGroup: "must begin a group before setting undo action user info"
    }
  }
}

@Suite("11 Misuse", .waits)
struct MisuseTests {
  @Test(
    "U015 U032 U033 U034 U040 U041 U044 U045 U046 U060 U080 U102 U109 U113 U136 misuse ends the process, and names the call",
    arguments: Misuse.allCases)
  func misuse(misuse: Misuse) throws {
    let program = Process()
    program.executableURL = builtProducts.appendingPathComponent("UndoKitHost")
    program.arguments = ["misuse", misuse.rawValue]
    let printed = try output(of: program, from: \.standardError)
    #expect(program.terminationReason == .uncaughtSignal)
    #expect(printed.contains("UndoManager: "))
    #expect(printed.contains(misuse.message))
  }
}

@Suite("11 Isolation", .waits)
struct IsolationTests {
  @Test("U133 only the main actor may call an undo manager")
  func mainActorOnly() throws {
    let isolated = try diagnostics(
      of: "@MainActor func undo(_ manager: UndoManager) { manager.undo() }", importing: "UndoKit")
    #expect(isolated == "")
    let nonisolated = try diagnostics(
      of: "func undo(_ manager: UndoManager) { manager.undo() }", importing: "UndoKit")
    #expect(nonisolated.contains("error: call to main actor-isolated instance method 'undo()'"))
  }
}
