import Testing
import UndoKit

/// Every call that can be misuse, by the way in which it is.
enum MisusedCall: String, CaseIterable, Codable, Sendable {
  case registerUndo
  case setActionName
  case setActionIsDiscardable
  case setActionUserInfoValue
  case endUndoGrouping
  case enableUndoRegistration
  case undo
  case undoNestedGroup
  case redo

  @MainActor
  func misuse(_ manager: UndoManager) {
    let target = Token()
    switch self {
    case .registerUndo:
      manager.registerUndo(withTarget: target) { _ in }
    case .setActionName:
      manager.setActionName("N")
    case .setActionIsDiscardable:
      manager.setActionIsDiscardable(true)
    case .setActionUserInfoValue:
      manager.setActionUserInfoValue(1, forKey: "key")
    case .endUndoGrouping:
      manager.endUndoGrouping()
    case .enableUndoRegistration:
      manager.enableUndoRegistration()
    case .undo:
      manager.beginUndoGrouping()
      manager.undo()
    case .undoNestedGroup:
      manager.beginUndoGrouping()
      manager.undoNestedGroup()
    case .redo:
      manager.group { manager.registerUndo(withTarget: target) { _ in manager.redo() } }
      manager.undo()
    }
    withExtendedLifetime(target) {}
  }
}

@Suite("11 Misuse")
struct MisuseTests {
  @Test("U136 misuse ends the process and names the call", arguments: MisusedCall.allCases)
  func misuse(call: MisusedCall) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor [call] in
      call.misuse(UndoManager.manual())
    }
    #expect(result?.printed("UndoManager: \(call.rawValue)") == true)
  }
}
