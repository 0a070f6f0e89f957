/// A motion to detect: its kind, with the configuration of the detector.
///
/// The only currency between command line, D-Bus, daemon and pipeline.
public enum MotionConfiguration: Hashable, Sendable {
  /// A shake.
  case shake(ShakeConfiguration = ShakeConfiguration())
  /// A free fall.
  case freeFall(FreeFallConfiguration = FreeFallConfiguration())
  /// Lying still.
  case still(StillConfiguration = StillConfiguration())
  /// A change of orientation.
  case orientation(OrientationConfiguration = OrientationConfiguration())
  /// A flip.
  case flip(FlipConfiguration = FlipConfiguration())
  /// A pick-up.
  case pickUp(PickUpConfiguration = PickUpConfiguration())
  /// A tilt.
  case tilt(TiltConfiguration = TiltConfiguration())

  /// The kind of the motion.
  public var kind: MotionKind {
    switch self {
    case .shake: .shake
    case .freeFall: .freeFall
    case .still: .still
    case .orientation: .orientation
    case .flip: .flip
    case .pickUp: .pickUp
    case .tilt: .tilt
    }
  }
}
