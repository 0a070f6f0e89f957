import ProcessTestSupport
import Testing
import UndoKit

/// Every way to misuse an undo manager, under the number of its case.
enum Misuse: String, CaseIterable, Codable, Sendable {
  case u015RegisterWithoutGroup
  case u032RedoWhileUndoing, u033UndoWhileUndoing, u033UndoNestedGroupWhileUndoing
  case u034UndoWhileRedoing, u034RedoWhileRedoing
  case u040EndWithoutBegin, u041EndTooMany, u060EndInHandler
  case u043UndoInGroup, u044UndoInNestedGroup, u045UndoInGroupOfEvent
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
    case .u043UndoInGroup, .u044UndoInNestedGroup, .u045UndoInGroupOfEvent:
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

  @MainActor
  func commit() {
    let (manual, automatic) = (UndoManager.manual(), UndoManager())
    let target = Token()
    /// Undoes, and redoes if asked, an action that makes `call` at that moment.
    func replay(redoing: Bool = false, _ call: @escaping @MainActor () -> Void) {
      automatic.registerUndo(withTarget: target) { target in
        if redoing { automatic.registerUndo(withTarget: target) { _ in call() } } else { call() }
      }
      automatic.undo()
      if redoing { automatic.redo() }
    }
    func begin(_ count: Int) {
      for _ in 0..<count { manual.beginUndoGrouping() }
    }
    switch self {
    case .u015RegisterWithoutGroup: manual.registerUndo(withTarget: target) { _ in }
    case .u032RedoWhileUndoing: replay { automatic.redo() }
    case .u033UndoWhileUndoing: replay { automatic.undo() }
    case .u033UndoNestedGroupWhileUndoing: replay { automatic.undoNestedGroup() }
    case .u034UndoWhileRedoing: replay(redoing: true) { automatic.undo() }
    case .u034RedoWhileRedoing: replay(redoing: true) { automatic.redo() }
    case .u040EndWithoutBegin: manual.endUndoGrouping()
    case .u041EndTooMany:
      begin(2)
      for _ in 0..<3 { manual.endUndoGrouping() }
    case .u060EndInHandler: replay { automatic.endUndoGrouping() }
    case .u043UndoInGroup, .u044UndoInNestedGroup:
      begin(self == .u043UndoInGroup ? 1 : 2)
      manual.registerUndo(withTarget: target) { _ in }
      manual.undo()
    case .u045UndoInGroupOfEvent:
      automatic.beginUndoGrouping()
      automatic.undo()
    case .u046UndoNestedGroupInGroup:
      begin(1)
      manual.registerUndo(withTarget: target) { _ in }
      manual.undoNestedGroup()
    case .u046UndoNestedGroupBelowChanges:
      automatic.group {}
      automatic.registerUndo(withTarget: target) { _ in }
      automatic.undoNestedGroup()
    case .u080EnableWithoutDisable: automatic.enableUndoRegistration()
    case .u102NameWithoutGroup: manual.setActionName("N")
    case .u109DiscardableWithoutGroup: manual.setActionIsDiscardable(true)
    case .u113UserInfoWithoutGroup: manual.setActionUserInfoValue(1, forKey: "key")
    }
    withExtendedLifetime(target) {}
  }
}

@Suite("11 Misuse")
struct MisuseTests {
  @Test(
    "U015 U032 U033 U034 U040 U041 U043 U044 U045 U046 U060 U080 U102 U109 U113 U136 misuse ends the process, and names the call",
    arguments: Misuse.allCases)
  func misuse(misuse: Misuse) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor [misuse] in
      misuse.commit()
    }
    #expect(result?.printed("UndoManager: ") == true)
    #expect(result?.printed(misuse.message) == true)
  }
}

@Suite("11 Isolation")
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
