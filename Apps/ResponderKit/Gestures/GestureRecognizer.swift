// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TouchCore

/// Looks for a gesture in the fingers of a view, and calls actions when it is recognized.
///
/// ```swift
/// let tap = TapGestureRecognizer()
/// tap.numberOfTapsRequired = 2
/// tap.addAction { recognizer in print(recognizer.location(in: recognizer.view)) }
/// view.addGestureRecognizer(tap)
/// ```
///
/// Where several want the same finger, the first that proves itself is recognized, and the others
/// fail; <doc:GestureRecognition> has the rules.
///
/// For a gesture of your own, override ``touchesBegan(_:with:)`` and the three methods beside it,
/// and set ``state``. A recognizer is not a responder: it is on no chain.
///
/// Names and behavior are those documented for UIKit's `UIGestureRecognizer`, but for the
/// <doc:Differences>.
@MainActor
open class GestureRecognizer {
  /// A recognizer without a view.
  public init() {}

  /// A recognizer that sends `action` to `target`; see ``addTarget(_:action:)``.
  public convenience init(target: (any ActionTarget)?, action: Action) {
    self.init()
    addTarget(target, action: action)
  }

  /// The view whose fingers it sees, which owns it.
  public internal(set) weak var view: View?

  /// The delegate, which is not owned.
  public weak var delegate: (any GestureRecognizerDelegate)? {
    didSet { scene?.relate(self) }
  }

  /// A Boolean value that indicates whether it sees fingers that are put down: by default `true`.
  ///
  /// Disabled in the middle of a gesture, it is cancelled, or fails, and no longer sees those
  /// fingers.
  public var isEnabled = true {
    didSet { if !isEnabled { withdraw() } }
  }

  /// A Boolean value that indicates whether views lose the fingers of a recognized gesture.
  ///
  /// By default it is `true`. Views receive a cancellation of the touches, before the actions are
  /// called.
  public var cancelsTouchesInView = true

  /// A Boolean value that indicates whether views receive fingers only once this one has failed.
  ///
  /// By default it is `false`.
  public var delaysTouchesBegan = false

  /// A Boolean value that indicates whether views receive ends only once this one has failed.
  ///
  /// By default it is `true`, so a double tap can still cancel the touch of its first tap. A
  /// recognizer that waits for another (``require(toFail:)``) holds the end back for as long: if
  /// your own recognizer never decides, it holds the end forever.
  public var delaysTouchesEnded = true

  /// The distances and times of this recognizer; nil to use ``Application/touchConfiguration``.
  ///
  /// A change counts from its next gesture on.
  public var configuration: TouchConfiguration? {
    didSet { ownLimits = [:] }
  }

  /// The limits that were set one by one, beside the application's.
  private var ownLimits: [PartialKeyPath<TouchConfiguration>: (inout TouchConfiguration) -> Void] =
    [:]

  /// The distances and times in force.
  var effectiveConfiguration: TouchConfiguration {
    var limits = configuration ?? view?.application?.touchConfiguration ?? TouchConfiguration()
    for set in ownLimits.values { set(&limits) }
    return limits
  }

  /// Sets one limit; the others stay the application's.
  func setLimit<Limit: Sendable>(
    _ limit: WritableKeyPath<TouchConfiguration, Limit>, to value: Limit
  ) {
    ownLimits[limit] = { $0[keyPath: limit] = value }
  }

  /// The gesture to look for; the subclass's own by default.
  var kind: GestureKind { .custom }

  // MARK: State

  /// The state; a subclass of your own sets it, in its methods for touches or later.
  ///
  /// `.possible` may become `.began`, `.ended` or `.failed`; `.began` and `.changed` may become
  /// `.changed`, `.ended` or `.cancelled`. `.cancelled` of a possible gesture means that it failed,
  /// and `.failed` of one that began that it is cancelled. Anything else is ignored, and reported
  /// as ``ResponderDiagnostic/ignoredState(_:after:of:)``. It becomes possible again once all
  /// fingers have lifted. A state that is set after another gesture won has no effect.
  ///
  /// In its methods for touches it is what was set last, also while it waits for another to fail;
  /// outside of them it is `.possible` then.
  public var state: State {
    get { claim.state }
    set { judge(newValue) }
  }

  private var claim = GestureClaim()
  /// A view that lost its touches to this gesture removed it.
  var isSilenced = false
  /// The scene of its fingers, while it has any, and what it is called there.
  private(set) weak var scene: GestureScene?
  private(set) var id: GestureID?
  /// Its touches since it was idle, and the touches that its gesture consists of.
  private var touches: [Touch] = []
  private var shown: [Touch] = []
  private var place: Point?
  /// Touches that the subclass left out, in the call that is under way.
  private var ignored: [Touch] = []
  /// Counts the gestures that failed or were cancelled, which no longer see their touches.
  private(set) var failures = 0

  /// The middle of its fingers in `view`, or in the window; for a tap and a swipe, the place where
  /// it began.
  public func location(in view: View?) -> CGPoint {
    if let place { return CGPoint(place, in: view) }
    let places = (0..<numberOfTouches).map { location(ofTouch: $0, in: view) }
    let count = Double(max(1, places.count))
    return CGPoint(
      x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
  }

  /// The number of fingers that the gesture consists of.
  public var numberOfTouches: Int { shown.count }

  /// The place of one finger in `view`, or without view in the window; of taps and a swipe, where
  /// the first tap or the swipe began.
  ///
  /// The index, from 0, is in the order of their beginning, below ``numberOfTouches``.
  public func location(ofTouch index: Int, in view: View?) -> CGPoint {
    ensure(
      shown.indices.contains(index), "GestureRecognizer.location(ofTouch:in:): no such touch")
    switch kind {
    case .tap where place != nil, .swipe where place != nil:
      return CGPoint(touches[index].start.contact.location, in: view)
    case .tap, .press, .swipe, .pan, .pinch, .rotation, .custom:
      return shown[index].location(in: view)
    }
  }

  // MARK: Relations

  /// The recognizers that must fail first.
  var requirements: [Requirement] = []

  /// A Boolean value that indicates whether this recognizer, once recognized, keeps `other` from
  /// being recognized: by default `true`.
  ///
  /// Asked of two that share a finger, unless a delegate lets both act together.
  ///
  /// - Returns: false to leave room for it
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// A Boolean value that indicates whether `other`, once recognized, keeps this recognizer from
  /// being recognized: by default `true`.
  ///
  /// - Returns: false to be recognized nevertheless
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// A Boolean value that indicates whether this one is to wait until `other` has failed: by
  /// default `false`.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

  /// A Boolean value that indicates whether `other` is to wait until this one has failed: by
  /// default `false`.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  // MARK: Actions

  private var list = TargetList<GestureRecognizer>()

  /// Sends `action` at the states began, changed, ended and cancelled, with this recognizer as
  /// sender.
  ///
  /// The same target and action are added once.
  ///
  /// - Parameters:
  ///   - target: a responder or another object, which is not owned; nil for the first responder
  ///     from the view on that can perform it
  ///   - action: the action
  public func addTarget(_ target: (any ActionTarget)?, action: Action) {
    list.addTarget(target, action: action)
  }

  /// Stops sending `action` to `target`; nil stands for all targets and all actions.
  public func removeTarget(_ target: (any ActionTarget)?, action: Action?) {
    list.removeTarget(target, action: action)
  }

  /// Calls `handler` with this recognizer at the states began, changed, ended and cancelled.
  ///
  /// - Returns: what ``removeAction(_:)`` takes
  @discardableResult
  public func addAction(
    _ handler: @escaping @MainActor (GestureRecognizer) -> Void
  ) -> ActionHandler {
    list.addAction(handler)
  }

  /// Stops calling a closure.
  public func removeAction(_ handler: ActionHandler) {
    list.removeAction(handler)
  }

  // MARK: Gestures of your own

  /// Fingers were put down in the view; a subclass of your own may set ``state``.
  ///
  /// - Parameters:
  ///   - touches: the touches that began, as far as the delegate admits them
  ///   - event: the event that is being sent
  open func touchesBegan(_ touches: Set<Touch>, with event: Event?) {}

  /// Fingers of this recognizer moved.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event?) {}

  /// Fingers of this recognizer were lifted.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event?) {}

  /// Fingers of this recognizer were cancelled; unless it sets ``state``, it fails or is cancelled.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {}

  /// Leaves `touch` out of the gesture, in a subclass of your own.
  ///
  /// It hears no more of that finger; its view does, whatever becomes of the gesture. A gesture
  /// that is left without fingers fails, or is cancelled. The library's own recognizers decide for
  /// themselves: there it has no effect.
  public func ignore(_ touch: Touch, for event: Event?) {
    guard kind == .custom, touches.contains(touch) else { return }
    forget(touch)
    if claim.isJudging { ignored.append(touch) } else { scene?.ignore(touch, of: self) }
  }

  /// The recognizer becomes possible again: forget what it has seen.
  open func reset() {}

  /// Shows what is measured of the gesture.
  func show(_ measure: GestureEvent.Measure) {}

  /// The conclusion of the subclass.
  private func judge(_ state: State) {
    switch claim.set(state, isOwn: kind == .custom, hasFingers: scene != nil) {
    case .none: break
    case .unlawful(let before):
      (view?.application ?? .shared).report(
        .ignoredState(state, after: before, of: "\(type(of: self))"))
    case .phase(let phase): scene?.report(phase, of: self)
    }
  }
}

extension GestureRecognizer: Hashable {
  /// True if both are the same recognizer.
  public nonisolated static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool {
    left === right
  }

  /// Hashes the identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

// MARK: - Inside

extension GestureRecognizer {
  /// Has its gesture cancelled, or fail, and no longer sees its fingers.
  func withdraw() {
    scene?.withdraw(self)
  }

  /// Notes that it has fingers.
  func adopt(_ new: [Touch]) {
    for touch in new where !touches.contains(touch) {
      touches.append(touch)
      touch.isSeen(by: self)
    }
    if place == nil { shown = touches.filter(\.isDown) }
  }

  /// Notes that it no longer has a finger.
  func forget(_ touch: Touch) {
    touches.removeAll { $0 == touch }
    shown.removeAll { $0 == touch }
    touch.isIgnored(by: self)
  }

  /// Calls the method of the client's subclass for what its fingers do.
  ///
  /// - Returns: what it concludes
  func judge(
    _ input: GestureInput, _ touches: [Touch], _ event: Event?
  ) -> GestureVerdict {
    // The touches of a view that left are gone already.
    guard !touches.isEmpty else { return GestureVerdict(nil) }
    adopt(touches)
    claim.beginJudging()
    ignored = []
    switch input {
    case .began: touchesBegan(Set(touches), with: event)
    case .moved: touchesMoved(Set(touches), with: event)
    case .ended: touchesEnded(Set(touches), with: event)
    case .cancelled:
      for touch in touches { touch.phase = .cancelled }
      touchesCancelled(Set(touches), with: event)
    case .deadline: break
    }
    return GestureVerdict(claim.endJudging(), ignored: ignored.map(\.contact))
  }

  /// Shows where the gesture is that proved itself, or was recognized.
  func show(_ event: GestureEvent) {
    place = event.location
    switch kind {
    case .tap, .swipe:
      // The touches of the last tap, which may have lifted.
      shown = touches.suffix(kind.fingersEach)
    case .press:
      shown = touches.filter(event.contacts.suffix(kind.fingersEach).contains(touch:))
    case .pan, .pinch, .rotation, .custom:
      shown = touches.filter(event.contacts.contains(touch:))
    }
    show(event.measure)
  }

  /// Enters the state that was settled.
  ///
  /// An action that was called for another event of the same moment may have ended this gesture
  /// before.
  ///
  /// - Returns: true if the gesture is recognized by this; nil if it is over already
  func enter(_ event: GestureEvent) -> Bool? {
    guard let isRecognized = claim.settle(event.phase) else { return nil }
    switch claim.reached {
    case .failed, .cancelled: failures += 1
    case .possible, .began, .changed, .ended: break
    }
    show(event)
    return isRecognized
  }

  /// Calls the actions, if the state calls them.
  func sendActions(for event: Event?) {
    switch claim.reached {
    case .possible, .failed: return
    case .began, .changed, .ended, .cancelled: break
    }
    guard !isSilenced else { return }
    for entry in list.entries {
      switch entry {
      case .handler(let handler): handler.body(self)
      case .target(let target):
        let object: (any ActionTarget)? =
          target.isNamed
          ? target.object : view?.target(forAction: target.action, withSender: self)
        guard let object else { continue }
        view?.application?.sendAction(target.action, to: object, from: self, for: event)
      }
    }
  }

  /// Notes where its fingers are.
  func join(_ scene: GestureScene, as id: GestureID) {
    self.scene = scene
    self.id = id
  }

  /// Makes it ready for its next gesture.
  func makePossible() {
    scene = nil
    id = nil
    claim = GestureClaim()
    isSilenced = false
    touches = []
    shown = []
    place = nil
    reset()
  }
}

extension Collection<Contact.ID> {
  @MainActor
  fileprivate func contains(touch: Touch) -> Bool { contains(touch.contact) }
}
