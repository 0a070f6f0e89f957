// SPDX-License-Identifier: Apache-2.0

import CUdev
import Dispatch
import Glibc
import LinuxSupport
import SystemPackage

/// The database of udev about the IIO devices of this machine.
enum Udev {
  /// The kernel's subsystem of the devices.
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

/// A monitor of IIO devices that are added to this machine, removed from it and changed.
final class UdevMonitor {
  /// An event of a device.
  enum Event: Hashable, Sendable {
    /// The device with this id is there.
    case added(String)
    /// The device with this id is gone.
    case removed(String)
    /// What udev knows of the device with this id may be another, as after `udevadm trigger`.
    case changed(String)
  }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// A monitor of events from now on; nil where udev sends none, as in a container.
  init?() {
    guard let udev = udev_new() else { return nil }
    // Where udevd runs its word comes after its rules, which give permissions.
    let group = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let monitor = udev_monitor_new_from_netlink(udev, group) else {
      udev_unref(udev)
      return nil
    }
    (self.udev, self.monitor) = (udev, monitor)
    guard udev_monitor_filter_add_match_subsystem_devtype(monitor, Udev.subsystem, nil) >= 0,
      udev_monitor_enable_receiving(monitor) >= 0, descriptor.rawValue >= 0
    else { return nil }
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// Readable while there are events.
  var descriptor: FileDescriptor {
    FileDescriptor(rawValue: udev_monitor_get_fd(monitor))
  }

  /// The next event that is waiting; nil if there is none.
  ///
  /// Triggers come and go too, also by the reader's own doing: only devices are returned.
  func next() -> Event? {
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      guard let id = udev_device_get_sysname(device).map({ String(cString: $0) }),
        id.hasPrefix("iio:device"), let action = udev_device_get_action(device)
      else { continue }
      switch String(cString: action) {
      case "add": return .added(id)
      case "remove": return .removed(id)
      case "change": return .changed(id)
      default: continue
      }
    }
    return nil
  }
}

/// A watch that calls a handler when an IIO device of this machine was added or removed.
///
/// It is for programs that read no accelerometer: an ``AccelerometerReader`` has its own.
public final class AccelerometerWatch {
  private let source: QueueSource

  /// A watch that has begun; nil where there are no events of udev's, as in a container.
  ///
  /// - Parameters:
  ///   - queue: where `handler` is called
  ///   - handler: called when an IIO device has come or gone, of whatever kind
  public init?(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    guard let monitor = UdevMonitor() else { return nil }
    // Used by the handler alone, on its queue.
    nonisolated(unsafe) let own = monitor
    do throws(Errno) {
      source = try .reading(copying: monitor.descriptor, on: queue) {
        var isNew = false
        while own.next() != nil { isNew = true }
        if isNew { handler() }
      }
    } catch { return nil }
  }
}
