import CUdev

/// What udev knows of the IIO devices of this machine.
enum Udev {
  /// The subsystem of the kernel's that is asked for.
  static let subsystem = "iio"

  /// The property `name` of the device `id`; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: such as `ACCEL_MOUNT_MATRIX`
  ///   - id: what the kernel calls it in sysfs, such as `iio:device0`
  /// - Returns: the value
  static func property(_ name: String, of id: String) -> String? {
    guard let udev = udev_new() else { return nil }
    defer { udev_unref(udev) }
    guard let device = udev_device_new_from_subsystem_sysname(udev, subsystem, id) else {
      return nil
    }
    defer { udev_device_unref(device) }
    return udev_device_get_property_value(device, name).map { String(cString: $0) }
  }
}
