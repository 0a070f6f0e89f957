// SPDX-License-Identifier: Apache-2.0

/// The values that the shake detector computes at each reading, for pictures.
///
/// They come from the detector's filter, swings and score. The trace leaves out the state of a
/// shake under way, so a score may reach 0 where the detector waits for quiet.
package struct ShakeTrace: Sendable {
  /// The values at one reading.
  package struct Point: Hashable, Sendable {
    /// The estimate of gravity in m/s².
    package var gravity: Acceleration
    /// The amplitude of the swing under way in m/s².
    package var amplitude: MetersPerSecondSquared
    /// The score of the successive swings for a beginning; nil where there are too few.
    package var score: Double?
    /// The turning points of the swing that this reading closed; nil if it closed none.
    package var swing: Swing?
    /// A Boolean value that indicates whether the stream broke off before this reading.
    package var isBreak = false
  }

  /// A swing that is over.
  package struct Swing: Hashable, Sendable {
    /// The time when the swing started.
    package var start: Timestamp
    /// The time of the turning point where the swing ended.
    package var end: Timestamp
    /// The distance between its two turning points in m/s².
    package var amplitude: MetersPerSecondSquared
  }

  private let configuration: ShakeConfiguration
  private var gate = StreamGate()
  private var signal = ShakeSignal()
  private var gains = FilterGains()
  private var chain: SwingChain?

  /// The smallest amplitude of a swing in a shake, in m/s².
  package static var swingAmplitude: MetersPerSecondSquared { ShakeConstants.swingAmplitude }

  /// A trace of the detector with `configuration`.
  package init(_ configuration: ShakeConfiguration = ShakeConfiguration()) {
    self.configuration = configuration
  }

  /// Takes the next reading.
  ///
  /// - Returns: the values at the reading; nil for a dropped reading
  package mutating func process(_ reading: Reading) -> Point? {
    switch gate.admit(reading) {
    case .implausible, .late: return nil
    case .admitted: return point(at: reading)
    case .admittedAfterBreak:
      (signal, chain) = (ShakeSignal(), nil)
      var point = point(at: reading)
      point.isBreak = true
      return point
    }
  }

  private mutating func point(at reading: Reading) -> Point {
    _ = signal.advance(to: reading, &gains)
    chain.follow(signal, after: nil)
    let (current, closed) = (signal.tracker.current, signal.tracker.closed)
    let isClosed = signal.step == .closed && closed.amplitude >= ShakeConstants.movement
    return Point(
      gravity: signal.surroundings.gravity, amplitude: current.amplitude, score: score(current),
      swing: isClosed
        ? Swing(start: closed.onset, end: closed.end.timestamp, amplitude: closed.amplitude) : nil)
  }

  private func score(_ swing: MotionCore.Swing) -> Double? {
    guard let chain else { return nil }
    var whole = chain
    _ = whole.extend(with: swing)
    guard whole.count >= configuration.swingsToBegin else { return nil }
    return ShakeScore(
      whole.measures, gain: configuration.sensitivity.gain, configuration.weights.begin
    ).total
  }
}

/// A probe for the measures of all chains that might begin a shake, in a stream without gaps:
/// examples to learn weights from.
package struct ShakeProbe: Sendable {
  /// The numbers of swings in a chain for learning a beginning: most shakes begin within these.
  private static var counts: ClosedRange<Int> { 2...4 }

  private var signal = ShakeSignal()
  private var gains = FilterGains()
  private var chain: SwingChain?

  /// A probe that has seen nothing yet.
  package init() {}

  /// Takes the next reading.
  ///
  /// - Parameter reading: in m/s², gravity included; later than the one before
  /// - Returns: the measures of a chain that might begin now, by all other rules but the limits of
  ///   a hand; otherwise nil
  package mutating func process(_ reading: Reading) -> ShakeMeasures? {
    _ = signal.advance(to: reading, &gains)
    chain.follow(signal, after: nil)
    guard signal.step == .closed, let chain, Self.counts.contains(chain.count) else { return nil }
    return chain.isProminentStroke(ShakeConfiguration()) ? chain.measures : nil
  }
}
