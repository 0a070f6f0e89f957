// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  extension AsyncSequence where Element == MotionEvent {
    /// The shakes that ended, each with its measurements, as a sequence.
    ///
    /// ```swift
    /// func count(_ session: MotionSession) async {
    ///   for await shake in session.shakes { print("\(shake.swings) swings along \(shake.axis)") }
    /// }
    /// ```
    ///
    /// It leaves out beginnings, cancellations and other kinds of motion. It ends, or fails, with
    /// the sequence that it is made of.
    ///
    /// - Units: as in ``ShakeMeasurements``.
    /// - Clock: that of the events.
    public var shakes: AsyncCompactMapSequence<Self, ShakeMeasurements> {
      compactMap { motion in
        motion.phase == .ended ? motion.measurements?[ShakeMeasurements.self] : nil
      }
    }
  }
#endif
