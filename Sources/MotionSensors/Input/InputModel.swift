// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import MotionCore

/// The model of an input device as an accelerometer: its axes, their units and directions, and its
/// rate.
///
/// Sources: `Documentation/input/event-codes.rst` of the kernel and its drivers hid-playstation,
/// hid-sony, hid-nintendo, hid-steam, hid-wiimote and lis3lv02d. The resolution of an axis is in
/// units per g; gravity is included, and the axis that points up reads +1 g at rest.
struct InputModel: Hashable, Sendable {
  /// The kinds of devices with such an accelerometer.
  enum Sort: Hashable, Sendable {
    /// A game controller, which players shake.
    case controller
    /// The laptop itself: the sensor that parks its disk.
    case driveGuard
  }

  /// The directions of a sensor's axes, for turning them into the device's: x to the right, y to
  /// the far edge, z out of the face.
  enum Directions: Hashable, Sendable {
    /// x to the right, y out of the face, z toward the player.
    case sony
    /// x toward the triggers, y to the left, z out of the face.
    case nintendo
    /// The directions are unknown.
    case unknown

    /// Returns the acceleration along the device's axes.
    func turned(_ own: Acceleration) -> Acceleration {
      switch self {
      case .sony: Acceleration(own.x, -own.z, own.y)
      case .nintendo: Acceleration(-own.y, own.x, own.z)
      case .unknown: own
      }
    }
  }

  var sort = Sort.controller
  /// The codes of the x, y and z axes.
  var axes = [ABS_X, ABS_Y, ABS_Z]
  /// The units of 1 g if the driver states no resolution.
  var unitsPerGravity: Double?
  /// False if the driver applies no calibration: zeros and units are off by up to a half.
  var isCalibrated = true
  var directions = Directions.unknown
  /// The rate of the reports; nil if unknown.
  var rate: Hertz?
  /// The number of readings in one report.
  var burst = 1

  private static let remote = "Nintendo Wii Remote Accelerometer"
  private static let driveGuard = "ST LIS3LV02DL Accelerometer"
  /// The names of accelerometers whose drivers do not set the accelerometer property.
  static let names: Set = [remote, driveGuard]

  /// The model of the device with `facts`; nil if it is no accelerometer.
  ///
  /// Three axes alone prove nothing: pedals have them too.
  init?(_ facts: InputFacts) {
    guard facts.isAccelerometer || Self.names.contains(facts.name) else { return nil }
    switch facts.vendor {
    case _ where facts.name == Self.driveGuard:
      // The driver's scale is mg, and it polls every 50 ms.
      (sort, unitsPerGravity, rate) = (.driveGuard, 1000, 20)
    case _ where facts.name == Self.remote:
      // The driver applies no calibration: some 103 units are 1 g.
      (axes, unitsPerGravity, rate) = ([ABS_RX, ABS_RY, ABS_RZ], 103, 100)
      isCalibrated = false
    case Vendor.sony:
      directions = .sony
      rate = Self.rateOfSony(facts)
    case Vendor.nintendo where Self.isOfNintendoDriver(facts.name):
      (directions, rate, burst) = (.nintendo, 200, 3)
    case Vendor.valve: (directions, rate) = (.sony, 250)
    default: break
    }
  }

  /// USB's vendor numbers.
  private enum Vendor {
    static let sony: UInt16 = 0x054C
    static let nintendo: UInt16 = 0x057E
    static let valve: UInt16 = 0x28DE
  }

  /// Returns whether hid-nintendo gave a node this name.
  ///
  /// Programs that make such a controller of a handheld, such as Handheld Daemon, have its numbers,
  /// but neither its axes nor its bursts.
  private static func isOfNintendoDriver(_ name: String) -> Bool {
    ["IMU", "(IMU)"].contains { name.hasSuffix($0) }
  }

  private static func rateOfSony(_ facts: InputFacts) -> Hertz? {
    switch facts.product {
    // DualShock 3.
    case 0x0268: 100
    // DualSense by Bluetooth sends more often, and nobody says how often.
    case 0x0CE6, 0x0DF2: Int32(facts.bus) == BUS_BLUETOOTH ? nil : 250
    default: 250
    }
  }

  /// Returns the reason why a device of this model is unusable; nil if it is usable.
  func problem(_ facts: InputFacts) -> String? {
    if facts.hasKeys { return "it has keys or buttons, which motiond does not read" }
    let missing = zip(["x", "y", "z"], axes).filter { !facts.axes.contains($1) }.map { $0.0 }
    guard missing.isEmpty else {
      return "it has no axis \(missing.joined(separator: " and no ")), and a shake needs x, y and z"
    }
    return nil
  }

  /// Returns the m/s² of one unit of an axis; nil if neither the driver nor the table has a
  /// sensible one.
  func scale(_ axis: input_absinfo) -> MetersPerSecondSquared? {
    let resolution = Double(axis.resolution)
    // A controller's accelerometer measures 2 to 8 g; one that claims less, or far more than any
    // sensor, lies.
    if resolution > 0, (1...64).contains(Double(axis.maximum) / resolution) {
      return Reading.standardGravity / resolution
    }
    return unitsPerGravity.map { Reading.standardGravity / $0 }
  }
}
