/// An orientation of the device: the face of it that is up.
///
/// The names are those of UIKit's `UIDeviceOrientation`.
public enum DeviceOrientation: String, Hashable, Sendable, CaseIterable {
  /// Upright, with the top of the screen up: +y.
  case portrait
  /// Upright, with the bottom of the screen up: -y.
  case portraitUpsideDown
  /// Upright, with the right side of the screen up: +x.
  case landscapeLeft
  /// Upright, with the left side of the screen up: -x.
  case landscapeRight
  /// Flat, with the screen up: +z.
  case faceUp
  /// Flat, with the screen down: -z.
  case faceDown

  /// A Boolean value that indicates whether the device lies flat.
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

/// The orientations before and after a change.
public struct OrientationMeasurements: Hashable, Sendable {
  /// The orientation before.
  public var from: DeviceOrientation
  /// The orientation from now on.
  public var to: DeviceOrientation
  /// The last portrait or landscape orientation, for content that turns; nil if there was none since the start.
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

  /// Reads or writes the fields; a screen orientation that is not known is `unknown`.
  mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("from", &from, in: .words("from ", ""))
    coder.word("to", &to, in: .words("to ", ""))
    if case .word(let word) = coder.code("screen", .word(screen?.rawValue ?? "unknown"), .none) {
      screen = DeviceOrientation(rawValue: word)
    }
  }
}
