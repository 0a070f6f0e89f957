// SPDX-License-Identifier: Apache-2.0

import CIIO
import MotionCore
import SystemPackage

/// A channel of a device: one axis, or the timestamp.
package struct IIOChannel {
  package let pointer: OpaquePointer

  /// The name of the channel, such as `accel_x`.
  var id: String {
    iio_channel_get_id(pointer).map { String(cString: $0) } ?? "?"
  }

  /// A Boolean value that indicates whether the channel can be part of a buffer's scans.
  var isScanElement: Bool {
    iio_channel_is_scan_element(pointer)
  }

  /// Adds the channel to the scans, or removes it.
  package func setEnabled(_ enabled: Bool) {
    if enabled { iio_channel_enable(pointer) } else { iio_channel_disable(pointer) }
  }

  /// Returns the value of the attribute `name`, the channel's own or a shared one; nil if there is
  /// none.
  func attribute(_ name: String) -> String? {
    guard iio_channel_find_attr(pointer, name) != nil else { return nil }
    return readText { iio_channel_attr_read(pointer, name, $0, $1) }
  }

  /// Writes the attribute `name`, and returns whether that worked.
  func setAttribute(_ name: String, _ value: String) -> Bool {
    guard iio_channel_find_attr(pointer, name) != nil else { return false }
    return iio_channel_attr_write(pointer, name, value) >= 0
  }

  /// A Boolean value that indicates whether reading its value needs no buffer.
  var isReadable: Bool {
    iio_channel_find_attr(pointer, "raw") != nil
  }

  /// The channel's place in the scans.
  var index: Int {
    iio_channel_get_index(pointer)
  }

  /// The format of its values in a scan; nil if invalid.
  package var format: SampleFormat? {
    guard let format = iio_channel_get_data_format(pointer)?.pointee, format.repeat == 1 else {
      return nil
    }
    return SampleFormat(
      format.is_be ? .big : .little, isSigned: format.is_signed, realBits: Int(format.bits),
      storageBits: Int(format.length), shift: Int(format.shift))
  }
}

/// An axis that is read without a buffer.
package struct RawAxis {
  let channel: IIOChannel
  /// The number to add to the raw value.
  let offset: Double
  /// The factor that turns the sum into m/s².
  let scale: Double

  /// Returns the acceleration along the axis now, in m/s².
  ///
  /// - Throws: the system's error
  package func acceleration() throws(Errno) -> MetersPerSecondSquared {
    var value: Int64 = 0
    let result = iio_channel_attr_read_longlong(channel.pointer, "raw", &value)
    guard result >= 0 else { throw Errno(rawValue: -result) }
    return (Double(value) + offset) * scale
  }
}
