import UndoKit

/// The application: it sends events to the key window, and undoes on a shake nobody handled.
///
/// ```swift
/// let window = Window()
/// Application.shared.keyWindow = window
/// Application.shared.sendEvent(Event(motion))
/// ```
///
/// Names and behaviour are those documented for UIKit's `UIApplication`. All of it belongs to the
/// main actor.
///
/// ### Deliberate choices
/// - Without first responder the key window receives the motion, without key window the
///   application.
/// - Each event follows the chain anew: if the first responder changes in the middle of a motion,
///   the new one receives the end of what the old one saw begin.
/// - Where UIKit shows an alert, ``shakeToEdit`` is asked. By default a shake undoes at once, and
///   never redoes: shaking twice undoes twice.
/// - While the client keeps an undo group open, as in the middle of a drag, a shake undoes nothing:
///   it would be misuse of the undo manager.
/// - A responder behind the application, such as UIKit's application delegate, receives those
///   shakes that the application has no use for.
open class Application: Responder {
  /// The application of this process.
  ///
  /// A convenience: windows belong to it unless told otherwise. To have a subclass of yours here,
  /// set it before the first window is made.
  public static var shared = Application()

  /// The window that has the user's attention, and so receives the events.
  ///
  /// Set it as your toolkit moves the focus, and to `nil` while another application has it: then
  /// a shake undoes nothing. The window is not owned. Its chain should lead to this application;
  /// otherwise unhandled shakes are lost.
  public weak var keyWindow: Window?

  /// Whether a shake that nobody handled leads to undo and redo: by default `true`.
  ///
  /// Responders receive motion events either way.
  public var applicationSupportsShakeToEdit = true

  /// Decides what an unhandled shake does: called with what could be undone and redone.
  ///
  /// By default ``ShakeToEdit/defaultAnswer``: undo, and never redo. It is not called when there is
  /// nothing to undo or redo. The answer is given at once; to ask the user first, answer
  /// ``ShakeToEdit/Answer/neither`` and later call the ``ShakeToEdit/undoManager`` yourself.
  public var shakeToEdit: @MainActor (ShakeToEdit) -> ShakeToEdit.Answer = { $0.defaultAnswer }

  /// Gives `event` to the first responder of the key window, from where it goes up the chain.
  ///
  /// All edits made in one event are undone as one, also in an application that runs no main loop
  /// of Foundation's or Dispatch's; edits made before the event are not among them.
  open func sendEvent(_ event: Event) {
    UndoManager.endEventGroups()
    defer { UndoManager.endEventGroups() }
    event.deliver(to: recipient ?? self)
  }

  /// Offers to undo, if `motion` is a shake; what the application has no use for goes on.
  ///
  /// An override that does not call `super` turns shake-to-edit off.
  ///
  /// - Parameters:
  ///   - motion: which motion
  ///   - event: what the detector knows of it
  open override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    guard motion == .motionShake, applicationSupportsShakeToEdit,
      let undoManager = recipient?.undoManager, let offer = ShakeToEdit(of: undoManager)
    else { return super.motionEnded(motion, with: event) }
    offer.perform(shakeToEdit(offer))
  }

  /// Where the chain begins.
  private var recipient: Responder? {
    keyWindow?.firstResponder ?? keyWindow
  }
}
