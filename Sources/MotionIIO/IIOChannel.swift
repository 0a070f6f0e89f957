import CIIO

/// A channel of a device: one axis, or the timestamp.
struct IIOChannel {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// What libiio calls it, such as `accel_x`.
  var id: String {
    iio_channel_get_id(pointer).map { String(cString: $0) } ?? "?"
  }

  /// Whether it can be part of a buffer's scans.
  var isScanElement: Bool {
    iio_channel_is_scan_element(pointer)
  }

  /// Takes it into the scans, or out of them.
  func setEnabled(_ enabled: Bool) {
    if enabled { iio_channel_enable(pointer) } else { iio_channel_disable(pointer) }
  }

  /// The value of the attribute `name`, its own or shared; nil if there is none.
  func attribute(_ name: String) -> String? {
    guard iio_channel_find_attr(pointer, name) != nil else { return nil }
    return readText { iio_channel_attr_read(pointer, name, $0, $1) }
  }

  /// Writes the attribute `name`; whether that worked.
  func setAttribute(_ name: String, _ value: String) -> Bool {
    guard iio_channel_find_attr(pointer, name) != nil else { return false }
    return iio_channel_attr_write(pointer, name, value) >= 0
  }

  /// Whether its value can be read without a buffer.
  var isReadable: Bool {
    iio_channel_find_attr(pointer, "raw") != nil
  }

  /// Its value now, without scale or offset.
  ///
  /// - Throws: the system's error
  func rawValue() throws(SystemError) -> Int64 {
    var value: Int64 = 0
    let result = iio_channel_attr_read_longlong(pointer, "raw", &value)
    guard result >= 0 else { throw SystemError(number: -result) }
    return value
  }

  /// Its place in the scans.
  var index: Int {
    iio_channel_get_index(pointer)
  }

  /// How its values lie in a scan; nil if that makes no sense.
  var format: SampleFormat? {
    guard let format = iio_channel_get_data_format(pointer)?.pointee, format.repeat <= 1 else {
      return nil
    }
    return SampleFormat(
      format.is_be ? .big : .little, isSigned: format.is_signed, realBits: Int(format.bits),
      storageBits: Int(format.length), shift: Int(format.shift))
  }
}
