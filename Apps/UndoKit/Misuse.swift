/// Ends the process after a call that the contract of `UndoManager` rules out.
///
/// Foundation for Apple's platforms raises `NSInternalInconsistencyException` for these. Swift cannot
/// catch it, so here the process traps.
///
/// - Parameter message: The call and the mistake.
func misuse(_ message: String) -> Never {
  // Unlike `preconditionFailure` this says why in a release build too.
  fatalError("UndoManager: \(message)")
}
