/// A state of the device, which holds until the next one of its kind.
///
/// Detectors of still, orientation and flip tell a state as soon as they know one, also where no event says so:
/// the first orientation after a start is no change. It is nil from an interruption on, until it is known again.
public enum MotionState: Hashable, Sendable {
  /// True while the device lies still.
  case still(Bool?)
  /// The face of the device that is up, or was up last.
  case orientation(DeviceOrientation?)
  /// The side of the screen while the device lies flat.
  case face(Face?)

  /// The name of the state, such as `orientation`.
  public var name: String {
    switch self {
    case .still: "still"
    case .orientation: "orientation"
    case .face: "face"
    }
  }

  /// The value as a field; nil if it is not known.
  package var field: EventField? {
    switch self {
    case .still(let isStill): isStill.map { .flag($0) }
    case .orientation(let orientation): orientation.map { .word($0.rawValue) }
    case .face(let face): face.map { .word($0.rawValue) }
    }
  }
}
