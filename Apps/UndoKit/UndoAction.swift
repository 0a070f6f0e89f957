/// One registered undo operation: a handler and the object that it changes.
struct UndoAction {
  private let targetIdentity: ObjectIdentifier
  private let body: @MainActor () -> Void
  /// A Boolean value that indicates whether the action may be lost without harm.
  var isDiscardable = false

  @MainActor
  init<Target: AnyObject>(target: Target, handler: @escaping @MainActor (Target) -> Void) {
    targetIdentity = ObjectIdentifier(target)
    body = { [weak target] in
      guard let target else { return }
      handler(target)
    }
  }

  /// Runs the handler, unless its target is gone.
  @MainActor
  func perform() {
    body()
  }

  /// A Boolean value that indicates whether the action was registered with `target`.
  ///
  /// By identity, because a weak reference is already nil while its object deinitializes. An identity
  /// may be reused once its object is gone; the action that then goes by mistake could do nothing.
  func targets(_ target: ObjectIdentifier) -> Bool {
    targetIdentity == target
  }
}
