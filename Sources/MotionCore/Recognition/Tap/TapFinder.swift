// SPDX-License-Identifier: Apache-2.0

/// A short knock out of calm: a tap, by itself or as a part of a double tap.
struct Tap: Sendable {
  /// The time of its first reading.
  let start: Timestamp
  /// The largest jump.
  let peak: Double
  /// The direction of its first jump, a unit vector.
  let direction: SIMD3<Double>
  /// A Boolean value that indicates whether the device was calm and at rest before: for a tap by
  /// itself, or the first one of a double tap.
  let isFirst: Bool
  /// A Boolean value that indicates whether the rate was too low for the tap's true shape.
  let isCoarse: Bool

  /// The measurements in the tap's event.
  var measurements: TapMeasurements {
    TapMeasurements(start: start, peak: peak, direction: direction, isCoarse: isCoarse)
  }
}

/// Finds taps in a stream of readings without gaps.
struct TapFinder: Sendable {
  /// The number that says how easily a knock counts as a tap.
  let sensitivity: Sensitivity
  private let constants: TapConstants
  private var signal = TapSignal()
  private var state = State.quiet

  private enum State: Sendable {
    /// Nothing jumps.
    case quiet
    /// Something jumps, and it may be a tap.
    case loud(Burst)
    /// Something has jumped for longer than a tap, the last time at this moment.
    case long(last: Timestamp)
  }

  /// Jumps above the threshold in close succession.
  private struct Burst: Sendable {
    let start: Timestamp
    var last: Timestamp
    var peak: Double
    let first: Acceleration
    let past: TapSignal.Past
  }

  /// A finder that has seen nothing yet.
  init(_ sensitivity: Sensitivity) {
    self.sensitivity = sensitivity
    constants = TapConstants(sensitivity)
  }

  /// A Boolean value that indicates whether the finder has seen a reading.
  var hasBegun: Bool { signal.hasBegun }

  /// Takes an interruption; afterwards the finder is like new.
  mutating func interrupt() { self = TapFinder(sensitivity) }

  /// Takes the next reading.
  ///
  /// - Returns: the tap that the reading proves to be over, if any
  mutating func process(_ reading: Reading) -> Tap? {
    guard signal.advance(to: reading) else { return nil }
    let now = reading.timestamp
    let size = signal.jump.length
    let isLoud = size > constants.threshold
    switch state {
    case .quiet:
      guard isLoud else { return nil }
      state = .loud(
        Burst(start: now, last: now, peak: size, first: signal.jump, past: signal.past))
      return nil
    case .loud(var burst):
      if isLoud {
        burst.last = now
        burst.peak = max(burst.peak, size)
      }
      guard burst.last.nanoseconds(since: burst.start) <= TapConstants.longest else {
        state = .long(last: burst.last)
        return nil
      }
      guard now.nanoseconds(since: burst.last) >= TapConstants.quiet else {
        state = .loud(burst)
        return nil
      }
      state = .quiet
      return tap(burst)
    case .long(let last):
      if isLoud {
        state = .long(last: now)
      } else if now.nanoseconds(since: last) >= TapConstants.quiet {
        state = .quiet
      }
      return nil
    }
  }

  /// The tap in `burst`; nil if the device was too lively before, or has felt another force since.
  private func tap(_ burst: Burst) -> Tap? {
    let past = burst.past
    guard signal.period <= TapConstants.longestPeriod,
      burst.start.nanoseconds(since: signal.start) >= TapConstants.settling,
      (signal.fast - past.level).length < TapConstants.step
    else { return nil }
    let isFirst =
      past.calm < constants.calm && past.calm < TapConstants.calmShare * burst.peak
      && past.agitation < TapConstants.agitation
    let isSecond =
      past.shortCalm < TapConstants.secondCalm
      && past.shortCalm < TapConstants.secondCalmShare * burst.peak
    guard isFirst || isSecond else { return nil }
    return Tap(
      start: burst.start, peak: burst.peak, direction: burst.first / burst.first.length,
      isFirst: isFirst, isCoarse: signal.period > TapConstants.finePeriod)
  }
}

extension TapFinder {
  /// The jump of the moment, and the reason why it could not be a tap.
  var gauge: MotionGauge? {
    guard signal.hasBegun else { return nil }
    guard signal.period <= TapConstants.longestPeriod else {
      return MotionGauge(0, "needs readings at 90 Hz or more")
    }
    guard signal.past.agitation < TapConstants.agitation else {
      return MotionGauge(
        0,
        "moved: agitation \(signal.past.agitation.text(decimals: 1)) of "
          + "\(TapConstants.agitation.text(decimals: 1)) m/s²")
    }
    let jump =
      switch state {
      case .quiet, .long: signal.jump.length
      case .loud(let burst): burst.peak
      }
    return MotionGauge(
      jump / constants.threshold,
      "jump \(jump.text(decimals: 1)) of \(constants.threshold.text(decimals: 1)) m/s²")
  }
}
