import UndoKit

/// An object that can receive events, and passes on those it does not handle.
///
/// Subclass it for whatever takes part in your interface: views, view controllers, documents. A
/// client of another class hierarchy (a GTK widget, say) gives each of its objects a responder.
///
/// Override ``motionEnded(_:with:)`` and do not call `super`, and you have handled the event; call
/// `super`, and ``next`` receives it too.
///
/// Names and behaviour are those documented for UIKit's `UIResponder`. All of it belongs to the
/// main actor.
///
/// ### Deliberate choices
/// - ``next`` can be set. UIKit's views know their superviews; this library has no views.
/// - Outside a window ``becomeFirstResponder()`` answers `false`; UIKit leaves that undefined.
/// - A first responder that leaves its window is told to resign, whether it would agree or not.
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
  }

  /// The undo manager for edits made in this responder: by default that of ``next``.
  ///
  /// The chain usually leads to a ``Window``, which makes one. Override it where a part of the
  /// interface, a document for instance, has a history of its own.
  open var undoManager: UndoManager? { next?.undoManager }

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

  // MARK: Motion

  /// A motion has begun; by default ``next`` is told.
  ///
  /// Every motion that began either ends or is cancelled, and nothing is said in between. Each of
  /// the phases goes to whoever is first responder then.
  ///
  /// - Parameters:
  ///   - motion: which motion
  ///   - event: what the detector knows of it
  open func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    next?.motionBegan(motion, with: event)
  }

  /// A motion has ended, which is the time to act on it; by default ``next`` is told.
  ///
  /// A shake that nobody handles comes to the ``Application``, which offers to undo.
  ///
  /// - Parameters:
  ///   - motion: which motion
  ///   - event: what the detector knows of it
  open func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    next?.motionEnded(motion, with: event)
  }

  /// A motion has come to nothing: take back what its beginning caused; by default ``next`` is told.
  ///
  /// A shake that lasts for too long is cancelled, and so is one the device was lost in.
  ///
  /// - Parameters:
  ///   - motion: which motion
  ///   - event: what the detector knows of it
  open func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    next?.motionCancelled(motion, with: event)
  }
}
