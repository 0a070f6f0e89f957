// SPDX-License-Identifier: Apache-2.0

import Foundation
import TouchCore

/// A responder with a place: a rectangle in its superview, where fingers find it.
///
/// It draws nothing and lays out nothing. Beside a toolkit, it is the shadow of a widget; in an app
/// that draws by itself, the base of what it draws.
///
/// Lengths are points: 1/160 inch (0.159 mm) where the panel tells its size, else one pixel. The
/// origin is at the top left. Views move and have sizes; they are neither turned nor scaled.
///
/// Names and behavior are those documented for UIKit's `UIView`, but for the <doc:Differences>.
/// All of it belongs to the main actor.
open class View: Responder {
  /// A view with a place in its superview.
  public init(frame: CGRect = .zero) {
    self.frame = frame
    number = Self.lastNumber + 1
    Self.lastNumber = number
  }

  /// The identity in a `TapCounter`, which views that come later do not have.
  let number: Int
  private static var lastNumber = 0

  // MARK: Place

  /// The rectangle in the coordinates of the superview.
  open var frame: CGRect

  /// The rectangle in the view's own coordinates; its origin is where content is scrolled to.
  ///
  /// A new size keeps the middle of the ``frame``, as in UIKit.
  open var bounds: CGRect {
    get { CGRect(origin: boundsOrigin, size: frame.size) }
    set {
      boundsOrigin = newValue.origin
      guard newValue.size != frame.size else { return }
      frame = CGRect(
        x: frame.midX - newValue.width / 2, y: frame.midY - newValue.height / 2,
        width: newValue.width, height: newValue.height)
    }
  }
  private var boundsOrigin = CGPoint.zero

  /// The middle of the ``frame``, which moves with it.
  public var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
    }
  }

  /// A number that the app knows the view by: by default 0.
  public var tag = 0

  /// The first of this view and those in it, depth first, with that tag; nil if there is none.
  public func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  // MARK: Hierarchy

  /// The view that this one is in, which owns it.
  public private(set) weak var superview: View?

  /// The views in this one, from back to front.
  public private(set) var subviews: [View] = []

  /// The window at the end of the chain, if that ends in a window.
  public var window: Window? { nearestWindow }

  /// Puts `view` in front of the other subviews, and takes it from where it was.
  ///
  /// Its ``Responder/next`` becomes this view, unless the client set another, such as a view
  /// controller.
  ///
  /// - Parameter view: a view that this one is not in
  open func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Puts `view` among the subviews, and takes it from where it was.
  ///
  /// Within its window it keeps its touches, and the first responder in it. Those are cancelled if
  /// it comes from another window; a responder that receives that, and puts it or this view
  /// elsewhere, has its way.
  ///
  /// - Parameters:
  ///   - view: a view that this one is not in
  ///   - index: its place from the back; 0 is behind all others, and what is too large in front of
  ///     them
  open func insertSubview(_ view: View, at index: Int) {
    ensure(
      !isDescendant(of: view) && !follows(view),
      "View.insertSubview: a view must not be inside itself")
    if view.superview === self {
      subviews.removeAll { $0 === view }
    } else if let before = view.superview, let application, view.nearestWindow === nearestWindow {
      return application.touchDelivery.move(view) { view.move(from: before, to: self, at: index) }
    } else {
      view.removeFromSuperview()
      guard view.superview == nil, !isDescendant(of: view), !follows(view) else { return }
    }
    subviews.insert(view, at: max(0, min(index, subviews.count)))
    view.superview = self
    if view.next == nil { view.next = self }
  }

  private func move(from before: View, to superview: View, at index: Int) {
    superview.subviews.insert(self, at: max(0, min(index, superview.subviews.count)))
    before.subviews.removeAll { $0 === self }
    self.superview = superview
    if next == nil || next === before { next = superview }
  }

  /// Takes the view from its superview, which may release it.
  ///
  /// Touches in it are cancelled, and a first responder in it resigns. The ``Responder/next`` of a
  /// view controller is the client's to set.
  open func removeFromSuperview() {
    guard let superview else { return }
    application?.touchDelivery.cancelTouches(in: self)
    nearestWindow?.firstResponderLeaves(with: self)
    // A responder that heard of it, and put it elsewhere, has its way.
    guard self.superview === superview else { return }
    // The superview may be all that owns it.
    withExtendedLifetime(self) {
      superview.subviews.removeAll { $0 === self }
      self.superview = nil
      if next === superview { next = nil }
    }
  }

  /// A Boolean value that indicates whether this view is `view` or somewhere in it.
  public func isDescendant(of view: View) -> Bool {
    sequence(first: self) { $0.superview }.contains { $0 === view }
  }

  // MARK: Fingers

  /// A Boolean value that indicates whether fingers find this view and its subviews: by default
  /// `true`.
  ///
  /// Touches that have begun go on.
  open var isUserInteractionEnabled = true

  /// A Boolean value that indicates whether the view is hidden, and so fingers do not find it: by
  /// default `false`.
  open var isHidden = false

  /// The opacity, from 0 to 1, by default 1; below 0.01 fingers do not find the view.
  open var alpha = 1.0

  /// A Boolean value that indicates whether the view receives more than one finger at once: by
  /// default `false`.
  ///
  /// Otherwise only the first is; gesture recognizers see the others nevertheless.
  open var isMultipleTouchEnabled = false

  /// A Boolean value that indicates whether this view and the rest of its window exclude each
  /// other: by default `false`.
  ///
  /// While it has a finger, no other view of the window receives one, and while another has one, it
  /// receives none.
  open var isExclusiveTouch = false

  /// The gesture recognizers of the view, which it owns, in the order of adding.
  public private(set) var gestureRecognizers: [GestureRecognizer] = []

  /// Has `recognizer` look for its gesture in the fingers of this view and its subviews.
  ///
  /// It sees fingers that are put down from now on, before the views do. A recognizer has one view:
  /// it is taken from another.
  open func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    gestureRecognizers.append(recognizer)
    recognizer.view = self
  }

  /// Takes `recognizer` from the view; a gesture that goes on is cancelled.
  open func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.withdraw()
    gestureRecognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }

  /// Returns true if a gesture of fingers in this view may be recognized: by default it may.
  ///
  /// Asked when a gesture proved itself, before the delegate: first the view of each finger, then
  /// those behind it up to the recognizer's.
  ///
  /// - Parameter recognizer: a recognizer of this view, or of one that this is in
  /// - Returns: false to let it fail
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// The view for a finger at `point`: the deepest one there, and among siblings the one in front.
  ///
  /// Asked once for each finger, when it is put down. Override it to choose another: this view
  /// itself, so that its subviews receive nothing, or whatever a toolkit finds there.
  ///
  /// - Parameters:
  ///   - point: in this view's coordinates
  ///   - event: nil, or the event that is being sent
  /// - Returns: the view; nil if the finger is not for this one, so that the search goes on behind
  ///   it
  open func hitTest(_ point: CGPoint, with event: Event?) -> View? {
    guard isUserInteractionEnabled, !isHidden, alpha >= 0.01,
      self.point(inside: point, with: event)
    else { return nil }
    for subview in subviews.reversed() {
      let inner = subview.convertFromSuperview(point)
      if let hit = subview.hitTest(inner, with: event) { return hit }
    }
    return self
  }

  /// A Boolean value that indicates whether `point` is in this view: by default, in its ``bounds``.
  ///
  /// - Parameters:
  ///   - point: in this view's coordinates
  ///   - event: nil, or the event that is being sent
  /// - Returns: true if the finger is for this view or a subview; right and bottom edge are outside
  open func point(inside point: CGPoint, with event: Event?) -> Bool {
    bounds.contains(point)
  }

  // MARK: Coordinates

  /// The place of this view's point in `view`, or without view in the window.
  public func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    let (here, there) = (offset, view?.offset ?? .zero)
    return CGPoint(x: point.x + here.x - there.x, y: point.y + here.y - there.y)
  }

  /// The place in this view of a point in `view`, or without view in the window.
  public func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    let (here, there) = (offset, view?.offset ?? .zero)
    return CGPoint(x: point.x + there.x - here.x, y: point.y + there.y - here.y)
  }

  /// The place of this view's rectangle in `view`, or without view in the window.
  public func convert(_ rect: CGRect, to view: View?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// The place in this view of a rectangle in `view`, or without view in the window.
  public func convert(_ rect: CGRect, from view: View?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }

  /// Converts a rectangle of this view to the coordinates of its window.
  open override func convertToWindow(_ rect: CGRect) -> CGRect {
    convert(rect, to: nil)
  }

  /// The place in this view of a point in its superview, without a way up to the window.
  private func convertFromSuperview(_ point: CGPoint) -> CGPoint {
    guard !(self is Window) else { return convert(point, from: superview) }
    return CGPoint(
      x: point.x - frame.minX + bounds.minX, y: point.y - frame.minY + bounds.minY)
  }

  /// From the window's origin to this view's origin.
  private var offset: CGPoint {
    var offset = CGPoint.zero
    var view: View? = self
    while let current = view, !(current is Window) {
      offset.x += current.frame.minX - current.bounds.minX
      offset.y += current.frame.minY - current.bounds.minY
      view = current.superview
    }
    return offset
  }
}
