// SPDX-License-Identifier: Apache-2.0

/// The orientations before and after a change.
public struct OrientationMeasurements: Measurements {
  /// The orientation before.
  public var from: DeviceOrientation
  /// The orientation from now on.
  public var to: DeviceOrientation
  /// The last portrait or landscape orientation, for content that turns; nil if there was none
  /// since the start.
  public var screen: DeviceOrientation?

  /// A change of orientation.
  ///
  /// - Parameters:
  ///   - from: the orientation before
  ///   - to: the orientation from now on
  ///   - screen: the last that was not flat, if there was one
  public init(
    from: DeviceOrientation = .portrait, to: DeviceOrientation = .portrait,
    screen: DeviceOrientation? = nil
  ) {
    self.from = from
    self.to = to
    self.screen = screen
  }
}

extension OrientationMeasurements: MeasurementFields {
  /// The kind of motion.
  public static let kind = MotionKind.orientation

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) {
    self.init(
      from: values.word(0) ?? .portrait, to: values.word(1) ?? .portrait, screen: values.word(2))
  }

  /// The values of these measurements.
  public var values: MeasuredValues {
    var values = MeasuredValues()
    values.setWord(0, from)
    values.setWord(1, to)
    values.setWord(2, screen)
    return values
  }

  /// The measurements before any is known.
  package static func blank(
    in phase: MotionEvent.Phase, at timestamp: Timestamp
  ) -> OrientationMeasurements? {
    phase == .recognized ? OrientationMeasurements() : nil
  }

  /// Reads or writes the fields; a screen orientation that is not known is `unknown`.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("from", &from, in: .words("from ", ""))
    coder.word("to", &to, in: .words("to ", ""))
    if case .word(let word) = coder.code("screen", .word(screen?.rawValue ?? "unknown"), .none) {
      screen = DeviceOrientation(rawValue: word)
    }
  }
}
