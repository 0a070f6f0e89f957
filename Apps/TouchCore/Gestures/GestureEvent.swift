// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The identity of a gesture recognizer in its ``GestureBank``; never used again.
public struct GestureID: Hashable, Comparable, Sendable {
  let number: Int

  /// True if `left` was added before `right`.
  public static func < (left: GestureID, right: GestureID) -> Bool {
    left.number < right.number
  }
}

/// A step of a gesture.
///
/// A gesture that lasts has `began changed* (ended | cancelled)`; a gesture that happens has
/// `ended`. Either may have `failed` alone.
public struct GestureEvent: Hashable, Sendable {
  /// The recognizer.
  public var gesture: GestureID
  /// The phase of the gesture.
  public var phase: Phase
  /// The time when the step was certain, on the contacts' clock.
  public var timestamp: Timestamp
  /// The middle of its fingers; for a tap and a swipe, the place where the first fingers began.
  public var location: Point
  /// The measure of the gesture.
  public var measure: Measure
  /// Its fingers in the order of their beginning, fingers of earlier taps included.
  public var contacts: [Contact.ID]

  /// A step of a gesture, as a recognizer concludes it and as it is emitted.
  public enum Phase: Hashable, Sendable {
    /// A gesture that lasts was recognized.
    case began
    /// It goes on.
    case changed
    /// It is over, or one that happens was recognized.
    case ended
    /// It broke off.
    case cancelled
    /// It will not be recognized; actions are not called.
    case failed
  }

  /// The measure of a gesture; lengths in points.
  public enum Measure: Hashable, Sendable {
    /// A tap, a press, or the client's own gesture: nothing.
    case none
    /// The direction of a swipe.
    case swipe(SwipeDirections)
    /// The translation of a pan since it began, and its velocity in points a second.
    case pan(translation: Point, velocity: Point)
    /// The distance of the fingers as a multiple of that at the beginning, and its change in a
    /// second.
    case pinch(scale: Double, velocity: Double)
    /// By how many radians the fingers turned since the beginning, clockwise as seen, and how many
    /// they turn in a second.
    case rotation(Double, velocity: Double)
  }
}

/// A question that recognition puts to the client.
public enum GestureQuestion: Hashable, Sendable {
  /// True if this contact, which begins, is one of the recognizer's fingers.
  case receives(GestureID, Contact)
  /// True if the gesture may be recognized; this would be its event. Asked once it proved itself.
  case begins(GestureEvent)
  /// True if the first may go on beside the second, though they share a finger; asked in both
  /// orders.
  case together(GestureID, GestureID)
  /// True if the first, recognized, stops the second; they share a finger, and may not go on
  /// together.
  case prevents(GestureID, GestureID)
}
