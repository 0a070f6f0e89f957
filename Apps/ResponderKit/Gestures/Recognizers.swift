// SPDX-License-Identifier: Apache-2.0

import Foundation
import TouchCore

/// Recognizes taps, at the last lift.
///
/// ``GestureRecognizer/configuration`` has the distances and times.
public final class TapGestureRecognizer: GestureRecognizer {
  /// The number of taps in a row: by default 1.
  public var numberOfTapsRequired = 1
  /// The number of fingers of each tap: by default 1.
  public var numberOfTouchesRequired = 1

  override var kind: GestureKind {
    .tap(taps: numberOfTapsRequired, fingers: numberOfTouchesRequired)
  }
}

/// Recognizes fingers that rest, and follows them until one lifts.
public final class LongPressGestureRecognizer: GestureRecognizer {
  /// The number of taps before the press: by default none.
  public var numberOfTapsRequired = 0
  /// The number of fingers: by default 1.
  public var numberOfTouchesRequired = 1
  /// The time that the fingers must rest: by default 500 ms.
  public var minimumPressDuration: Duration {
    get { effectiveConfiguration.pressDuration }
    set { setLimit(\.pressDuration, to: newValue) }
  }
  /// The largest distance, in points, that they may stray meanwhile: by default 10.
  public var allowableMovement: Double {
    get { effectiveConfiguration.pressSlop }
    set { setLimit(\.pressSlop, to: newValue) }
  }

  override var kind: GestureKind {
    .press(taps: numberOfTapsRequired, fingers: numberOfTouchesRequired)
  }
}

/// Recognizes fingers that move quickly in a direction, once they have gone far enough.
public final class SwipeGestureRecognizer: GestureRecognizer {
  /// The admitted directions: by default right.
  public var direction = SwipeDirections.right
  /// The number of fingers: by default 1.
  public var numberOfTouchesRequired = 1
  /// The direction of the last swipe, one of ``direction``; UIKit does not have it.
  public private(set) var recognizedDirection = SwipeDirections()

  override var kind: GestureKind { .swipe(direction, fingers: numberOfTouchesRequired) }

  override func show(_ measure: GestureEvent.Measure) {
    if case .swipe(let direction) = measure { recognizedDirection = direction }
  }
}

/// Recognizes fingers that move, and follows them until fewer than the least number are left.
public final class PanGestureRecognizer: GestureRecognizer {
  /// The least number of fingers: by default 1.
  public var minimumNumberOfTouches = 1
  /// The largest number of fingers: by default any.
  public var maximumNumberOfTouches = TouchTracker.mostContacts

  private var moved = CGPoint.zero
  private var speed = CGPoint.zero

  override var kind: GestureKind {
    ensure(
      minimumNumberOfTouches >= 1 && minimumNumberOfTouches <= maximumNumberOfTouches,
      "PanGestureRecognizer: needs at least one finger, and at most no fewer than at least")
    return .pan(fingers: minimumNumberOfTouches...maximumNumberOfTouches)
  }

  override func show(_ measure: GestureEvent.Measure) {
    guard case .pan(let translation, let velocity) = measure else { return }
    moved = CGPoint(x: translation.x, y: translation.y)
    speed = CGPoint(x: velocity.x, y: velocity.y)
  }

  /// The translation of the fingers since the beginning, or since the value that was set.
  ///
  /// - Parameter view: the view whose coordinates are wanted; all are equal, as views are not
  ///   scaled
  /// - Returns: the way, in points
  public func translation(in view: View?) -> CGPoint { moved }

  /// Makes `translation` the way that the fingers have gone, and forgets the velocity.
  public func setTranslation(_ translation: CGPoint, in view: View?) {
    moved = translation
    speed = .zero
    scene?.change(self) {
      $0.setTranslation(Point(x: translation.x, y: translation.y), of: $1)
    }
  }

  /// The velocity of the fingers, over the last 100 ms.
  ///
  /// - Units: points a second
  public func velocity(in view: View?) -> CGPoint { speed }
}

/// Recognizes two fingers that move apart or together.
public final class PinchGestureRecognizer: GestureRecognizer {
  private var factor = 1.0

  /// The change of ``scale``, over the last 100 ms; negative for fingers that move together.
  ///
  /// - Units: 1/s
  public private(set) var velocity = 0.0

  /// The distance of the fingers as a multiple of the distance at the beginning; a value that you
  /// set counts from now on, and makes the ``velocity`` zero.
  public var scale: Double {
    get { factor }
    set {
      (factor, velocity) = (newValue, 0)
      scene?.change(self) { $0.setScale(newValue, of: $1) }
    }
  }

  override var kind: GestureKind { .pinch }

  override func show(_ measure: GestureEvent.Measure) {
    if case .pinch(let scale, let velocity) = measure {
      (factor, self.velocity) = (scale, velocity)
    }
  }
}

/// Recognizes two fingers that turn round each other.
public final class RotationGestureRecognizer: GestureRecognizer {
  private var angle = 0.0

  /// The change of ``rotation``, over the last 100 ms.
  ///
  /// - Units: radians a second, positive clockwise as seen
  public private(set) var velocity = 0.0

  /// The angle that the fingers have turned since the beginning; a set angle counts from here, and
  /// makes the ``velocity`` zero.
  ///
  /// - Units: radians, clockwise as seen
  public var rotation: Double {
    get { angle }
    set {
      (angle, velocity) = (newValue, 0)
      scene?.change(self) { $0.setRotation(newValue, of: $1) }
    }
  }

  override var kind: GestureKind { .rotation }

  override func show(_ measure: GestureEvent.Measure) {
    if case .rotation(let radians, let velocity) = measure {
      (angle, self.velocity) = (radians, velocity)
    }
  }
}
