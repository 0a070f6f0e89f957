// SPDX-License-Identifier: Apache-2.0

import Foundation
import TouchCore
import UndoKit

/// An object that can receive events, and passes on those it does not handle.
///
/// Subclass it for whatever takes part in your interface: views, view controllers, documents. A
/// client of another class hierarchy (a GTK widget, say) gives each of its objects a responder.
///
/// Override ``motionEnded(_:with:)`` and do not call `super`, and you have handled the event; call
/// `super`, and ``next`` receives it too. A responder that handles one phase of a motion should
/// handle all three: otherwise others receive a beginning without an end.
///
/// Names and behavior are those documented for UIKit's `UIResponder`, but for the
/// <doc:Differences>. All of it belongs to the main actor.
@MainActor
open class Responder: ActionTarget {
  /// A responder without a ``next``.
  public init() {}

  /// This responder, if it is a window: a cast costs more, and each event asks for many.
  var asWindow: Window? { nil }
  /// This responder, if it is an application.
  var asApplication: Application? { nil }

  // MARK: The chain

  /// The responder that receives the events this one does not handle; `nil` at the end of the
  /// chain.
  ///
  /// Set it when the object is put into its place: a view's `next` is its view controller or its
  /// superview, a root view controller's is the window. Set it to `nil` when the object is removed;
  /// a first responder that thereby leaves its window resigns (see ``resignFirstResponder()``).
  ///
  /// The reference is weak, as the chain leads from children to the parents that own them: keep
  /// the parents alive elsewhere. A responder must not come to follow itself: setting that traps.
  ///
  /// An override has a getter and, unlike in UIKit, a setter, which may be empty. The application
  /// follows the chain again for each event, so the getter may answer differently each time.
  open weak var next: Responder? {
    willSet {
      ensure(
        newValue?.follows(self) != true, "Responder.next: a responder must not follow itself"
      )
      // A window's own `next` is beyond its first responder's concern.
      let (window, newWindow) = (nearestWindow, newValue?.nearestWindow)
      guard window !== newWindow, window !== self else { return }
      window?.firstResponderLeaves(with: self)
      // A responder that was first there before may have left unseen, as its parent was released.
      newWindow?.dropLostFirstResponder()
    }
    // A responder that left no longer finds the application; the one before it does.
    didSet { (application ?? oldValue?.application)?.linksChanged() }
  }

  /// The undo manager for edits made in this responder: by default ``next``'s.
  ///
  /// The chain usually leads to a ``Window``, which makes one. Override it where a part of the
  /// interface, a document for instance, has a history of its own.
  open var undoManager: UndoManager? { next?.undoManager }

  /// The permission to undo and redo edits of this responder by a shake: by default ``next``'s.
  ///
  /// At the end of the chain it is ``EditingInteractionConfiguration/default``. Override it where a
  /// shake means something else, in a game for instance, or where an accident would be costly. That
  /// of the first responder counts.
  open var editingInteractionConfiguration: EditingInteractionConfiguration {
    next?.editingInteractionConfiguration ?? .default
  }

  // MARK: The first responder

  /// A Boolean value that indicates whether this responder receives its window's events first.
  open var isFirstResponder: Bool { nearestWindow?.firstResponder === self }

  /// A Boolean value that indicates whether this responder may become first responder: by default
  /// `false`.
  open var canBecomeFirstResponder: Bool { false }

  /// A Boolean value that indicates whether another responder may become first in its place: by
  /// default `true`.
  open var canResignFirstResponder: Bool { true }

  /// Asks to be the first responder of the window this responder is in.
  ///
  /// It succeeds if ``canBecomeFirstResponder`` is true and the first responder so far agrees: the
  /// window asks its ``canResignFirstResponder``, then its ``resignFirstResponder()``. An override
  /// calls `super` and looks at the answer before it shows a caret or a highlight.
  ///
  /// - Returns: true if this responder is first responder now, also if it already was
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder else { return false }
    let window = nearestWindow
    LostShake.note(self, hasWindow: window != nil)
    guard let window else { return false }
    return window.makeFirstResponder(self)
  }

  /// Makes this responder give up being first responder.
  ///
  /// Called when another responder is to take its place, and when this one leaves its window: then
  /// the answer does not count. It does not ask ``canResignFirstResponder``; the responder that
  /// takes its place has done so. An override calls `super`, or returns `false` to refuse.
  ///
  /// - Returns: true, the default, if this responder resigned
  @discardableResult
  open func resignFirstResponder() -> Bool {
    nearestWindow?.forgetFirstResponder(self)
    return true
  }

  /// Makes the first responder of this responder's window resign, if it is this one or its chain
  /// leads here.
  ///
  /// UIKit's `endEditing(_:)` of a view.
  ///
  /// - Parameter force: true to have it resign whatever it answers
  /// - Returns: true unless it is still first responder
  @discardableResult
  open func endEditing(_ force: Bool) -> Bool {
    guard let window = nearestWindow, let first = window.firstResponder, first.follows(self) else {
      return true
    }
    let agrees = force || first.canResignFirstResponder
    if agrees, first.resignFirstResponder() || force { window.forgetFirstResponder(first) }
    return !first.isFirstResponder
  }

  /// Called when the window has this as its first responder, or no longer.
  func firstResponderChanged(isFirst: Bool) {}

  /// Called next, once the new first responder's input views are in force.
  func firstResponderHasChanged() {}

  // MARK: Actions

  /// The actions that this responder implements, with their methods; by default none.
  ///
  /// A table is the shortest way to implement actions: <doc:CommandsAndMenu> has one.
  ///
  /// A subclass of such a class merges its own with the table of `super`. Each question makes the
  /// table again; its methods are called at once or not at all.
  open var actionMethods: [Action: Action.Method] { [:] }

  /// This responder's implementation of `action`; `nil` if it has none.
  ///
  /// By default that in ``actionMethods``. Override it where a `switch` says it better, and leave
  /// the others to `super`. Swift 6 refuses a closure and `super` in one conditional operator
  /// (`?:`); write `if` and `else`.
  ///
  /// - Returns: a method that is called at once or not at all, so it may refer to this responder
  open func method(for action: Action) -> Action.Method? { actionMethods[action] }

  /// A Boolean value that indicates whether `action` can be performed now, here or further on.
  ///
  /// By default it is true if this responder implements the action; if it does not, it asks
  /// ``next``, as in UIKit. Override it to refuse, for instance to cut without a selection; then
  /// the search goes on.
  ///
  /// - Returns: true if the search along the chain ends here or with a responder after this one
  open func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    if method(for: action) != nil { return true }
    guard let next, !ActionSearch.hasFailed(for: action, from: next, sender) else { return false }
    return next.canPerformAction(action, withSender: sender)
  }

  /// Finds the responder that performs `action`: this one, or the first after it on the chain that
  /// implements it and does not refuse it.
  ///
  /// Without one it is the last that says in ``canPerformAction(_:withSender:)`` that it can.
  ///
  /// - Returns: the responder, or `nil`, so that a menu may gray the item out
  open func target(forAction action: Action, withSender sender: Any?) -> Responder? {
    let isImplemented = method(for: action) != nil
    if isImplemented, canPerformAction(action, withSender: sender) { return self }
    // A responder that does not implement the action may answer with the target of its next one.
    if let target = next?.target(forAction: action, withSender: sender) { return target }
    if isImplemented { return nil }
    return ActionSearch.noting(failureFor: action, from: next, sender) {
      canPerformAction(action, withSender: sender)
    } ? self : nil
  }

  // MARK: Motion

  /// A motion has begun; by default it is passed to ``next``.
  ///
  /// Every motion that began either ends or is cancelled, with no call in between: see
  /// ``Application/sendEvent(_:)``.
  ///
  /// - Parameters:
  ///   - motion: the kind of motion
  ///   - event: the detector's event
  open func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    event.pass(.beginning, from: self) { $0.motionBegan(motion, with: event) }
  }

  /// A motion has ended, which is the time to act on it; by default it is passed to ``next``.
  ///
  /// An unhandled shake comes to the ``Application``, which offers to undo.
  open func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    event.pass(.end, from: self) { $0.motionEnded(motion, with: event) }
  }

  /// A motion was cancelled: take back what its beginning caused; by default it passes to ``next``.
  ///
  /// A shake is cancelled if it lasts for too long or if the device is lost, and for a responder
  /// that received the beginning also when it leaves the chain of the first responder (see
  /// ``Application/sendEvent(_:)``): the application itself then calls it, and ``next`` is not
  /// called.
  open func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    event.pass(.end, from: self) { $0.motionCancelled(motion, with: event) }
  }

  /// A motion without a duration happened; by default it is passed to ``next``.
  ///
  /// UIKit has no such method: its one motion, the shake, begins and ends.
  open func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    event.pass(.whole, from: self) { $0.motionRecognized(motion, with: event) }
  }

  // MARK: Touches

  /// Fingers were put down; by default this is passed to ``next``.
  ///
  /// Each of them moves, and then is lifted or cancelled: override all four methods, or none. The
  /// fingers belong to one view; `event` has all others too.
  ///
  /// - Parameters:
  ///   - touches: the fingers that began in this event
  ///   - event: all fingers, and the time
  open func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    event.pass(touches, .beginning, from: self) { $0.touchesBegan($1, with: event) }
  }

  /// Fingers moved; by default this is passed to ``next``.
  ///
  /// They belong to the view where they began, wherever they are now.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    event.pass(touches, .whole, from: self) { $0.touchesMoved($1, with: event) }
  }

  /// Fingers were lifted; by default this is passed to ``next``.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    event.pass(touches, .end, from: self) { $0.touchesEnded($1, with: event) }
  }

  /// Touches were cancelled: take back what their beginning caused; by default this is passed to
  /// ``next``.
  ///
  /// That happens if the panel is lost or takes a finger for a palm, if a gesture recognizer takes
  /// the fingers, if the application becomes inactive, and if a view or responder that received the
  /// beginning leaves its place. In the last two cases the application itself calls each responder
  /// that received the beginning, and ``next`` is not called.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    event.pass(touches, .end, from: self) { $0.touchesCancelled($1, with: event) }
  }

  // MARK: Former names

  /// The name before Swift 3.
  @available(*, unavailable, renamed: "motionBegan(_:with:)")
  open func motionBegan(_ motion: Event.EventSubtype, withEvent event: Event?) {}
  /// The name before Swift 3.
  @available(*, unavailable, renamed: "motionEnded(_:with:)")
  open func motionEnded(_ motion: Event.EventSubtype, withEvent event: Event?) {}
  /// The name before Swift 3.
  @available(*, unavailable, renamed: "motionCancelled(_:with:)")
  open func motionCancelled(_ motion: Event.EventSubtype, withEvent event: Event?) {}
  /// The name before Swift 3.
  @available(*, unavailable, renamed: "touchesBegan(_:with:)")
  open func touchesBegan(_ touches: Set<Touch>, withEvent event: Event?) {}
  /// The name before Swift 3.
  @available(*, unavailable, renamed: "touchesMoved(_:with:)")
  open func touchesMoved(_ touches: Set<Touch>, withEvent event: Event?) {}
  /// The name before Swift 3.
  @available(*, unavailable, renamed: "touchesEnded(_:with:)")
  open func touchesEnded(_ touches: Set<Touch>, withEvent event: Event?) {}
  /// The name before Swift 3.
  @available(*, unavailable, renamed: "touchesCancelled(_:with:)")
  open func touchesCancelled(_ touches: Set<Touch>, withEvent event: Event?) {}

  // MARK: Input views

  /// The view to type into this responder with, in place of a keyboard; by default nil.
  ///
  /// It counts while this responder is on the first responder's chain, and none before it has one:
  /// see ``InputViews``.
  open var inputView: View? { nil }

  /// The controller of an input view, which counts as ``inputView`` does; by default nil.
  open var inputViewController: InputViewController? { nil }

  /// The view above the keyboard or the input view, which counts as that does; by default nil.
  open var inputAccessoryView: View? { nil }

  /// The controller of an accessory, which counts as ``inputView`` does; by default nil.
  open var inputAccessoryViewController: InputViewController? { nil }

  /// The language that is written in this responder: by default the application's.
  ///
  /// An override has its language set while this is first responder; a context's language does not
  /// count then.
  open var textInputMode: TextInputMode? { application?.currentInputMode }

  /// A name for what is written here, such as a conversation, whose language is remembered; by
  /// default nil.
  ///
  /// That of the nearest on the first responder's chain counts. What it was last written in is set
  /// again when it comes back: ``Application/textInputContexts``.
  open var textInputContextIdentifier: String? { nil }

  /// Finds the input views, and the language, again, if this responder is first in the key window.
  open func reloadInputViews() {
    guard let application, application.keyWindow?.firstResponder === self else { return }
    application.reloadInputViews(isForced: true)
  }

  // MARK: User activity

  /// The activity of the user in this responder; by default nil.
  ///
  /// Several responders may have the same activity, and each brings its part of it up to date. It
  /// is kept as long as a responder has it.
  open var userActivity: UserActivity? {
    didSet {
      guard userActivity !== oldValue else { return }
      oldValue?.remove(self)
      userActivity?.add(self)
    }
  }

  /// Brings `activity` up to date, which is about to be saved; by default nothing changes.
  ///
  /// Called for each responder that has it as its ``userActivity``. Override it to put in what is
  /// needed to take the activity up, and call `super`: <doc:UserActivities> has an example. The
  /// user info is empty before, so that nothing old stays in it.
  ///
  /// - Parameter activity: the activity
  open func updateUserActivityState(_ activity: UserActivity) {}

  /// Takes up `activity`, which was saved; by default it is passed to ``next``.
  ///
  /// Override it to bring back what ``updateUserActivityState(_:)`` has put in, by the activity's
  /// type, and call `super`, so that those who follow take up their part.
  ///
  /// - Parameter activity: the activity
  open func restoreUserActivityState(_ activity: UserActivity) {
    next?.restoreUserActivityState(activity)
  }

  // MARK: Keys, remote control, edit menu

  /// The keys that this responder has commands for; by default nil: no keys.
  ///
  /// They count while this responder is on the first responder's chain. The application reads them
  /// for each key, so they may change with the state of the responder. The actions need not be its
  /// own: the application sends them along the chain.
  open var keyCommands: [KeyCommand]? { nil }

  /// Receives a command for media; by default it passes to ``next``.
  ///
  /// Called between ``Application/beginReceivingRemoteControlEvents()`` and its end. The event's
  /// ``Event/subtype`` is the command.
  ///
  /// - Parameter event: the command and its time
  open func remoteControlReceived(with event: Event?) {
    event.pass(.whole, from: self) { $0.remoteControlReceived(with: event) }
  }

  /// Converts a rectangle of this responder to the coordinates of its window.
  ///
  /// By default it asks ``next`` with the same rectangle, which is right where all responders use
  /// the window's coordinates. Override it in a responder that has a place of its own: move the
  /// rectangle by it, and call `super`.
  ///
  /// - Parameter rect: in this responder's coordinates
  /// - Returns: in the window's coordinates, with the origin at the top left
  open func convertToWindow(_ rect: CGRect) -> CGRect {
    next?.convertToWindow(rect) ?? rect
  }
}
