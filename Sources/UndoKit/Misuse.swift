/// A call that the contract of `UndoManager` rules out.
///
/// Foundation for Apple's platforms raises `NSInternalInconsistencyException` for these. Swift cannot
/// catch it, so here the process traps.
enum Misuse {
  case registeringWithoutGroup
  case namingWithoutGroup
  case discardingWithoutGroup
  case informingWithoutGroup
  case endingWithoutBegin
  case enablingWithoutDisable
  case undoingWithOpenGroups
  case undoingNestedWithOpenGroup
  case reentering(call: String, during: Direction)

  func trap() -> Never {
    // Unlike `preconditionFailure` this says why in a release build too.
    fatalError("UndoManager: \(message)")
  }

  private var message: String {
    switch self {
    case .registeringWithoutGroup:
      "registerUndo: must begin a group before registering undo"
    case .namingWithoutGroup:
      "setActionName: must begin a group before setting undo action name"
    case .discardingWithoutGroup:
      "setActionIsDiscardable: must begin a group before setting undo action discardability"
    case .informingWithoutGroup:
      "setActionUserInfoValue: must begin a group before setting undo action user info"
    case .endingWithoutBegin:
      "endUndoGrouping called with no matching begin"
    case .enablingWithoutDisable:
      "enableUndoRegistration called with no matching disable"
    case .undoingWithOpenGroups:
      "undo was called with too many nested undo groups"
    case .undoingNestedWithOpenGroup:
      "undoNestedGroup was called with an open undo group"
    case .reentering(let call, during: .undo):
      "\(call) was called while undoing"
    case .reentering(let call, during: .redo):
      "\(call) was called while redoing"
    }
  }
}
