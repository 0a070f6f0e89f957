/// Recognises a shake: a few strong swings back and forth along one direction, soon over.
///
/// - `began` when the evidence suffices;
/// - `ended` when a stretch of quiet proved that the last swing came within
///   ``ShakeConfiguration/window`` of `began`, and the whole still looks like a shake;
/// - `cancelled` when a swing came later than that (`tooLong`), when the whole does not look like
///   a shake (`notAShake`), or when the stream broke off (`interrupted`).
///
/// Method: a zigzag in space cuts low-passed acceleration into swings, alternating ones form a
/// chain, and the chain is judged (see `ShakeEvidence`). Everything is measured in time, never in
/// readings, so the answer hardly depends on the sampling rate.
package struct ShakeDetector: MotionDetector {
  private let configuration: ShakeConfiguration
  /// The state since the first reading, or since an interruption.
  private var watch: ShakeWatch?
  private var explainer: ShakeExplainer?

  /// A detector of shakes that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: what the user chose
  ///   - isExplaining: true if it is to tell why motions are no shakes
  package init(_ configuration: ShakeConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    explainer = isExplaining ? ShakeExplainer() : nil
  }

  /// Takes a reading or an interruption.
  package mutating func handle(_ input: DetectorInput, _ emit: (MotionFinding) -> Void) {
    switch input {
    case .reading(let reading):
      // In place, and without the configuration as long as nothing changes: both are large.
      switch watch?.advance(to: reading) {
      case nil: watch = ShakeWatch(startingWith: reading)
      case false: break
      case true:
        if let event = watch?.judge(configuration, &explainer) { emit(.event(event)) }
      }
    case .interruption(let moment):
      explainer?.finish()
      watch?.interrupt(at: moment) { emit(.event($0)) }
      watch = nil
    }
    if let rejection = explainer?.takeRejection() { emit(.rejection(.shake(rejection))) }
  }
}
