// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TouchCore

extension Application {
  /// Processes a step of a panel, a toolkit or a recording.
  ///
  /// It becomes events for ``sendEvent(_:)``, gestures that are recognized, and cancellations; all
  /// of that has happened when this returns. A step received in the middle of another, from a
  /// responder, waits until that is over.
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
  /// A finger that is put down while no window is key, where no view is hit, or while interaction
  /// is ignored, is ignored until it lifts. Finger numbers are unique in the application, not only
  /// in a window.
  ///
  /// - Parameters:
  ///   - step: fingers, the time, or an interruption; see ``touchDeadline`` for the time
  ///   - window: the window whose coordinates the step has, and that gets the fingers put down in
  ///     it; by default the key window
  /// - Clock: the input's, such as `CLOCK_MONOTONIC`; none is read
  public func receive(_ step: TouchStep, in window: Window? = nil) {
    touchDelivery.receive(step, in: window)
  }

  /// The time when a gesture depends on time alone, such as the press of a finger that rests, or
  /// when the next ``DelayedCall`` is due; nil if there is neither.
  ///
  /// A host with a loop of its own sets a timer to it, and then calls ``receive(_:in:)`` with
  /// `TouchStep.time`, once it has no earlier frame. A timer that is late, early or missing changes
  /// when gestures are reported, and neither which nor their timestamps.
  ///
  /// - Clock: the input's
  public var touchDeadline: Timestamp? {
    touchDelivery.deadline
  }
}

extension Application {
  /// Sends the touches of a source, and the gestures in them, until it ends.
  ///
  /// ```swift
  /// try await Application.shared.sendTouches(from: TouchReader())
  /// ```
  ///
  /// `TouchReader` is in the product TouchInput. The source reports the time for gestures that
  /// depend on it, so no other timer is needed. Touches are cancelled at the end, also when the
  /// task is cancelled.
  ///
  /// - Parameters:
  ///   - source: a panel's touches
  ///   - window: the window whose coordinates they have; by default the key window
  /// - Throws: the error of the source, such as that this user may not read a panel
  public func sendTouches<Source: TouchSource>(
    from source: Source, in window: Window? = nil
  ) async throws(Source.Failure) {
    defer { receive(.interruption) }
    var requested: Timestamp?
    for try await step in source {
      receive(step, in: window)
      guard touchDeadline != requested else { continue }
      requested = touchDeadline
      source.remind(at: requested)
    }
  }
}
