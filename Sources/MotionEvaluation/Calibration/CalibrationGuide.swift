import MotionCore

/// Leads a person through a calibration: readings in, requests out, and all phases in the end.
///
/// A step lasts as long as the readings' own timestamps say. Where the readings break off, it starts
/// over.
///
/// - Clock: the readings' own.
public struct CalibrationGuide: Sendable {
  /// What is to be done about an input.
  public enum Action: Hashable, Sendable {
    /// Nothing yet.
    case none
    /// Ask the person for this.
    case ask(CalibrationStep)
    /// The readings broke off: ask the person for this once more.
    case askAgain(CalibrationStep)
    /// Everything was measured.
    case finish([CalibrationPhase])
  }

  private enum State {
    /// No readings come; the person was, or was not yet, asked for the step of this index.
    case waiting(step: Int, wasAsked: Bool)
    /// The step of this index is under way.
    case measuring(step: Int)
    case finished
  }

  private let steps: [CalibrationStep]
  private var state = State.waiting(step: 0, wasAsked: false)
  private var phases: [CalibrationPhase] = []
  /// Of the step under way.
  private var readings: [Reading] = []
  /// Knows which readings continue a stream; what it recognises is of no interest here.
  private var bank = DetectorBank()

  /// A guide through `steps`, of which there is at least one.
  public init(_ steps: [CalibrationStep]) {
    self.steps = steps
  }

  /// Takes the next reading; one that is implausible or late is dropped.
  public mutating func take(_ reading: Reading) -> Action {
    let before = bank.statistics
    bank.process(reading) { _ in }
    guard bank.statistics.admitted > before.admitted else { return .none }
    switch state {
    case .waiting(let step, let wasAsked):
      begin(step, reading)
      return wasAsked ? .askAgain(steps[step]) : .ask(steps[step])
    case .measuring(let step) where bank.statistics.breaks > before.breaks:
      begin(step, reading)
      return .askAgain(steps[step])
    case .measuring(let step):
      return measure(step, reading)
    case .finished:
      return .none
    }
  }

  /// Says that the accelerometer is lost, or has stalled: what comes next is another story.
  public mutating func interrupt() {
    bank.interrupt { _ in }
    switch state {
    case .measuring(let step): state = .waiting(step: step, wasAsked: true)
    case .waiting, .finished: break
    }
  }

  private mutating func begin(_ step: Int, _ first: Reading) {
    readings = [first]
    state = .measuring(step: step)
  }

  private mutating func measure(_ index: Int, _ reading: Reading) -> Action {
    readings.append(reading)
    let step = steps[index]
    guard let first = readings.first,
      reading.timestamp.seconds(since: first.timestamp) >= step.duration
    else { return .none }
    if let task = step.task { phases.append(CalibrationPhase(step.name, task, readings)) }
    guard index + 1 < steps.count else {
      state = .finished
      return .finish(phases)
    }
    readings = []
    state = .measuring(step: index + 1)
    return .ask(steps[index + 1])
  }
}
