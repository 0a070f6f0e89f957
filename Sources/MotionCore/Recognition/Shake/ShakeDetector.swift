/// Recognizes a shake: a few strong swings back and forth along one direction, soon over.
///
/// - `began` when the evidence suffices;
/// - `ended` when a stretch of quiet proved that the last swing came within
///   ``ShakeConfiguration/window`` of `began`, and the whole still looks like a shake;
/// - `cancelled` when a swing came later than that (`tooLong`), when the whole does not look like
///   a shake (`notAShake`), or when the stream broke off (`interrupted`).
///
/// Method: a zigzag in space cuts low-passed acceleration into swings, alternating ones form a
/// chain, and the chain is judged (see `SwingChain.begins(_:)`). Everything is measured in time,
/// never in readings, so the answer hardly depends on the sampling rate.
///
/// For one configuration, and without a heap. A pipeline has a `ShakePool`, which does the same for
/// many.
package struct ShakeDetector: MotionDetector {
  /// The signal since the first reading, or since an interruption.
  private var signal = ShakeSignal()
  private var gains = FilterGains()
  private var watch: ShakeWatch

  /// A detector of shakes that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: what the user chose
  ///   - isExplaining: true to report why motions are not shakes
  package init(_ configuration: ShakeConfiguration, isExplaining: Bool) {
    watch = ShakeWatch(configuration, isExplaining: isExplaining)
  }

  /// Processes a reading or an interruption.
  package mutating func process(_ input: DetectorInput, _ emit: (MotionFinding) -> Void) {
    switch input {
    case .reading(let reading):
      guard signal.advance(to: reading, &gains) || !watch.isWatching else { return }
      watch.judge(signal, emit)
    case .interruption(let moment):
      watch.interrupt(at: moment, emit)
      signal = ShakeSignal()
    }
  }
}

extension ShakeDetector {
  /// The amplitude of the swing under way.
  package func gauge(at reading: Reading) -> MotionGauge? { signal.gauge }
}
