// SPDX-License-Identifier: Apache-2.0

import Foundation
import TouchCore
import UndoKit

/// A window, which has a first responder and an undo manager.
///
/// It is the root of what it shows: add views with ``View/addSubview(_:)``, or set the
/// ``Responder/next`` of a toolkit's topmost responders to it. Motions, keys and commands reach it
/// while it is its application's ``Application/keyWindow``; touches, when a finger is put down in
/// it.
///
/// It has the coordinates of its touches: points, with the origin at the top left of the window.
///
/// Names and behavior are those documented for UIKit's `UIWindow`, but for the <doc:Differences>.
/// All of it belongs to the main actor.
open class Window: View {
  /// The first responder as it was set: it may have left the window since, unseen.
  private weak var setFirstResponder: Responder? {
    didSet {
      if setFirstResponder !== oldValue {
        oldValue?.firstResponderChanged(isFirst: false)
        setFirstResponder?.firstResponderChanged(isFirst: true)
      }
      application?.linksChanged()
      // After the keyboard has come or gone, as in UIKit.
      if setFirstResponder !== oldValue {
        oldValue?.firstResponderHasChanged()
        setFirstResponder?.firstResponderHasChanged()
      }
    }
  }
  /// The most responders in a row that may make another first while they resign.
  private static let mostHandovers = 16
  /// A Boolean value that indicates whether a first responder resigns in favor of another.
  private(set) var isHandingOver = false
  /// The dots that show where the fingers in this window are; by default nil: none are kept.
  public var touchFeedback: TouchFeedback?
  private lazy var ownUndoManager = UndoManager()
  /// The application whose key window this is.
  weak var keyApplication: Application?

  /// A window of `application`, which becomes its ``Responder/next``.
  ///
  /// Set `next` to put a responder between a window and the application, such as UIKit's window
  /// scene. The window does not own its application, nor the application its windows.
  ///
  /// - Parameters:
  ///   - application: the application
  ///   - frame: the place on the screen, where only the size matters here; a window without a size
  ///     takes all touches that are sent to it
  public init(application: Application = .shared, frame: CGRect = .zero) {
    super.init(frame: frame)
    next = application
    application.noteWindow()
  }

  /// A window of `application` around `firstResponder`, for a toolkit's window that holds one text
  /// or document.
  ///
  /// The window becomes the ``Responder/next`` of the last responder on the chain of
  /// `firstResponder`, which becomes first responder and may not be in a window yet. You own both:
  /// keep the window as long as the toolkit's window is there.
  ///
  /// ```swift
  /// let window = Window(firstResponder: note)
  /// window.makeKey()
  /// ```
  public convenience init(firstResponder: Responder, application: Application = .shared) {
    ensure(
      firstResponder.nearestWindow == nil && firstResponder.application == nil,
      "Window(firstResponder:): the responder is already in a window or an application")
    self.init(application: application)
    var last = firstResponder
    while let next = last.next { last = next }
    last.next = self
    firstResponder.becomeFirstResponder()
  }

  /// A window of the application ``Application/shared``, with a place on the screen.
  public convenience override init(frame: CGRect) {
    self.init(application: .shared, frame: frame)
  }

  // A weak reference to it is nil already, and says nothing of it.
  isolated deinit { keyApplication?.keyWindowIsGone() }

  /// A Boolean value that indicates whether a finger at `point` is in the window.
  ///
  /// - Parameters:
  ///   - point: in the window's coordinates
  ///   - event: nil, or the event that is being sent
  /// - Returns: true if the point is within ``View/bounds``, or if the window has no size
  open override func point(inside point: CGPoint, with event: Event?) -> Bool {
    bounds.isEmpty || super.point(inside: point, with: event)
  }

  /// The responder that receives this window's events first; `nil` if the window itself does.
  ///
  /// It changes with ``Responder/becomeFirstResponder()`` and ``Responder/resignFirstResponder()``.
  /// It is not owned, and it must be in the window: a responder whose chain no longer leads here
  /// is not first responder.
  public var firstResponder: Responder? {
    // Not every change of the chain can be noticed: a parent may be released, `next` overridden.
    guard let setFirstResponder, setFirstResponder.nearestWindow === self else { return nil }
    return setFirstResponder
  }

  // MARK: The key window

  /// A Boolean value that indicates whether this is its application's key window.
  public var isKeyWindow: Bool { application?.keyWindow === self }

  /// Makes this the ``Application/keyWindow`` of its application.
  open func makeKey() {
    application?.keyWindow = self
  }

  /// Posted when a window became key; its object is the window.
  public nonisolated static let didBecomeKeyNotification = Notification.Name("WindowDidBecomeKey")
  /// Posted when a window is no longer key; its object is the window.
  public nonisolated static let didResignKeyNotification = Notification.Name("WindowDidResignKey")

  static func postKeyChange(from former: Window?, to window: Window?) {
    guard former !== window else { return }
    if let former {
      NotificationCenter.default.post(name: didResignKeyNotification, object: former)
    }
    if let window {
      NotificationCenter.default.post(name: didBecomeKeyNotification, object: window)
    }
  }

  /// The undo manager of all responders in this window that have none of their own.
  ///
  /// It is made when first asked for.
  open override var undoManager: UndoManager? { ownUndoManager }

  /// Gives touches to gesture recognizers and views, and other events to the first responder.
  ///
  /// Without first responder the window itself receives these. ``Application/sendEvent(_:)`` calls
  /// it for the key window, and with touches for each window that has any of them. Override it to
  /// see all events of a window before its responders do, and call `super`; without that nothing is
  /// delivered. A motion or touch whose end is kept back so is cancelled for those who received its
  /// beginning.
  ///
  /// - Parameter event: the event, as the application was given it
  open func sendEvent(_ event: Event) {
    if event.type == .touches {
      touchFeedback?.process(event, in: self)
      application?.touchDelivery.deliver(event, in: self)
    } else {
      application?.deliver(event, in: self)
    }
  }

  override var asWindow: Window? { self }

  /// The rectangle itself: a window's coordinates are where conversion ends.
  open override func convertToWindow(_ rect: CGRect) -> CGRect { rect }

  /// Replaces the first responder by `responder`, if the one there agrees.
  func makeFirstResponder(_ responder: Responder) -> Bool {
    // A responder that resigns may make another first, which then must agree, too.
    var handovers = 0
    while let current = firstResponder, current !== responder {
      handovers += 1
      isHandingOver = true
      let hasResigned =
        handovers <= Self.mostHandovers && current.canResignFirstResponder
        && current.resignFirstResponder()
      isHandingOver = false
      guard hasResigned else {
        // It may have resigned, and said no.
        application?.linksChanged()
        return responder.isFirstResponder
      }
      // An override that agrees need not call `super`.
      if setFirstResponder === current { break }
    }
    // The responder that resigned may have rearranged the window.
    guard responder.nearestWindow === self else { return responder.isFirstResponder }
    setFirstResponder = responder
    return responder.isFirstResponder
  }

  /// Leaves the window without first responder, if that is `responder`.
  func forgetFirstResponder(_ responder: Responder) {
    guard setFirstResponder === responder else { return }
    setFirstResponder = nil
  }

  /// Forgets a first responder that has left the window unseen, such as with a released parent.
  func dropLostFirstResponder() {
    if setFirstResponder != nil, firstResponder == nil { setFirstResponder = nil }
  }

  /// Makes the first responder resign and the edit menu hide, if their chains lead here through
  /// `branch`.
  func firstResponderLeaves(with branch: Responder) {
    application?.visibleMenu?.hideIfTarget(follows: branch)
    // A responder that resigns may make another first that leaves as well.
    for _ in 0..<Self.mostHandovers {
      guard let leaving = firstResponder, leaving.follows(branch) else { return }
      leaving.resignFirstResponder()
      forgetFirstResponder(leaving)
    }
  }
}
