/// The way a screen is held, as desktops turn their content by.
public struct ScreenPose: Hashable, Sendable {
  /// The edge of the screen that is up, as one of the four orientations that are not flat; nil if the device has lain
  /// flat since the start.
  public var edge: DeviceOrientation?
  /// The angle between the screen and the vertical.
  public var tilt: ScreenTilt

  /// A screen with this edge up, tilted like this.
  public init(edge: DeviceOrientation?, tilt: ScreenTilt) {
    self.edge = edge
    self.tilt = tilt
  }
}

/// The angle between a screen and the vertical, in bands of degrees, from face down to face up.
public enum ScreenTilt: Int, Hashable, Sendable, CaseIterable {
  /// Face down: 70 to 90 degrees, the screen to the ground.
  case faceDown
  /// Tilted forward: 20 to 70 degrees.
  case tiltedDown
  /// Upright: up to 20 degrees either way.
  case vertical
  /// Tilted back, as a phone that is read: 20 to 70 degrees.
  case tiltedUp
  /// Face up: 70 to 90 degrees, the screen to the sky.
  case faceUp
}
