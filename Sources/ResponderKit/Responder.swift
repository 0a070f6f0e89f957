import UndoKit

/// An object that can receive events, and passes on those it does not handle.
///
/// Subclass it for whatever takes part in your interface: views, view controllers, documents. A
/// client of another class hierarchy (a GTK widget, say) gives each of its objects a responder.
///
/// Override ``motionEnded(_:with:)`` and do not call `super`, and you have handled the event; call
/// `super`, and ``next`` receives it too. Who handles one phase of a motion should handle all three:
/// otherwise others see a motion begin that never ends.
///
/// Names and behaviour are those documented for UIKit's `UIResponder`, but for the <doc:Differences>.
/// All of it belongs to the main actor.
@MainActor
open class Responder {
  /// A responder that follows nobody yet.
  public init() {}

  // MARK: The chain

  /// Who receives what this responder does not handle; `nil` at the end of the chain.
  ///
  /// Set it when the object is put into its place: a view's `next` is its view controller or its
  /// superview, a root view controller's is the window. Set it to `nil` when the object is removed;
  /// a first responder that thereby leaves its window resigns (see ``resignFirstResponder()``).
  ///
  /// The reference is weak, as the chain leads from children to the parents that own them: keep
  /// the parents alive elsewhere. A responder must not come to follow itself: setting that traps.
  ///
  /// An override has a getter and, unlike in UIKit, a setter, which may be empty. The chain is
  /// followed anew for each event, so the getter may answer differently each time.
  open weak var next: Responder? {
    willSet {
      precondition(
        newValue?.follows(self) != true, "Responder.next: a responder must not follow itself"
      )
      // A window's own `next` is beyond its first responder's concern.
      guard let window, window !== self, newValue?.window !== window else { return }
      window.firstResponderLeaves(with: self)
    }
    didSet { application?.cancelBrokenMotions() }
  }

  /// The undo manager for edits made in this responder: by default that of ``next``.
  ///
  /// The chain usually leads to a ``Window``, which makes one. Override it where a part of the
  /// interface, a document for instance, has a history of its own.
  open var undoManager: UndoManager? { next?.undoManager }

  /// Whether a shake may undo and redo edits made in this responder: by default what ``next`` says.
  ///
  /// At the end of the chain it is ``EditingInteractionConfiguration/default``. Override it where a
  /// shake means something else, in a game for instance, or where an accident would be costly. What
  /// counts is what the first responder says.
  open var editingInteractionConfiguration: EditingInteractionConfiguration {
    next?.editingInteractionConfiguration ?? .default
  }

  // MARK: The first responder

  /// Whether events of this responder's window come to it first.
  open var isFirstResponder: Bool { window?.firstResponder === self }

  /// Whether this responder may become first responder: by default `false`.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether this responder is willing to give way to another first responder: by default `true`.
  open var canResignFirstResponder: Bool { true }

  /// Asks to be the first responder of the window this responder is in.
  ///
  /// It succeeds if ``canBecomeFirstResponder`` is true and the first responder so far agrees:
  /// first its ``canResignFirstResponder`` is asked, then its ``resignFirstResponder()``. An
  /// override calls `super` and looks at the answer before it shows a caret or a highlight.
  ///
  /// - Returns: whether this responder is first responder now, also if it already was
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder, let window else { return false }
    return window.makeFirstResponder(self)
  }

  /// Tells this responder to give up being first responder.
  ///
  /// Called when another responder is to take its place, and when this one leaves its window: then
  /// the answer does not count. It does not ask ``canResignFirstResponder``; that is for those
  /// who would take the place. An override calls `super`, or returns `false` to refuse.
  ///
  /// - Returns: whether this responder gave way: by default `true`
  @discardableResult
  open func resignFirstResponder() -> Bool {
    window?.forgetFirstResponder(self)
    return true
  }

  // MARK: Actions

  /// What this responder does about `action`; `nil` if it does not implement it.
  ///
  /// Override it to implement actions, and leave the others to `super`:
  ///
  /// ```swift
  /// final class Label: Responder {
  ///   var text = ""
  ///
  ///   override func method(for action: Action) -> Action.Method? {
  ///     switch action {
  ///     case .copy: { _, _ in pasteboard.text = self.text }
  ///     case .paste where pasteboard.text != nil: { _, _ in self.text = pasteboard.text ?? "" }
  ///     default: super.method(for: action)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter action: what the user wants done
  /// - Returns: a method that is called at once or not at all, so it may refer to this responder
  open func method(for action: Action) -> Action.Method? { nil }

  /// Whether this responder performs `action` now: by default, whether it implements it.
  ///
  /// Override it to refuse, for instance to cut without a selection; then the search goes on.
  ///
  /// - Parameters:
  ///   - action: what the user wants done
  ///   - sender: who asks, such as a menu item
  /// - Returns: whether the search along the chain ends here
  open func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    method(for: action) != nil
  }

  /// Finds who performs `action`: this responder, or the first after it on the chain that can.
  ///
  /// - Parameters:
  ///   - action: what the user wants done
  ///   - sender: who asks, such as a menu item
  /// - Returns: the responder; `nil` if there is none, so that a menu may grey the item out
  open func target(forAction action: Action, withSender sender: Any?) -> Responder? {
    if canPerformAction(action, withSender: sender) { return self }
    return next?.target(forAction: action, withSender: sender)
  }

  // MARK: Motion

  /// A motion has begun; by default ``next`` is told.
  ///
  /// Every motion that began either ends or is cancelled, and nothing is said in between. Each of
  /// the phases starts at the same responder, and follows the chain as it is then.
  ///
  /// - Parameters:
  ///   - motion: which motion
  ///   - event: what the detector knows of it
  open func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    guard let next, event?.sequence?.willBegin(in: next) ?? true else { return }
    next.motionBegan(motion, with: event)
  }

  /// A motion has ended, which is the time to act on it; by default ``next`` is told.
  ///
  /// A shake that nobody handles comes to the ``Application``, which offers to undo.
  ///
  /// - Parameters:
  ///   - motion: which motion
  ///   - event: what the detector knows of it
  open func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    guard let next else { return }
    event?.sequence?.willEnd(in: next)
    next.motionEnded(motion, with: event)
  }

  /// A motion has come to nothing: take back what its beginning caused; by default ``next`` is told.
  ///
  /// A shake that lasts for too long is cancelled, and so is one the device was lost in. So is one
  /// that cannot end where it began (see ``Application/sendEvent(_:)``): then each responder that
  /// received the beginning is told by the application itself, and ``next`` is not.
  ///
  /// - Parameters:
  ///   - motion: which motion
  ///   - event: what the detector knows of it
  open func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    if event?.sequence?.isCutShort == true { return }
    guard let next else { return }
    event?.sequence?.willEnd(in: next)
    next.motionCancelled(motion, with: event)
  }
}
