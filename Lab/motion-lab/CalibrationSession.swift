// SPDX-License-Identifier: Apache-2.0

import Commands
import LinuxSupport
import MotionCore
import MotionLabels
import MotionSensors

/// A calibration with a person and an accelerometer: requests go to standard error.
struct CalibrationSession {
  private var guide: CalibrationGuide
  private var phases: [CalibrationPhase]?
  /// The notes about the accelerometer, for recordings.
  private var notes: [RecordingNote] = []

  /// A session that asks for `trials` shakes.
  init(trials: Int) {
    guide = CalibrationGuide(CalibrationStep.all(trials: trials))
  }

  /// Measures everything; nil if a signal came first.
  mutating func run(
    _ player: SourcePlayer, _ signals: borrowing StopSignals
  ) throws -> [CalibrationPhase]? {
    let isOver = signals.request
    _ = try player.play(signals) { event in
      if try process(event) { isOver.raise() }
    }
    return phases
  }

  /// `phase` as `motionctl record` would have recorded it.
  func recording(of phase: CalibrationPhase) -> Recording {
    Recording(notes: notes, readings: phase.readings)
  }

  /// Processes the next event of the accelerometer.
  ///
  /// - Returns: true if the calibration is complete
  private mutating func process(_ event: AccelerometerEvent) throws -> Bool {
    switch event {
    case .started(let info):
      notes = RecordingNote.notes(of: info)
    case .readings(let batch):
      for reading in batch where try process(reading) { return true }
    case .time, .paused, .moved, .recognized, .ended:
      break
    case .warning(let error):
      try CalibrateCommand.report("\(error).")
    case .interrupted:
      guide.interrupt()
    case .lost(let error):
      guide.interrupt()
      try CalibrateCommand.report("\(error); looking for it.")
    }
    return false
  }

  /// Processes the next reading.
  ///
  /// - Returns: true if the calibration is complete
  private mutating func process(_ reading: Reading) throws -> Bool {
    switch guide.process(reading) {
    case .none: break
    case .ask(let step): try CalibrateCommand.report(step.request)
    case .askAgain(let step):
      try CalibrateCommand.report("The readings broke off. Again: \(step.request)")
    case .finish(let phases):
      self.phases = phases
      return true
    }
    return false
  }
}
