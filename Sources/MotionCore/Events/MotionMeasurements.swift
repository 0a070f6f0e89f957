/// Measurements of a motion: a case for each kind that has some.
public enum MotionMeasurements: Hashable, Sendable {
  /// Measurements of a shake that ended.
  case shake(ShakeMeasurements)
  /// Measurements of a free fall that began or ended.
  case freeFall(FreeFallMeasurements)

  /// The measurements of `kind` in `phase` before any is known; nil if it has none then.
  package init?(of kind: MotionKind, _ phase: MotionEvent.Phase, at timestamp: Timestamp) {
    switch (kind, phase) {
    case (.shake, .ended): self = .shake(ShakeMeasurements(lastSwing: timestamp))
    case (.freeFall, .began), (.freeFall, .ended):
      self = .freeFall(FreeFallMeasurements(start: timestamp))
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
    }
  }
}
