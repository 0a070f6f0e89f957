// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view that turns one finger into control events, and these into actions: the base of buttons
/// and sliders.
///
/// ```swift
/// import Foundation
///
/// let button = Control(frame: CGRect(x: 20, y: 20, width: 80, height: 40))
/// button.addTarget(nil, action: .undo, for: .touchUpInside)
/// ```
///
/// It handles its fingers: the views behind it hear nothing of them. It draws nothing; override
/// ``isHighlighted``, ``isSelected`` and ``isEnabled`` to show them.
///
/// Names and behavior are those documented for UIKit's `UIControl`, but for the <doc:Differences>.
open class Control: View {
  /// Things that happen to a control: acts of a finger, and changes of its value.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The bits, as in UIKit.
    public let rawValue: UInt

    /// The set with the bits of `rawValue`.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// A finger was put down.
    public static let touchDown = Events(rawValue: 1 << 0)
    /// A finger was put down again: `tapCount` is 2 or more.
    public static let touchDownRepeat = Events(rawValue: 1 << 1)
    /// The finger moved inside.
    public static let touchDragInside = Events(rawValue: 1 << 2)
    /// The finger moved outside.
    public static let touchDragOutside = Events(rawValue: 1 << 3)
    /// The finger came in.
    public static let touchDragEnter = Events(rawValue: 1 << 4)
    /// The finger went out.
    public static let touchDragExit = Events(rawValue: 1 << 5)
    /// The finger was lifted inside: what presses a button.
    public static let touchUpInside = Events(rawValue: 1 << 6)
    /// The finger was lifted outside.
    public static let touchUpOutside = Events(rawValue: 1 << 7)
    /// The touch was cancelled.
    public static let touchCancel = Events(rawValue: 1 << 8)
    /// The value changed; only the app sends it.
    public static let valueChanged = Events(rawValue: 1 << 12)
    /// The user did what the control is for; only the app sends it.
    public static let primaryActionTriggered = Events(rawValue: 1 << 13)
    /// Editing began; only the app sends it, and the three that follow.
    public static let editingDidBegin = Events(rawValue: 1 << 16)
    /// The text changed.
    public static let editingChanged = Events(rawValue: 1 << 17)
    /// Editing ended because something else was touched.
    public static let editingDidEnd = Events(rawValue: 1 << 18)
    /// Editing ended with a key such as Return.
    public static let editingDidEndOnExit = Events(rawValue: 1 << 19)
    /// All that fingers do.
    public static let allTouchEvents = Events(rawValue: 0xFFF)
    /// All of editing.
    public static let allEditingEvents = Events(rawValue: 0xF0000)
    /// All there are.
    public static let allEvents = Events(rawValue: 0xFFFF_FFFF)
  }

  /// The distance outside the bounds, in points, where a finger that is down still counts as
  /// inside.
  ///
  /// Fingers cover what they press, and slip.
  public static let reach = 70.0

  /// A Boolean value that indicates whether the control can be used: by default `true`.
  ///
  /// Disabled it sends nothing, and still takes the fingers that are put down on it.
  open var isEnabled = true {
    didSet {
      guard !isEnabled, finger != nil else { return }
      stop()
      cancelTracking(with: nil)
    }
  }

  /// A Boolean value that indicates whether the control is selected, as the app sets it: by default
  /// `false`.
  open var isSelected = false

  /// A Boolean value that indicates whether a finger is on the control.
  open var isHighlighted = false

  /// A Boolean value that indicates whether the control follows a finger.
  public var isTracking: Bool { finger != nil }

  /// A Boolean value that indicates whether the finger that the control follows is inside, or near
  /// enough.
  public private(set) var isTouchInside = false

  private var finger: Touch?

  // MARK: Targets

  private var list = TargetList<Control>()

  /// Sends `action` when one of `events` happens, after those that were added before.
  ///
  /// The same target and action are added once, for the events of each time.
  ///
  /// - Parameters:
  ///   - target: a responder or another object, which is not owned; nil for the first responder
  ///     that can perform it on the first responder's chain, or else on the control's
  ///   - action: the action; its sender is the control
  ///   - events: the events
  public func addTarget(_ target: (any ActionTarget)?, action: Action, for events: Events) {
    list.addTarget(target, action: action, for: events)
  }

  /// The targets that exist, each once, in the order of adding; an action without a target adds
  /// none.
  public var allTargets: [any ActionTarget] { list.objects }

  /// The events that have targets or closures.
  public var allControlEvents: Events { list.events }

  /// Returns the actions that `target` gets when one of `events` happens, in the order of adding.
  ///
  /// - Parameters:
  ///   - target: the object; nil for actions without a target
  ///   - events: the events
  /// - Returns: the actions; none if there are none
  public func actions(forTarget target: (any ActionTarget)?, for events: Events) -> [Action] {
    list.actions(forTarget: target, for: events)
  }

  /// Calls `handler` when one of `events` happens, after the targets and closures that were added
  /// before.
  ///
  /// - Parameters:
  ///   - events: the events
  ///   - handler: takes the control
  /// - Returns: what ``removeAction(_:)`` takes
  @discardableResult
  public func addAction(
    for events: Events, _ handler: @escaping @MainActor (Control) -> Void
  ) -> ActionHandler {
    list.addAction(for: events, handler)
  }

  /// Stops calling a closure.
  public func removeAction(_ handler: ActionHandler) {
    list.removeAction(handler)
  }

  /// Stops sending `action` to `target` when one of `events` happens; nil stands for all targets
  /// and all actions.
  public func removeTarget(_ target: (any ActionTarget)?, action: Action?, for events: Events) {
    list.removeTarget(target, action: action, for: events)
  }

  /// Sends the actions of `events`, such as ``Events/valueChanged``, which only the app knows of.
  ///
  /// - Parameters:
  ///   - events: what happened
  ///   - event: the event that caused it, if any
  open func sendActions(for events: Events, with event: Event? = nil) {
    for entry in list.entries {
      switch entry {
      case .target(let target) where !target.events.isDisjoint(with: events) && !target.isGone:
        sendAction(target.action, to: target.object, for: event)
      case .handler(let handler) where !handler.events.isDisjoint(with: events):
        handler.body(self)
      case .target, .handler: break
      }
    }
  }

  /// Sends one action; override it to watch or change what is sent.
  ///
  /// Outside of a window, without target, the first on the control's own chain that can perform it
  /// does.
  ///
  /// - Parameters:
  ///   - action: the action
  ///   - target: the object; nil to search for a responder
  ///   - event: the event that caused it, if any
  /// - Returns: true if the action was performed
  @discardableResult
  open func sendAction(_ action: Action, to target: (any ActionTarget)?, for event: Event?) -> Bool
  {
    if let application {
      return application.sendAction(action, to: target, from: self, for: event)
    }
    let target: (any ActionTarget)? = target ?? self.target(forAction: action, withSender: self)
    guard let method = target?.method(for: action) else { return false }
    method(self, event)
    return true
  }

  // MARK: Tracking

  /// Returns true if the control is to follow `touch`, which was put down on it: by default it is.
  open func beginTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// Returns true if the control is to follow `touch`, which moved, any further: by default it is.
  open func continueTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// The finger that the control followed was lifted.
  open func endTracking(_ touch: Touch?, with event: Event?) {}

  /// The touch that the control followed was cancelled, or the control was disabled.
  open func cancelTracking(with event: Event?) {}

  /// Returns false for the single tap of one finger that a view behind the control looks for, while
  /// the control is enabled: its own actions come first.
  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard isEnabled, recognizer.view !== self, let tap = recognizer as? TapGestureRecognizer,
      tap.numberOfTapsRequired == 1, tap.numberOfTouchesRequired == 1
    else { return super.gestureRecognizerShouldBegin(recognizer) }
    return false
  }

  /// Follows a finger if it follows none; the control's superview hears nothing.
  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    let first = touches.min { $0.contact < $1.contact }
    guard isEnabled, finger == nil, let touch = first, beginTracking(touch, with: event)
    else { return }
    // It may have been cancelled meanwhile, which found nothing to stop.
    guard touch.phase != .cancelled else { return cancelTracking(with: event) }
    finger = touch
    isTouchInside = true
    isHighlighted = true
    sendActions(for: .touchDown, with: event)
    if touch.tapCount > 1, finger == touch { sendActions(for: .touchDownRepeat, with: event) }
  }

  /// Follows the finger; the control's superview hears nothing.
  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    guard let finger, touches.contains(finger) else { return }
    let isWanted = continueTracking(finger, with: event)
    // What is cancelled meanwhile is over: no drag, and no highlight.
    guard self.finger == finger else { return }
    guard isWanted else { return stop() }
    let wasInside = isTouchInside
    isTouchInside = isInside(finger)
    if isHighlighted != isTouchInside { isHighlighted = isTouchInside }
    switch (wasInside, isTouchInside) {
    case (true, false): sendActions(for: .touchDragExit, with: event)
    case (false, true): sendActions(for: .touchDragEnter, with: event)
    case (true, true), (false, false): break
    }
    guard self.finger == finger else { return }
    sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside, with: event)
  }

  /// Ends following the finger; the control's superview hears nothing.
  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    guard let finger, touches.contains(finger) else { return }
    let isInside = isInside(finger)
    stop()
    endTracking(finger, with: event)
    sendActions(for: isInside ? .touchUpInside : .touchUpOutside, with: event)
  }

  /// Ends following the finger; the control's superview hears nothing.
  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    guard let finger, touches.contains(finger) else { return }
    stop()
    cancelTracking(with: event)
    sendActions(for: .touchCancel, with: event)
  }

  private func stop() {
    finger = nil
    isTouchInside = false
    isHighlighted = false
  }

  private func isInside(_ touch: Touch) -> Bool {
    bounds.insetBy(dx: -Self.reach, dy: -Self.reach).contains(touch.location(in: self))
  }
}
