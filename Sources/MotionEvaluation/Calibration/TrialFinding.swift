import MotionCore

/// What became of a shake that began.
public enum ShakeVerdict: String, Hashable, Sendable, Encodable {
  /// It ended: this is what triggers undo.
  case ended
  /// It went on for longer than the window.
  case tooLong
  /// The readings broke off.
  case interrupted
  /// Seen whole it was something else.
  case notAShake

  /// The best verdict among `events`; nil if nothing began.
  init?(bestOf events: [MotionEvent]) {
    let verdicts = events.compactMap { event -> ShakeVerdict? in
      switch event.phase {
      case .began: nil
      case .ended: .ended
      case .cancelled(.tooLong): .tooLong
      case .cancelled(.interrupted): .interrupted
      case .cancelled(.notAShake): .notAShake
      }
    }
    let best = [Self.ended, .tooLong, .interrupted, .notAShake].first(where: verdicts.contains)
    guard let best else { return nil }
    self = best
  }
}

/// What the detector makes of readings in which a shake was asked for.
public struct TrialFinding: Hashable, Sendable {
  /// What to call it when talking to users.
  public var name: String
  /// The largest |acceleration - its mean| in m/s².
  public var peak: Double
  /// At each step of the ladder what became of the shake; nil where none began.
  package var verdicts: [ShakeVerdict?]

  /// A device that was held or lay all the time: tremor and noise of a sensor stay below, in m/s².
  private static let leastMotion = 2.0

  package init(_ name: String, peak: Double, verdicts: [ShakeVerdict?]) {
    self.name = name
    self.peak = peak
    self.verdicts = verdicts
  }

  init(_ phase: CalibrationPhase, window: Double) {
    self.init(
      phase.name, peak: Spread(phase.readings).peak,
      verdicts: SensitivityLadder.climb(phase.readings, window: window) {
        ShakeVerdict(bestOf: $0)
      })
  }

  /// Whether the device was moved at all.
  var hasMotion: Bool { peak >= Self.leastMotion }

  /// The step from which on a shake begins; nil if at none.
  var beganStep: Int? { lowestStep { $0 != nil } }

  /// The step from which on it is taken for a shake, be it a long one; nil if at none.
  ///
  /// Undo needs more than a beginning.
  var foundStep: Int? { lowestStep { $0 != nil && $0 != .notAShake } }

  /// The lowest step from which on all are as `isSo` says.
  private func lowestStep(_ isSo: (ShakeVerdict?) -> Bool) -> Int? {
    let step = verdicts.lastIndex { !isSo($0) }.map { $0 + 1 } ?? 0
    return step < verdicts.count ? step : nil
  }
}
