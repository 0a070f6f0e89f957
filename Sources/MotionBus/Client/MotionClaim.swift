import MotionCore

/// What an app wants to be told of.
public struct MotionClaim: Hashable, Sendable {
  /// How little it takes to be recognised.
  public enum Sensitivity: String, Hashable, Sendable, CaseIterable {
    /// For rough surroundings: sport, vehicles.
    case low
    /// For everyday handling.
    case medium
    /// For weak hands and heavy devices.
    case high

    /// The sensitivity of the detector.
    package var value: MotionCore.Sensitivity {
      switch self {
      case .low: .low
      case .medium: .medium
      case .high: .high
      }
    }
  }

  /// Which motions.
  public var motions: Set<MotionKind>
  /// How little it takes; nil for what the daemon was told, which is medium if it was told nothing.
  public var sensitivity: Sensitivity?
  /// Within how many seconds of its beginning a motion must stop to count as ended; nil for what the
  /// daemon was told, which is one if it was told nothing.
  ///
  /// More than 0 and at most 60; the daemon refuses others.
  public var window: Double?

  /// A claim of `motions`: by default shakes, as the daemon is set up for its device.
  ///
  /// - Parameters:
  ///   - motions: which motions
  ///   - sensitivity: how little it takes
  ///   - window: within how many seconds of its beginning a motion must stop
  public init(
    _ motions: Set<MotionKind> = [.shake], sensitivity: Sensitivity? = nil, window: Double? = nil
  ) {
    self.motions = motions
    self.sensitivity = sensitivity
    self.window = window
  }

  /// The argument of a call of `Claim`.
  var options: [String: BusValue] {
    var options: [String: BusValue] = ["motions": .strings(motions.map(\.rawValue).sorted())]
    options["sensitivity"] = sensitivity.map { .string($0.rawValue) }
    options["window"] = window.map { .double($0) }
    return options
  }
}
