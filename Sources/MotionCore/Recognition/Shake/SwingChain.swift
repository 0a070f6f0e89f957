// SPDX-License-Identifier: Apache-2.0

/// Alternating swings along one direction, and what they have in common.
struct SwingChain: Sendable {
  /// The time when the first swing started.
  let onset: Timestamp
  /// The agitation before the first swing, in m/s².
  let agitationBefore: Double
  /// A Boolean value that indicates whether the last shake was over just before.
  private let isAfterShake: Bool
  private(set) var last: Swing
  private(set) var count = 1
  private let first: Double
  private(set) var amplitudes: Double
  /// The largest amplitude.
  private(set) var largest: Double
  /// The sum of the amplitudes of swings that go there and back faster than a hand.
  private(set) var fastAmplitudes = 0.0
  /// A Boolean value that indicates whether the last swing counts among these.
  private var isLastFast = false
  /// The sum of the durations in seconds, without the first swing: its start from rest is not
  /// exact.
  private var durations = 0.0
  private var scatter: Scatter
  /// The seconds of clipped readings.
  private var clippedSeconds: Double
  /// The time from the first turning point to the last, in seconds, and the readings in it.
  private var sampled: (seconds: Double, readings: Int)
  /// The sum of the swings' midpoints, and of their squared lengths.
  private var midpoints: (sum: SIMD3<Double>, squares: Double)
  private(set) var peak: Double

  /// A chain of one swing.
  ///
  /// - Parameters:
  ///   - swing: the first swing, which is strong enough to start a chain
  ///   - former: the last shake; nil if there was none
  fileprivate init(startingWith swing: Swing, after former: FormerShake?) {
    onset = swing.onset
    agitationBefore = former.agitation(at: swing.start)
    isAfterShake = former.isRecent(at: swing.start.timestamp)
    last = swing
    first = swing.amplitude
    amplitudes = swing.amplitude
    largest = swing.amplitude
    scatter = swing.scatter
    clippedSeconds = swing.clippedSeconds
    sampled = (swing.end.timestamp.seconds(since: swing.start.timestamp), swing.readings)
    let midpoint = swing.midpoint
    midpoints = (midpoint, midpoint.dot(midpoint))
    peak = swing.peak
  }

  /// Returns whether `swing` may come after the last swing.
  func admits(_ swing: Swing) -> Bool {
    swing.amplitude >= ShakeConstants.swingAmplitude
      && swing.duration <= ShakeConstants.longestSwing
      && swing.direction.dot(last.direction) <= ShakeConstants.alternation
  }

  /// Takes `swing` after the last swing.
  ///
  /// - Returns: false, without a change, if the swing does not belong to this chain
  mutating func extend(with swing: Swing) -> Bool {
    guard admits(swing) else { return false }
    let isFast = swing.isFast(after: last)
    if isFast { fastAmplitudes += swing.amplitude + (isLastFast ? 0 : last.amplitude) }
    isLastFast = isFast
    last = swing
    count += 1
    amplitudes += swing.amplitude
    largest = max(largest, swing.amplitude)
    durations += swing.duration
    scatter.add(swing.scatter)
    clippedSeconds += swing.clippedSeconds
    sampled.seconds += swing.end.timestamp.seconds(since: swing.start.timestamp)
    sampled.readings += swing.readings
    let midpoint = swing.midpoint
    midpoints.sum += midpoint
    midpoints.squares += midpoint.dot(midpoint)
    peak = max(peak, swing.peak)
    return true
  }

  /// The mean measured amplitude, in m/s².
  var measuredAmplitude: Double {
    amplitudes / Double(count)
  }

  /// The mean amplitude in m/s², with the losses to clipping made up for.
  ///
  /// A sine that is clipped for a share s of the time keeps cos(π s / 2) of its amplitude, nearly 1
  /// - s².
  var unclippedAmplitude: Double {
    let moving = Double(count) * max(meanDuration, ShakeConstants.clippedSwing)
    let share = min(clippedSeconds / moving, ShakeConstants.clippedShare)
    return measuredAmplitude / (1 - share * share)
  }

  /// The mean amplitude of the hand in m/s², with the losses to clipping, sampling and the filter
  /// made up for.
  var amplitude: Double {
    guard count > 1, sampled.readings > 0 else { return unclippedAmplitude }
    let frequency = Double.pi / max(meanDuration, ShakeConstants.fastestSwing)
    return unclippedAmplitude
      * (1 + frequency * frequency * squaredLoss(after: sampled.seconds / Double(sampled.readings)))
  }

  /// The mean duration of a swing in seconds; 0 while there is only one.
  var meanDuration: Double {
    count > 1 ? durations / Double(count - 1) : 0
  }

  /// The time that a swing takes in seconds, including pauses: from the first moment of the first
  /// swing to the end of the last, over the number of swings.
  ///
  /// Source: a hand that draws a letter or swings a racket starts, turns and stops slowly; a hand
  /// that shakes does not. Clipping does not move the turning points. Unknown, and 0, where
  /// readings are too slow or swings too few to tell.
  private var pace: Double {
    let isKnown =
      count >= ShakeConstants.swingsOfTempo
      && Double(sampled.readings) >= ShakeConstants.leastRateOfTempo * sampled.seconds
    return isKnown ? last.end.timestamp.seconds(since: onset) / Double(count) : 0
  }

  /// The direction of the swings, and the share of their variance across it.
  var principalDirection: (direction: SIMD3<Double>, across: Double) {
    scatter.principalDirection(from: last.direction)
  }

  /// The measures of this chain.
  var measures: ShakeMeasures {
    measures(across: principalDirection.across)
  }

  /// The measures of this chain, with `across` as the share of the variance across its direction.
  func measures(across: Double) -> ShakeMeasures {
    let count = Double(count)
    let mean = midpoints.sum / count
    let spread = max(0, midpoints.squares / count - mean.dot(mean)).squareRoot()
    let others = count > 1 ? (amplitudes - first) / (count - 1) : first
    return ShakeMeasures(
      swings: self.count, amplitude: amplitude, duration: meanDuration, pace: pace,
      across: across, scatter: spread / measuredAmplitude, first: first / others,
      prominence: isAfterShake ? .infinity : unclippedAmplitude / agitationBefore)
  }
}

/// The loss of amplitude in readings that are `period` seconds apart.
///
/// The filter takes amplitude away, and so does sampling: readings miss the turning points, and the
/// sensor averages between them (a sine of angular frequency ω loses (ω T)² / 24 to either, with
/// readings T apart).
///
/// - Returns: the share that a sine of 1 rad/s loses, in s²; other frequencies as their square
private func squaredLoss(after period: Double) -> Double {
  let gain = onePoleGain(after: period, timeConstant: ShakeConstants.filterTimeConstant)
  return period * period * ((1 - gain) / (gain * gain) + 1.0 / 12)
}

extension SwingChain? {
  /// Takes the last reading of `signal`, which may have closed a swing.
  mutating func follow(_ signal: borrowing ShakeSignal, after former: FormerShake?) {
    switch signal.step {
    case .moving: break
    case .closed: add(signal.tracker.closed, after: former)
    case .rested: self = nil
    }
  }

  /// Adds `swing`; if it does not fit, it may still be the first of another chain.
  mutating func add(_ swing: Swing, after former: FormerShake?) {
    // In place, because a chain is large.
    guard self?.extend(with: swing) != true else { return }
    if swing.amplitude >= ShakeConstants.swingAmplitude {
      self = SwingChain(startingWith: swing, after: former)
    } else {
      self = nil
    }
  }
}
