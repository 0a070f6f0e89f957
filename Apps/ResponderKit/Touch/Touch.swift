// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TouchCore

/// A finger from going down to lifting: one object all that time, compared by identity.
///
/// It belongs to the view where it began, wherever it goes. The object is the same in each event,
/// so it can be the key of a dictionary; its properties change.
///
/// Names and behavior are those documented for UIKit's `UITouch`, but for the <doc:Differences>.
@MainActor
public final class Touch {
  /// The phase of a touch in an event.
  public typealias Phase = Contact.Phase

  /// A kind of thing that touches.
  public enum TouchType: Hashable, Sendable {
    /// A finger.
    case direct
    /// A pen.
    case pencil
    /// A mouse or another pointer, fed as a touch.
    case indirectPointer
  }

  /// The phase of the touch in the event that is being sent.
  public internal(set) var phase = Phase.began
  /// The time when it last did something.
  ///
  /// - Clock: the input's
  public internal(set) var timestamp: Timestamp
  /// The number of taps in a row, this one included; 0 for a finger that strays or stays.
  public internal(set) var tapCount: Int
  /// Half the larger diameter of the contact, in points; 0 if unknown.
  public internal(set) var majorRadius: Double
  /// The thing that touches.
  public let type: TouchType
  /// The view where it began; nil once that is released.
  public private(set) weak var view: View?
  /// The window where it began; nil once that is released.
  public private(set) weak var window: Window?

  /// The number of its view.
  let target: Int
  /// The finger at its beginning, and as it is now, whatever the view sees of it.
  let start: Moment
  private(set) var now: Moment
  /// The place in the window's coordinates.
  private var place, previousPlace: Point
  /// A Boolean value that indicates whether the finger is on the panel.
  private(set) var isDown = true
  /// The view received the beginning, and no move since.
  private var isCatchingUp = false
  /// The gate that decides which of its phases the view receives.
  var gate: TouchGate
  /// The responders that received its beginning; nil before that.
  var receivers: Receivers?

  /// The recognizers that were given it.
  private var followers: [Follower] = []

  private struct Follower {
    weak var recognizer: GestureRecognizer?
    /// The count of its failures then: it sees the touch as long as that is the same.
    let failures: Int
  }

  struct Moment {
    var contact: Contact
    var tapCount: Int
  }

  init(_ start: Moment, on view: View, in window: Window, isRefused: Bool) {
    self.start = start
    now = start
    self.view = view
    target = view.number
    self.window = window
    tapCount = start.tapCount
    type =
      switch start.contact.tool {
      case .finger: .direct
      case .pen: .pencil
      case .pointer: .indirectPointer
      }
    timestamp = start.contact.timestamp
    place = start.contact.location
    previousPlace = start.contact.location
    majorRadius = start.contact.radius
    gate = TouchGate(isOpen: !isRefused)
  }

  /// The place of the finger in `view`, or without view in the window.
  ///
  /// - Units: points; beyond the view's bounds, and negative, while the finger is outside
  public func location(in view: View?) -> CGPoint {
    CGPoint(place, in: view)
  }

  /// The place before the last event that moved it; at the beginning the same as ``location(in:)``.
  public func previousLocation(in view: View?) -> CGPoint {
    CGPoint(previousPlace, in: view)
  }

  /// The recognizers that have this touch in a gesture that did not fail; nil if there are none.
  public var gestureRecognizers: [GestureRecognizer]? {
    let all = followers.compactMap { follower in
      follower.recognizer.flatMap { $0.failures == follower.failures ? $0 : nil }
    }
    return all.isEmpty ? nil : all
  }

  /// Notes that `recognizer` has it.
  func isSeen(by recognizer: GestureRecognizer) {
    followers.append(Follower(recognizer: recognizer, failures: recognizer.failures))
  }

  /// Notes that `recognizer` no longer has it.
  func isIgnored(by recognizer: GestureRecognizer) {
    followers.removeAll { $0.recognizer === recognizer }
  }

  /// Updates the finger with what the tracker reports.
  func update(_ moment: Moment) {
    now = moment
    show(moment)
    switch phase {
    case .began, .moved, .stationary: break
    case .ended, .cancelled: isDown = false
    }
  }

  /// Shows the finger as the view is to see it: beginning and end may be delayed.
  func present(_ phase: Phase) {
    switch phase {
    case .began:
      show(start)
      isCatchingUp = true
    case .moved:
      show(now)
      if isCatchingUp { previousPlace = start.contact.location }
      isCatchingUp = false
    case .stationary, .ended, .cancelled:
      show(now)
    }
    self.phase = phase
  }

  /// Shows the finger as it is.
  func presentNow() {
    show(now)
  }

  /// Makes it stationary in further events, as its end is held back.
  func rest() {
    now.contact.rest()
    show(now)
  }

  private func show(_ moment: Moment) {
    phase = moment.contact.phase
    timestamp = moment.contact.timestamp
    place = moment.contact.location
    previousPlace = moment.contact.previousLocation
    majorRadius = moment.contact.radius
    tapCount = moment.tapCount
  }
}

extension Touch: Hashable {
  /// True if both are the same finger, from the same beginning.
  public nonisolated static func == (left: Touch, right: Touch) -> Bool {
    left === right
  }

  /// Hashes the identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Touch {
  /// Its number in the tracker.
  var contact: Contact.ID { now.contact.id }

  /// A Boolean value that indicates whether the view received the beginning.
  var isDelivered: Bool { receivers != nil }

  /// A Boolean value that indicates whether the view received the beginning, and no end yet.
  var isOpen: Bool { receivers?.isOpen == true }

  /// A Boolean value that indicates whether view and receivers are where they were at the
  /// beginning.
  var isConnected: Bool {
    guard let view, let window, view.nearestWindow === window else { return false }
    return receivers.map { !$0.isOpen || $0.isConnected } ?? true
  }

  /// Breaks the touch off, and returns the responders that need a cancellation.
  func cutShort() -> [Responder] {
    _ = gate.process(.cancelled)
    // A touch whose end is on its way has ended.
    if receivers?.isOpen != false { phase = .cancelled }
    return receivers?.cutShort() ?? []
  }
}

extension CGPoint {
  /// The place of a window's point in `view`, or without view in the window.
  @MainActor
  init(_ point: Point, in view: View?) {
    let place = CGPoint(x: point.x, y: point.y)
    self = view?.convert(place, from: nil) ?? place
  }
}
