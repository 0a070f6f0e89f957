import MotionCore

/// The sensitivities that a calibration tries: from 0 to 1, 0.05 apart.
package enum SensitivityLadder {
  private static let stepsToOne = 20

  /// From the lowest to the highest.
  package static let steps = (0...stepsToOne).compactMap {
    Sensitivity(Double($0) / Double(stepsToOne))
  }

  /// What the detector makes of `readings` at each step.
  ///
  /// - Parameters:
  ///   - readings: of one phase
  ///   - window: within how many seconds of its beginning a shake must stop
  ///   - reduce: what to keep of a step's events
  /// - Returns: one result for each step
  static func climb<Result>(
    _ readings: [Reading], window: Double, _ reduce: ([MotionEvent]) -> Result
  ) -> [Result] {
    steps.map { sensitivity in
      var bank = DetectorBank(
        shake: ShakeConfiguration(sensitivity: sensitivity, window: window))
      var events: [MotionEvent] = []
      for reading in readings { bank.process(reading) { events.append($0) } }
      bank.interrupt { events.append($0) }
      return reduce(events)
    }
  }
}
