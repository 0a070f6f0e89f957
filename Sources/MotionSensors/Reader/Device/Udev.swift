// SPDX-License-Identifier: Apache-2.0

import CUdev
import Dispatch
import Glibc
import LinuxSupport
import SystemPackage

/// The database of udev about the devices of this machine.
package enum Udev {
  /// The property `name` of the device `id`; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: such as `ACCEL_MOUNT_MATRIX`
  ///   - id: the kernel's name for the device in sysfs, such as `iio:device0`
  ///   - subsystem: the kernel's subsystem of the device
  /// - Returns: the value
  package static func property(
    _ name: String, of id: String, in subsystem: AccelerometerChoice.Subsystem
  ) -> String? {
    guard let udev = udev_new() else { return nil }
    defer { udev_unref(udev) }
    guard let device = udev_device_new_from_subsystem_sysname(udev, subsystem.rawValue, id) else {
      return nil
    }
    defer { udev_device_unref(device) }
    return udev_device_get_property_value(device, name).map { String(cString: $0) }
  }
}

/// An event of a device of this machine.
package enum DeviceEvent: Hashable, Sendable {
  /// The device with this id is there.
  case added(String)
  /// The device with this id is gone.
  case removed(String)
  /// The properties in udev of the device with this id may have changed, as after
  /// `udevadm trigger`.
  case changed(String)
}

/// The devices whose events can change which accelerometer there is: not keyboards.
package struct RelevantDevices {
  private let subsystems: [any AccelerometerSubsystem]
  /// The ids of those that are there: nothing can be asked of one that is gone.
  private var present: Set<String>

  /// The devices of `subsystems`.
  package init(of subsystems: [any AccelerometerSubsystem]) {
    self.subsystems = subsystems
    present = Set(subsystems.flatMap(\.candidates))
  }

  /// Returns whether `event` can change which accelerometer there is.
  package mutating func include(_ event: DeviceEvent) -> Bool {
    switch event {
    case .added(let id), .changed(let id):
      let isCandidate = subsystems.contains {
        id.hasPrefix($0.devicePrefix) && $0.mayBeAccelerometer(id)
      }
      let wasPresent = isCandidate ? !present.insert(id).inserted : present.remove(id) != nil
      return isCandidate || wasPresent
    case .removed(let id): return present.remove(id) != nil
    }
  }
}

/// A monitor of devices that come to this machine, leave it or change.
final class UdevMonitor {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer
  private var relevant: RelevantDevices

  /// A monitor of events from now on; nil where udev sends none, as in a container.
  init?(of subsystems: [any AccelerometerSubsystem]) {
    guard let udev = udev_new() else { return nil }
    // Where udevd runs, its message comes after its rules, which give permissions.
    let group = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let monitor = udev_monitor_new_from_netlink(udev, group) else {
      udev_unref(udev)
      return nil
    }
    (self.udev, self.monitor) = (udev, monitor)
    relevant = RelevantDevices(of: [])
    for subsystem in subsystems.map(\.subsystem.rawValue) {
      guard udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil) >= 0 else {
        return nil
      }
    }
    guard udev_monitor_enable_receiving(monitor) >= 0, descriptor.rawValue >= 0
    else { return nil }
    // What came until now is there; what comes from now on sends an event.
    relevant = RelevantDevices(of: subsystems)
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// A descriptor that is readable while there are events.
  var descriptor: FileDescriptor {
    FileDescriptor(rawValue: udev_monitor_get_fd(monitor))
  }

  /// Returns the next waiting event; nil if there is none.
  ///
  /// It skips what is no accelerometer: keyboards, and triggers, which come and go even through the
  /// reader.
  func next() -> DeviceEvent? {
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      guard let id = udev_device_get_sysname(device).map({ String(cString: $0) }),
        let action = udev_device_get_action(device)
      else { continue }
      let event: DeviceEvent
      switch String(cString: action) {
      case "add": event = .added(id)
      case "remove": event = .removed(id)
      case "change": event = .changed(id)
      default: continue
      }
      if relevant.include(event) { return event }
    }
    return nil
  }
}

/// A watch that calls a handler when an accelerometer of this machine comes or goes.
///
/// It is for programs that read no accelerometer: an ``AccelerometerReader`` has its own.
public final class AccelerometerWatch {
  private let source: QueueSource

  /// A watch that has begun; nil where there are no udev events, as in a container.
  ///
  /// - Parameters:
  ///   - subsystems: the subsystems of the devices
  ///   - queue: the queue for `handler`
  ///   - handler: called when a device that may be an accelerometer has come, changed or gone
  package init?(
    of subsystems: [any AccelerometerSubsystem], on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    guard let monitor = UdevMonitor(of: subsystems) else { return nil }
    // Only the handler uses it, on its queue.
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
