import LinuxSupport
import MotionCore
import MotionIIO
import MotionLabels
import MotionSources

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
      if try take(event) { isOver.raise() }
    }
    return phases
  }

  /// `phase` as `motionctl record` would have recorded it.
  func recording(of phase: CalibrationPhase) -> Recording {
    Recording(notes: notes, readings: phase.readings)
  }

  /// Takes the next event of the accelerometer; true if no more are needed.
  private mutating func take(_ event: AccelerometerEvent) throws -> Bool {
    switch event {
    case .started(let info):
      notes = RecordingNote.notes(of: info)
    case .reading(let reading):
      switch guide.take(reading) {
      case .none: break
      case .ask(let step): try say(step.request)
      case .askAgain(let step): try say("The readings broke off. Again: \(step.request)")
      case .finish(let phases):
        self.phases = phases
        return true
      }
    case .time, .paused, .moved, .recognized, .ended:
      break
    case .warning(let error):
      try say("\(error).")
    case .interrupted:
      guide.interrupt()
    case .lost(let error):
      guide.interrupt()
      try say("\(error); looking for it.")
    }
    return false
  }

  private func say(_ line: String) throws {
    try OutputFile.standardError.write("motionctl calibrate: \(line)\n")
  }
}
