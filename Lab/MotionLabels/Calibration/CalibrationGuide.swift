// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The course of a calibration: it takes readings, asks the person for each step, and has all
/// phases at the end.
///
/// A step lasts as long as the readings' own timestamps say. Where the readings break off, it
/// starts over.
///
/// - Clock: the readings' own.
package struct CalibrationGuide: Sendable {
  /// The action that an input calls for.
  package enum Action: Hashable, Sendable {
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
  /// The readings of the step under way.
  private var readings: [Reading] = []
  /// Finds breaks in the readings; it detects no motions.
  private var stream = MotionPipeline([])

  /// A guide through `steps`, at least one.
  package init(_ steps: [CalibrationStep]) {
    self.steps = steps
  }

  /// Takes the next reading; one that is implausible or late is dropped.
  package mutating func process(_ reading: Reading) -> Action {
    let before = stream.statistics
    stream.process(reading) { _, _ in }
    guard stream.statistics.admitted > before.admitted else { return .none }
    switch state {
    case .waiting(let step, let wasAsked):
      begin(step, reading)
      return wasAsked ? .askAgain(steps[step]) : .ask(steps[step])
    case .measuring(let step) where stream.statistics.breaks > before.breaks:
      begin(step, reading)
      return .askAgain(steps[step])
    case .measuring(let step):
      return measure(step, reading)
    case .finished:
      return .none
    }
  }

  /// Ends the stream of readings: the accelerometer is lost, or has stalled.
  package mutating func interrupt() {
    stream.interrupt { _, _ in }
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

/// A step of a calibration: a request to the person, and the time it takes.
package struct CalibrationStep: Hashable, Sendable {
  /// The task that is measured meanwhile; nil for a pause.
  package var task: CalibrationPhase.Task?
  /// The name of the phase: a word that can be the name of a file.
  package var name: String
  /// The request to the person.
  package var request: String
  /// The duration in seconds, on the clock of the readings.
  package var duration: Double

  /// The steps of a calibration with so many shakes.
  ///
  /// - Parameter trials: the number of shakes to ask for
  /// - Returns: stillness, the shakes with pauses between them, and other handling
  package static func all(trials: Int) -> [CalibrationStep] {
    func pause(_ request: String, _ duration: Double) -> CalibrationStep {
      CalibrationStep(task: nil, name: "pause", request: request, duration: duration)
    }
    let shakes = (1...max(1, trials)).flatMap { number in
      [
        CalibrationStep(
          task: .shake, name: "shake-\(number)",
          request: "Shake once, now (\(number) of \(trials)).", duration: 4),
        pause("Rest.", 2),
      ]
    }
    return [
      pause("Lay the device down, or hold it still.", 3),
      CalibrationStep(
        task: .still, name: "still", request: "Keep it still for 5 seconds.", duration: 5),
      pause("Take it in your hand.", 3),
    ] + shakes + [
      CalibrationStep(
        task: .other, name: "other",
        request: "For 15 seconds do anything but shake: walk, put it down, pick it up.",
        duration: 15)
    ]
  }
}
