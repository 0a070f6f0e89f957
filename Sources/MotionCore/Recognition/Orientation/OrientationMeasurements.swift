// SPDX-License-Identifier: Apache-2.0

/// The orientations before and after a change.
public struct OrientationMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.orientation
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The orientation before.
  public var from: DeviceOrientation { values[0, default: .portrait] }
  /// The orientation from now on.
  public var to: DeviceOrientation { values[1, default: .portrait] }
  /// The last portrait or landscape orientation, for content that turns; nil if there was none
  /// since the start.
  public var screen: DeviceOrientation? { values[2] }

  /// A change of orientation.
  ///
  /// - Parameters:
  ///   - from: the orientation before
  ///   - to: the orientation from now on
  ///   - screen: the last orientation that was not flat, if there was one
  public init(
    from: DeviceOrientation = .portrait, to: DeviceOrientation = .portrait,
    screen: DeviceOrientation? = nil
  ) {
    values = MeasuredValues()
    values[0] = from
    values[1] = to
    values[2] = screen
  }
}

extension OrientationMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self() : nil
  }

  /// Reads or writes the fields; an unknown screen orientation is `unknown`.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("from", &values[0, default: DeviceOrientation.portrait], in: .words("from ", ""))
    coder.word("to", &values[1, default: DeviceOrientation.portrait], in: .words("to ", ""))
    if case .word(let word) = coder.code("screen", .word(screen?.rawValue ?? "unknown"), .none) {
      values[2] = DeviceOrientation(rawValue: word)
    }
  }
}
