// SPDX-License-Identifier: Apache-2.0

import CIIO
import Glibc

/// A device of a context: a sensor or a trigger.
package struct IIODevice {
  package let pointer: OpaquePointer
  /// The context, which keeps the device alive.
  let context: IIOContext

  init(_ pointer: OpaquePointer, of context: IIOContext) {
    self.pointer = pointer
    self.context = context
  }

  /// The kernel's name for the device in sysfs, such as `iio:device0`.
  var id: String {
    iio_device_get_id(pointer).map { String(printable: $0) } ?? "?"
  }

  /// The driver's name for the device.
  var name: String? {
    iio_device_get_name(pointer).map { String(printable: $0) }
  }

  /// The label from the device tree or the firmware.
  var label: String? {
    iio_device_get_label(pointer).map { String(printable: $0) }
  }

  /// All names of the device.
  var names: [String] {
    [name, label, id].compactMap { $0 }
  }

  /// The name of the device in texts for users.
  package var title: String {
    name.map { "\($0) (\(id))" } ?? id
  }

  /// The device's axes of acceleration: x, y, z, or fewer.
  package var axes: [String] {
    ["x", "y", "z"].filter { channel("accel_\($0)") != nil }
  }

  /// The channels of the x, y and z axes; nil if one is missing.
  var axisChannels: [IIOChannel]? {
    let channels = ["accel_x", "accel_y", "accel_z"].compactMap(channel)
    return channels.count == 3 ? channels : nil
  }

  /// The channel of the timestamps; nil if they are not part of scans.
  var timestampChannel: IIOChannel? {
    channel("timestamp").flatMap { $0.isScanElement ? $0 : nil }
  }

  /// All channels of the device.
  package var channels: [IIOChannel] {
    (0..<iio_device_get_channels_count(pointer)).compactMap { index in
      iio_device_get_channel(pointer, index).map { IIOChannel(pointer: $0) }
    }
  }

  private func channel(_ id: String) -> IIOChannel? {
    iio_device_find_channel(pointer, id, false).map { IIOChannel(pointer: $0) }
  }

  /// Returns the value of the attribute `name`; nil if it is missing or unreadable.
  func attribute(_ name: String) -> String? {
    guard iio_device_find_attr(pointer, name) != nil else { return nil }
    return readText { iio_device_attr_read(pointer, name, $0, $1) }
  }

  /// Writes the attribute `name`, and returns whether that worked.
  func setAttribute(_ name: String, _ value: String) -> Bool {
    guard iio_device_find_attr(pointer, name) != nil else { return false }
    return iio_device_attr_write(pointer, name, value) >= 0
  }

  /// Returns the value of the buffer's attribute `name`; nil if it is missing or unreadable.
  func bufferAttribute(_ name: String) -> String? {
    readText { iio_device_buffer_attr_read(pointer, name, $0, $1) }
  }

  /// Writes the buffer's attribute `name`, and returns whether that worked.
  package func setBufferAttribute(_ name: String, _ value: String) -> Bool {
    iio_device_buffer_attr_write(pointer, name, value) >= 0
  }

  /// The trigger of the device; nil if it has none or needs none.
  package var trigger: IIODevice? {
    var trigger: OpaquePointer?
    guard iio_device_get_trigger(pointer, &trigger) == 0 else { return nil }
    return trigger.map { IIODevice($0, of: context) }
  }

  /// A Boolean value that indicates whether the device can have a trigger.
  var takesTrigger: Bool {
    var trigger: OpaquePointer?
    return iio_device_get_trigger(pointer, &trigger) != -ENOENT
  }

  /// Removes the trigger, if any.
  package func clearTrigger() {
    _ = iio_device_set_trigger(pointer, nil)
  }

  /// The triggers of the device's context.
  var triggers: [IIODevice] {
    context.devices.filter { iio_device_is_trigger($0.pointer) }
  }
}

/// Returns the text of an attribute, without blanks and newlines at its ends, and with one for
/// several in a row.
///
/// `read` writes the text to memory of a given size.
func readText(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
  // The kernel's attributes are at most a page long.
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { room -> String? in
    guard let start = room.baseAddress, read(start, room.count - 1) >= 0 else { return nil }
    room[room.count - 1] = 0
    return String(cString: start).split(whereSeparator: \.isWhitespace).map { $0.printable }
      .joined(separator: " ")
  }
}

extension String {
  /// The text of a device or a server at `pointer`, made ``printable``.
  fileprivate init(printable pointer: UnsafePointer<CChar>) {
    self = String(cString: pointer).printable
  }
}
