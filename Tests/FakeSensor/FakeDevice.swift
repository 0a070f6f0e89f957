// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An accelerometer, or a trigger, that a test has made.
package struct FakeDevice: Sendable {
  /// A channel, which is part of scans if it has a place in them.
  package struct Channel: Sendable {
    package var id: String
    package var place: (index: Int, format: String)?

    package init(id: String, place: (index: Int, format: String)? = nil) {
      (self.id, self.place) = (id, place)
    }
  }

  package var id: String
  package var name: String?
  package var label: String?
  package var channels: [Channel]
  /// `scale` of the device, `accel_x scale` of a channel.
  package var attributes: [String: String]
  /// The attributes that cannot be written, the ids of the triggers that do not go with it, and
  /// `buffer` if that cannot be switched on.
  package var refused: Set<String> = []
  /// The error with which it refuses triggers and its buffer.
  package var refusal = EINVAL
  /// The attributes that cannot be written while its buffer is on; its switch, if that cannot be
  /// switched on again.
  package var busy: Set<String> = []
  /// The name of its trigger; empty if it takes one but has none, nil if it takes none.
  package var trigger: String?

  package init(
    id: String = "iio:device0", name: String? = "fake", channels: [Channel],
    attributes: [String: String]
  ) {
    (self.id, self.name, self.channels, self.attributes) = (id, name, channels, attributes)
  }

  /// What one step of its raw values is, in m/s².
  package static let scale = 0.009806650

  /// An accelerometer whose values can be read one by one, too.
  package static let readable = FakeDevice.accelerometer().with {
    for (axis, raw) in [("x", "1"), ("y", "-2"), ("z", "1000")] {
      $0.attributes["accel_\(axis) raw"] = raw
    }
  }
  /// Two triggers, of which the second is that of the first device's driver.
  package static let triggers = [("trigger0", "timer"), ("trigger1", "fake-dev0")].map {
    FakeDevice(id: $0, name: $1, channels: [], attributes: [:])
  }

  /// An accelerometer with the given axes, whose values lie in scans as `format` says.
  package static func accelerometer(
    _ format: String = "le:s16/16>>0", axes: [String] = ["x", "y", "z"],
    timestamp: String? = "le:s64/64>>0"
  ) -> FakeDevice {
    var channels = axes.enumerated().map {
      Channel(id: "accel_\($1)", place: ($0, format))
    }
    if let timestamp {
      channels.append(Channel(id: "timestamp", place: (axes.count, timestamp)))
    }
    var device = FakeDevice(channels: channels, attributes: [:])
    for axis in axes { device.attributes["accel_\(axis) scale"] = "0.009806650" }
    device.attributes["sampling_frequency"] = "100"
    device.attributes["sampling_frequency_available"] = "50 100 200"
    device.attributes["current_timestamp_clock"] = "realtime"
    return device
  }

  /// This device, changed.
  package func with(_ change: (inout FakeDevice) -> Void) -> FakeDevice {
    var device = self
    change(&device)
    return device
  }

  /// A scan of the default format: three values of 16 bits, a gap, a timestamp of 64.
  package static func scan(_ x: Int16, _ y: Int16, _ z: Int16, at nanoseconds: Int64) -> [UInt8] {
    let words = [x, y, z, -1].map { UInt16(bitPattern: $0) }
    let stamp = UInt64(bitPattern: nanoseconds)
    return words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      + (0..<8).map { UInt8(truncatingIfNeeded: stamp >> ($0 * 8)) }
  }
}
