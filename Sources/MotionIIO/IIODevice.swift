import CIIO
import Glibc

/// A device of a context: a sensor or a trigger.
struct IIODevice {
  let pointer: OpaquePointer
  /// Keeps the device alive.
  private let context: IIOContext

  init(_ pointer: OpaquePointer, of context: IIOContext) {
    self.pointer = pointer
    self.context = context
  }

  /// What the kernel calls it in sysfs, such as `iio:device0`.
  var id: String {
    iio_device_get_id(pointer).map { String(cString: $0) } ?? "?"
  }

  /// What its driver calls it.
  var name: String? {
    iio_device_get_name(pointer).map { String(cString: $0) }
  }

  /// What the device tree or the firmware calls it.
  var label: String? {
    iio_device_get_label(pointer).map { String(cString: $0) }
  }

  /// Every name it answers to.
  var names: [String] {
    [name, label, id].compactMap { $0 }
  }

  /// What to call it when talking to users.
  var title: String {
    name.map { "\($0) (\(id))" } ?? id
  }

  /// The axes of acceleration that it has, of x, y and z.
  var axes: [String] {
    ["x", "y", "z"].filter { channel("accel_\($0)") != nil }
  }

  /// The channels of its x, y and z axes; nil if it does not have all three.
  var axisChannels: [IIOChannel]? {
    let channels = ["accel_x", "accel_y", "accel_z"].compactMap(channel)
    return channels.count == 3 ? channels : nil
  }

  /// The channel of its timestamps.
  var timestampChannel: IIOChannel? {
    channel("timestamp")
  }

  /// Every channel it has.
  var channels: [IIOChannel] {
    (0..<iio_device_get_channels_count(pointer)).compactMap { index in
      iio_device_get_channel(pointer, index).map(IIOChannel.init)
    }
  }

  private func channel(_ id: String) -> IIOChannel? {
    iio_device_find_channel(pointer, id, false).map(IIOChannel.init)
  }

  /// The value of the attribute `name`; nil if there is none or it cannot be read.
  func attribute(_ name: String) -> String? {
    guard iio_device_find_attr(pointer, name) != nil else { return nil }
    return readText { iio_device_attr_read(pointer, name, $0, $1) }
  }

  /// Writes the attribute `name`; whether that worked.
  func setAttribute(_ name: String, _ value: String) -> Bool {
    guard iio_device_find_attr(pointer, name) != nil else { return false }
    return iio_device_attr_write(pointer, name, value) >= 0
  }

  /// The value of the attribute `name` of the buffer; nil if there is none or it cannot be read.
  func bufferAttribute(_ name: String) -> String? {
    readText { iio_device_buffer_attr_read(pointer, name, $0, $1) }
  }

  /// Writes the attribute `name` of the buffer; whether that worked.
  func setBufferAttribute(_ name: String, _ value: String) -> Bool {
    iio_device_buffer_attr_write(pointer, name, value) >= 0
  }

  /// The trigger that it uses; nil if it has none or needs none.
  var trigger: IIODevice? {
    var trigger: OpaquePointer?
    guard iio_device_get_trigger(pointer, &trigger) == 0 else { return nil }
    return trigger.map { IIODevice($0, of: context) }
  }

  /// Whether it takes a trigger at all.
  var takesTrigger: Bool {
    var trigger: OpaquePointer?
    return iio_device_get_trigger(pointer, &trigger) != -ENOENT
  }

  /// Gives it `trigger`.
  ///
  /// - Throws: the system's error
  func setTrigger(_ trigger: IIODevice) throws(SystemError) {
    let result = iio_device_set_trigger(pointer, trigger.pointer)
    guard result >= 0 else { throw SystemError(number: -result) }
  }

  /// Takes its trigger from it, as far as it has one.
  func clearTrigger() {
    _ = iio_device_set_trigger(pointer, nil)
  }

  /// The triggers of its context.
  var triggers: [IIODevice] {
    context.devices.filter(\.isTrigger)
  }

  /// Whether this is a trigger.
  var isTrigger: Bool {
    iio_device_is_trigger(pointer)
  }
}

/// Calls `read` with room for an attribute, and gives back what it wrote there.
func readText(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
  // The kernel's attributes are at most a page.
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { room -> String? in
    guard let start = room.baseAddress, read(start, room.count - 1) >= 0 else { return nil }
    room[room.count - 1] = 0
    return String(cString: start).trimmed
  }
}

extension String {
  /// This text without blanks and newlines at its ends.
  fileprivate var trimmed: String {
    let blank: (Character) -> Bool = { $0.isWhitespace }
    return String(drop(while: blank).reversed().drop(while: blank).reversed())
  }
}
