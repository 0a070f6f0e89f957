import CUdev
import Glibc

/// Hears of IIO devices that come and go on this machine.
final class UdevMonitor {
  /// What became of a device.
  enum Event: Hashable, Sendable {
    /// The device with this id is there.
    case added(String)
    /// The device with this id is gone.
    case removed(String)
  }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// A monitor that hears from now on; nil where there is nothing to hear from, as in a container.
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
      udev_monitor_enable_receiving(monitor) >= 0, descriptor >= 0
    else { return nil }
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// Readable while there are events.
  var descriptor: Int32 {
    udev_monitor_get_fd(monitor)
  }

  /// The next event that is waiting; nil if there is none.
  ///
  /// Triggers come and go too, also by the reader's own doing: only devices are told.
  func next() -> Event? {
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      guard let id = udev_device_get_sysname(device).map({ String(cString: $0) }),
        id.hasPrefix("iio:device"), let action = udev_device_get_action(device)
      else { continue }
      switch String(cString: action) {
      case "add": return .added(id)
      case "remove": return .removed(id)
      default: continue
      }
    }
    return nil
  }
}
