// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore

/// The names of iio-sensor-proxy on D-Bus, which desktops use to turn the screen.
///
/// As of its release 3.9, whose `net.hadess.SensorProxy.xml` describes the interface.
enum SensorProxy {
  /// The well-known name.
  static let name = "net.hadess.SensorProxy"
  /// The path of its object.
  static let path = "/net/hadess/SensorProxy"
  /// The interface of that object.
  static let interface = "net.hadess.SensorProxy"

  /// Its members.
  static let sensors = BusInterface(
    interface, at: path,
    [
      .method("ClaimAccelerometer"), .method("ReleaseAccelerometer"),
      .method("ClaimLight"), .method("ReleaseLight"),
      .method("ClaimProximity"), .method("ReleaseProximity"),
      .property("HasAccelerometer", "b"), .property("AccelerometerOrientation", "s"),
      .property("AccelerometerTilt", "s"),
      .property("HasAmbientLight", "b"), .property("LightLevelUnit", "s"),
      .property("LightLevel", "d"),
      .property("HasProximity", "b"), .property("ProximityNear", "b"),
    ])

  /// The interface of the compass.
  static let compass = BusInterface(
    "net.hadess.SensorProxy.Compass", at: "/net/hadess/SensorProxy/Compass",
    [
      .method("ClaimCompass"), .method("ReleaseCompass"),
      .property("HasCompass", "b"), .property("CompassHeading", "d"),
    ])

  /// The properties of the sensors that motiond does not read, as the proxy shows them without
  /// such a sensor.
  static let absent: [String: BusValue] = [
    "HasAmbientLight": .bool(false), "LightLevelUnit": .string("lux"), "LightLevel": .double(0),
    "HasProximity": .bool(false), "ProximityNear": .bool(false),
    "HasCompass": .bool(false), "CompassHeading": .double(0),
  ]
}

/// The properties of the accelerometer as the proxy shows them.
///
/// An orientation stays as it was while no client claims the accelerometer, and while none is
/// found.
struct SensorProxyValues: Hashable {
  /// A Boolean value that indicates whether there is an accelerometer; without one no orientation
  /// is known.
  var hasAccelerometer = false {
    didSet { if !hasAccelerometer { pose = nil } }
  }
  private(set) var pose: ScreenPose?

  /// Keeps the pose that holds from now on.
  mutating func keep(_ pose: ScreenPose) {
    guard hasAccelerometer else { return }
    self.pose = ScreenPose(edge: pose.edge ?? self.pose?.edge, tilt: pose.tilt)
  }

  /// The orientation and the tilt, by name.
  var orientation: [String: BusValue] {
    [
      "AccelerometerOrientation": .string(pose?.edge?.proxyWord ?? "undefined"),
      "AccelerometerTilt": .string(pose?.tilt.proxyWord ?? "undefined"),
    ]
  }

  /// The values of all properties by name.
  var all: [String: BusValue] {
    SensorProxy.absent.merging(orientation) { $1 }
      .merging(["HasAccelerometer": .bool(hasAccelerometer)]) { $1 }
  }
}

extension DeviceOrientation {
  /// The proxy's word for the edge that is up.
  ///
  /// For the proxy a screen is upright (`normal`) if its accelerometer reads -9.8 m/s² along y, as
  /// on Windows, which is the opposite of UIKit's convention. The mount matrices of udev's database
  /// are made for this convention: readings in it turn the screen rightly.
  fileprivate var proxyWord: String? {
    switch self {
    case .portrait: "bottom-up"
    case .portraitUpsideDown: "normal"
    case .landscapeLeft: "left-up"
    case .landscapeRight: "right-up"
    case .faceUp, .faceDown: nil
    }
  }
}

extension ScreenTilt {
  /// The proxy's word, which has +z for face up.
  fileprivate var proxyWord: String {
    switch self {
    case .faceDown: "face-down"
    case .tiltedDown: "tilted-down"
    case .vertical: "vertical"
    case .tiltedUp: "tilted-up"
    case .faceUp: "face-up"
    }
  }
}
