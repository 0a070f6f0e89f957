// SPDX-License-Identifier: Apache-2.0

/// The panels to read, and how their touches become points.
public struct TouchOptions: Hashable, Sendable {
  /// A source of panels.
  public enum Source: Hashable, Sendable {
    /// All touchscreens of a seat of this machine, also those plugged in later.
    case seat(String)
    /// The touchscreen with this device node, such as `/dev/input/event3`.
    case device(String)
  }

  /// The source of panels; by default `seat0`, the seat of all devices without a udev rule for
  /// another.
  public var source = Source.seat("seat0")
  /// A turn of the touches, after calibration.
  public var rotation = QuarterTurn.none
  /// The calibration; nil to use udev's property `LIBINPUT_CALIBRATION_MATRIX`, if there is one.
  public var calibration: CalibrationMatrix?
  /// The size of the screen in pixels, for panels that do not report a size: their points are
  /// pixels.
  ///
  /// If it is nil, the points of such a panel are its steps.
  public var screen: PixelSize?
  /// True to read the media keys of headsets and remote controls too, as far as this user may.
  public var readsMediaKeys = true
  /// True to wait until there is a panel.
  public var waitsForPanel = false

  /// The options above.
  public init() {}
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// From left to right.
  public var width: Int
  /// From top to bottom.
  public var height: Int

  /// A size of `width` times `height` pixels, at least one each.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (max(1, width), max(1, height))
  }
}
