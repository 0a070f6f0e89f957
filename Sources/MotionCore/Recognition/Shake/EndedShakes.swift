// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  extension AsyncSequence where Element == MotionEvent {
    /// The ended shakes, each with its measurements, as a sequence.
    ///
    /// ```swift
    /// func count(_ session: MotionSession) async {
    ///   for await shake in session.shakes { print("\(shake.swings) swings along \(shake.axis)") }
    /// }
    /// ```
    ///
    /// It leaves out beginnings, cancellations and other kinds of motion. It ends, or fails, with
    /// its base sequence.
    ///
    /// - Units: as in ``ShakeMeasurements``.
    /// - Clock: the events' clock.
    public var shakes: AsyncCompactMapSequence<Self, ShakeMeasurements> {
      compactMap { motion in
        motion.phase == .ended ? motion.measurements?[ShakeMeasurements.self] : nil
      }
    }
  }
#endif
