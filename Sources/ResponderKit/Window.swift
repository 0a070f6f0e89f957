import Foundation
import UndoKit

/// A window, which has a first responder and an undo manager.
///
/// Put it at the root of what it shows by setting the ``Responder/next`` of its topmost views or of
/// its root view controller to it. Events reach it while it is its application's
/// ``Application/keyWindow``.
///
/// Names and behaviour are those documented for UIKit's `UIWindow`, but for the <doc:Differences>.
/// All of it belongs to the main actor.
open class Window: Responder {
  private weak var holder: Responder? {
    didSet { application?.linksChanged() }
  }
  private lazy var ownUndoManager = UndoManager()

  /// A window of `application`, which becomes its ``Responder/next``.
  ///
  /// Set `next` to put a responder between a window and the application, such as UIKit's window
  /// scene. The window does not own its application, nor the application its windows.
  public init(application: Application = .shared) {
    super.init()
    next = application
  }

  /// The responder that receives this window's events first; `nil` if the window itself does.
  ///
  /// It changes with ``Responder/becomeFirstResponder()`` and ``Responder/resignFirstResponder()``.
  /// It is not owned, and it must be in the window: a responder whose chain no longer leads here
  /// is not first responder.
  public var firstResponder: Responder? {
    // Not every change of the chain can be noticed: a parent may be released, `next` overridden.
    guard let holder, holder.window === self else { return nil }
    return holder
  }

  /// The undo manager of all responders in this window that have none of their own.
  ///
  /// It is made when first asked for.
  open override var undoManager: UndoManager? { ownUndoManager }

  /// Gives `event` to this window's first responder, or else to the window itself.
  ///
  /// ``Application/sendEvent(_:)`` calls it for the key window. Override it to see all events of a
  /// window before its responders do, and call `super`; without that nothing is delivered. A motion
  /// whose end is kept back so is cancelled for those who received its beginning.
  ///
  /// - Parameter event: the event, as the application was given it
  open func sendEvent(_ event: Event) {
    application?.deliver(event, in: self)
  }

  /// The rectangle itself: a window's coordinates are where conversion ends.
  open override func convertToWindow(_ rect: CGRect) -> CGRect { rect }

  /// Replaces the first responder by `responder`, if the one there agrees.
  func makeFirstResponder(_ responder: Responder) -> Bool {
    if let current = firstResponder {
      guard current.canResignFirstResponder, current.resignFirstResponder() else { return false }
    }
    holder = responder
    // The responder that resigned may have rearranged the window.
    return responder.isFirstResponder
  }

  /// Leaves the window without first responder, if that is `responder`.
  func forgetFirstResponder(_ responder: Responder) {
    guard holder === responder else { return }
    holder = nil
  }

  /// Makes the first responder resign and the edit menu hide, if their chains lead here through `branch`.
  func firstResponderLeaves(with branch: Responder) {
    application?.visibleMenu?.hideIfTarget(follows: branch)
    guard let leaving = firstResponder, leaving.follows(branch) else { return }
    leaving.resignFirstResponder()
    forgetFirstResponder(leaving)
  }
}
