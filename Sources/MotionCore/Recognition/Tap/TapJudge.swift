// SPDX-License-Identifier: Apache-2.0

/// Turns the taps of a ``TapFinder`` into events, by the rule of one configuration.
enum TapJudge: Sendable {
  /// Each tap counts by itself, and at once.
  case eager
  /// A tap counts as soon as no second tap can follow it.
  case patient(TapPairing)
  /// Two taps count, from 0.1 to 0.5 s apart.
  case double(TapPairing)

  /// The judge of single taps.
  init(single configuration: TapConfiguration) {
    self = configuration.waitsForDoubleTap ? .patient(TapPairing()) : .eager
  }

  /// A Boolean value that indicates whether the judge is for double taps.
  var isDouble: Bool {
    switch self {
    case .eager, .patient: false
    case .double: true
    }
  }

  /// A Boolean value that indicates whether the passing of time alone can decide.
  var isWaiting: Bool {
    switch self {
    case .eager: false
    case .patient(let pairing), .double(let pairing): pairing.isWaiting
    }
  }

  /// Forgets all taps.
  mutating func interrupt() {
    switch self {
    case .eager: break
    case .patient: self = .patient(TapPairing())
    case .double: self = .double(TapPairing())
    }
  }

  /// Takes the tap that a reading proved, if any.
  ///
  /// - Parameters:
  ///   - found: the tap, which is over; nil if the reading proved none
  ///   - now: the time of the reading
  /// - Returns: the event that this decides, if any
  mutating func judge(_ found: Tap?, at now: Timestamp) -> MotionEvent? {
    switch self {
    case .eager:
      return found.flatMap { $0.isFirst ? Self.event(.tap, $0.measurements, at: now) : nil }
    case .patient(var pairing):
      let outcome = pairing.take(found, at: now)
      self = .patient(pairing)
      guard case .single(let tap) = outcome else { return nil }
      return Self.event(.tap, tap.measurements, at: now)
    case .double(var pairing):
      let outcome = pairing.take(found, at: now)
      self = .double(pairing)
      guard case .double(let first, let second) = outcome else { return nil }
      let measurements = TapMeasurements(
        start: first.start, gap: .nanoseconds(second.start.nanoseconds(since: first.start)),
        peak: max(first.peak, second.peak), direction: first.direction,
        isCoarse: first.isCoarse || second.isCoarse)
      return Self.event(.doubleTap, measurements, at: now)
    }
  }

  private static func event(
    _ kind: MotionKind, _ measurements: TapMeasurements, at now: Timestamp
  ) -> MotionEvent {
    MotionEvent(kind, .recognized, at: now, measurements: MotionMeasurements(measurements))
  }
}
