/// A motion to detect: its kind, with the configuration of the detector.
///
/// The only currency between command line, D-Bus, daemon and pipeline.
public enum MotionConfiguration: Hashable, Sendable {
  /// A shake.
  case shake(ShakeConfiguration = ShakeConfiguration())
  /// A free fall.
  case freeFall(FreeFallConfiguration = FreeFallConfiguration())

  /// The kind of the motion.
  public var kind: MotionKind {
    switch self {
    case .shake: .shake
    case .freeFall: .freeFall
    }
  }
}
