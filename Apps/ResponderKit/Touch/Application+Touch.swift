import MotionCore
import TouchCore

extension Application {
  /// Takes what a panel, a toolkit or a recording says about fingers.
  ///
  /// It becomes events for ``sendEvent(_:)``, gestures that are recognized, and cancellations; all of that has
  /// happened when this returns. A step received in the middle of another, from a responder, waits until that is over.
  ///
  /// ```swift
  /// import MotionCore
  /// import TouchCore
  ///
  /// @MainActor func down(x: Double, y: Double, at time: Timestamp) {
  ///   let change = TouchChange(0, .down(Point(x: x, y: y)))
  ///   application.receive(.frame(TouchFrame(timestamp: time, changes: [change])))
  /// }
  /// ```
  ///
  /// A finger that is put down while no window is key, where nobody is hit, or while interaction is
  /// ignored, is ignored until it lifts. Numbers of fingers are those of the application, not of a window.
  ///
  /// - Parameters:
  ///   - step: fingers, the time, or an interruption; see ``touchDeadline`` for the time
  ///   - window: the window whose coordinates the step has, and that gets the fingers put down in it;
  ///     by default the key window
  /// - Clock: the input's, such as `CLOCK_MONOTONIC`; none is read
  public func receive(_ step: TouchStep, in window: Window? = nil) {
    touchDelivery.receive(step, in: window)
  }

  /// The time at which a gesture depends on time alone, such as a press on a finger that rests; nil if none does.
  ///
  /// A host with a loop of its own sets a timer to it, and then calls ``receive(_:in:)`` with
  /// `TouchStep.time`, once it has no earlier frame. A timer that is late, early or missing changes when
  /// gestures are told, and neither which nor their timestamps.
  ///
  /// - Clock: the input's
  public var touchDeadline: Timestamp? {
    touchDelivery.deadline
  }
}
