/// One thing that a person is asked to do while readings are taken.
public struct CalibrationStep: Hashable, Sendable {
  /// What is measured meanwhile; nil for a pause, in which nothing is.
  public var task: CalibrationPhase.Task?
  /// What to call what is measured: a word that can be the name of a file.
  public var name: String
  /// What the person is asked to do.
  public var request: String
  /// How long it takes, in seconds of the readings' clock.
  public var duration: Double

  /// The steps of a calibration with so many shakes.
  ///
  /// - Parameter trials: how many shakes to ask for
  /// - Returns: stillness, the shakes with pauses between them, and other handling
  public static func all(trials: Int) -> [CalibrationStep] {
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
