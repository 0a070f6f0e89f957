/// Measurements of a motion: a case for each kind that has some.
public enum MotionMeasurements: Hashable, Sendable {
  /// Measurements of a shake that ended.
  case shake(ShakeMeasurements)
  /// Measurements of a free fall that began or ended.
  case freeFall(FreeFallMeasurements)
  /// Measurements of a device that lies still, or lay still.
  case still(StillMeasurements)
  /// The orientations before and after a change.
  case orientation(OrientationMeasurements)
  /// Measurements of a flip.
  case flip(FlipMeasurements)
  /// Measurements of a pick-up.
  case pickUp(PickUpMeasurements)
  /// Measurements of a tilt.
  case tilt(TiltMeasurements)
  /// Measurements of a tap or a double tap.
  case tap(TapMeasurements)

  /// The measurements of `kind` in `phase` before any is known; nil if it has none then.
  package init?(of kind: MotionKind, _ phase: MotionEvent.Phase, at timestamp: Timestamp) {
    switch (kind, phase) {
    case (.shake, .ended): self = .shake(ShakeMeasurements(lastSwing: timestamp))
    case (.freeFall, .began), (.freeFall, .ended):
      self = .freeFall(FreeFallMeasurements(start: timestamp))
    case (.still, .began): self = .still(StillMeasurements(start: timestamp))
    case (.still, .ended): self = .still(StillMeasurements(start: timestamp, ending: .moved))
    case (.orientation, .recognized): self = .orientation(OrientationMeasurements())
    case (.flip, .recognized): self = .flip(FlipMeasurements())
    case (.pickUp, .recognized): self = .pickUp(PickUpMeasurements())
    case (.tilt, .recognized): self = .tilt(TiltMeasurements())
    case (.tap, .recognized): self = .tap(TapMeasurements(start: timestamp))
    case (.doubleTap, .recognized):
      self = .tap(TapMeasurements(start: timestamp, gap: .zero))
    default: return nil
    }
  }

  /// Reads or writes the measurements field by field.
  mutating func code(_ coder: inout some EventFieldCoder) {
    switch self {
    case .shake(var shake):
      shake.code(&coder)
      self = .shake(shake)
    case .freeFall(var fall):
      fall.code(&coder)
      self = .freeFall(fall)
    case .still(var still):
      still.code(&coder)
      self = .still(still)
    case .orientation(var orientation):
      orientation.code(&coder)
      self = .orientation(orientation)
    case .flip(var flip):
      flip.code(&coder)
      self = .flip(flip)
    case .pickUp(var pickUp):
      pickUp.code(&coder)
      self = .pickUp(pickUp)
    case .tilt(var tilt):
      tilt.code(&coder)
      self = .tilt(tilt)
    case .tap(var tap):
      tap.code(&coder)
      self = .tap(tap)
    }
  }
}
