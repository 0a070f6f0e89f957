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
  /// A tap.
  case tap(TapConfiguration = TapConfiguration())
  /// A double tap.
  case doubleTap(DoubleTapConfiguration = DoubleTapConfiguration())

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
    case .tap: .tap
    case .doubleTap: .doubleTap
    }
  }

  /// This configuration for one who wants `kinds`: a tap that may be half of a double tap has to wait for it.
  func beside(_ kinds: Set<MotionKind>) -> MotionConfiguration {
    guard case .tap(var tap) = self else { return self }
    tap.waitsForDoubleTap = kinds.contains(.doubleTap)
    return .tap(tap)
  }
}
