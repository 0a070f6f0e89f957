// SPDX-License-Identifier: Apache-2.0

/// The distances and times that distinguish gestures.
///
/// One value for taps and every recognizer; a recognizer may be given one of its own. Distances are
/// in points (1/160 inch). A limit in time is reached at its very moment: a tap of exactly
/// ``tapDuration`` is too long. A limit in distance is reached at its very distance by what needs
/// it (a pan), and exceeded beyond it by what must not (a tap).
public struct TouchConfiguration: Hashable, Sendable {
  /// The largest distance that a finger may stray and still tap: 20 points, 3.2 mm.
  ///
  /// Smaller values made targets hard to hit: Flutter went from 8 to 18.
  public var tapSlop = 20.0
  /// The time within which a tap must be over: 750 ms.
  public var tapDuration = Duration.milliseconds(750)
  /// The time from the end of a tap within which the next must begin: 350 ms.
  ///
  /// Others have 300 to 400 ms.
  public var multiTapInterval = Duration.milliseconds(350)
  /// The largest distance between the beginnings of two taps in a row: 45 points.
  public var multiTapDistance = 45.0
  /// The time that a finger must rest for a long press: 500 ms.
  public var pressDuration = Duration.milliseconds(500)
  /// The largest distance that it may stray meanwhile: 10 points.
  public var pressSlop = 10.0
  /// The distance that fingers must move for a pan to begin: 10 points.
  public var panSlop = 10.0
  /// The change of distance between two fingers that begins a pinch: 10 points.
  public var pinchSlop = 10.0
  /// The turn of two fingers that begins a rotation: 10 points, the sum of both arcs.
  public var rotationSlop = 10.0
  /// The distance that a swipe must go along its direction: 40 points.
  public var swipeLength = 40.0
  /// The largest distance that it may stray across, or back: 20 points.
  public var swipeWidth = 20.0
  /// The time from the first finger's beginning within which it must be done: 500 ms.
  public var swipeDuration = Duration.milliseconds(500)

  /// The configuration of the values above.
  public init() {}
}

extension Duration {
  /// The duration in nanoseconds, saturating where 64 bits cannot hold it.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard overflow || carry else { return sum }
    return seconds < 0 ? .min : .max
  }
}
