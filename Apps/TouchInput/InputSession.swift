// SPDX-License-Identifier: Apache-2.0

import CInput
import MotionCore
import SystemPackage
import TouchCore

/// An event of touchscreens and media keys.
package enum TouchInputEvent: Hashable, Sendable {
  /// A touchscreen was opened, and its touches follow.
  case started(TouchPanel)
  /// A touchscreen is gone; its touches were cancelled before.
  case lost(TouchPanel)
  /// A frame of touches, or the time.
  case step(TouchStep)
  /// A media key was pressed or released.
  case key(MediaKey)
  /// A device cannot be read; the others are.
  case warning(TouchInputError)
}

/// The devices of libinput, open until it is released.
///
/// C: `struct libinput`.
final class InputSession {
  private let options: TouchOptions
  private let udev: OpaquePointer
  private let gate: DeviceGate
  /// The functions that libinput calls; it keeps a pointer to them.
  private let interface: UnsafeMutablePointer<libinput_interface>
  private let libinput: OpaquePointer
  /// The touchscreens, by their nodes.
  private var panels: [String: TouchPanel] = [:]
  /// The changes of the frame under way.
  private var changes: [TouchChange] = []

  /// Opens what `options` name.
  init(_ options: TouchOptions) throws(TouchInputError) {
    guard let udev = udev_new() else { throw .noLibrary }
    let gate = DeviceGate(udev, opensMediaKeys: options.readsMediaKeys)
    let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    interface.initialize(to: DeviceGate.interface)
    let data = Unmanaged.passUnretained(gate).toOpaque()
    let made =
      switch options.source {
      case .seat: libinput_udev_create_context(interface, data, udev)
      case .device: libinput_path_create_context(interface, data)
      }
    guard let libinput = made else {
      interface.deallocate()
      udev_unref(udev)
      throw .noLibrary
    }
    // It would write to standard error; errors are reported as values here.
    log_nothing(libinput)
    (self.options, self.udev, self.gate) = (options, udev, gate)
    (self.interface, self.libinput) = (interface, libinput)
    switch options.source {
    case .seat(let seat):
      guard libinput_udev_assign_seat(libinput, seat) == 0 else { throw .noSeat(seat) }
    case .device(let node):
      guard libinput_path_add_device(libinput, node) != nil else {
        throw gate.drainRefusals().first ?? .noTouchscreen(device: node)
      }
    }
  }

  deinit {
    libinput_unref(libinput)
    interface.deallocate()
    udev_unref(udev)
  }

  /// Readable while there are events.
  var descriptor: FileDescriptor { FileDescriptor(rawValue: libinput_get_fd(libinput)) }

  /// A Boolean value that indicates whether a touchscreen is open.
  var hasPanel: Bool { !panels.isEmpty }

  /// The error that there is no touchscreen.
  var absence: TouchInputError {
    switch options.source {
    case .seat(let seat): .noPanel(seat: seat)
    case .device(let node): .noTouchscreen(device: node)
    }
  }

  /// Closes all devices: touches are cancelled, and the touchscreens are lost.
  func suspend() {
    libinput_suspend(libinput)
  }

  /// Opens the devices again.
  func resume() {
    // The gate collects what fails.
    _ = libinput_resume(libinput)
  }

  /// Removes and returns the events that wait, in order, without waiting for more.
  func drain() -> [TouchInputEvent] {
    var events: [TouchInputEvent] = []
    while true {
      let count = events.count
      // It fails if the wait was interrupted, with nothing lost: the descriptor stays readable.
      libinput_dispatch(libinput)
      while let event = libinput_get_event(libinput) {
        append(event, &events)
        libinput_event_destroy(event)
      }
      events += gate.drainRefusals().map { .warning($0) }
      guard events.count > count else { return events }
    }
  }

  private func append(_ event: OpaquePointer, _ events: inout [TouchInputEvent]) {
    let device = libinput_event_get_device(event)
    let node = "/dev/input/" + String(cString: libinput_device_get_sysname(device))
    switch libinput_event_get_type(event) {
    case LIBINPUT_EVENT_DEVICE_ADDED:
      guard let device, let panel = open(device, node) else { return }
      panels[node] = panel
      events.append(.started(panel))
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      if let panel = panels.removeValue(forKey: node) { events.append(.lost(panel)) }
    case LIBINPUT_EVENT_TOUCH_DOWN:
      touch(event, node) { .down($0) }
    case LIBINPUT_EVENT_TOUCH_MOTION:
      touch(event, node) { .move($0) }
    case LIBINPUT_EVENT_TOUCH_UP:
      changes.append(TouchChange(finger(event), .up))
    case LIBINPUT_EVENT_TOUCH_CANCEL:
      changes.append(TouchChange(finger(event), .cancel))
    case LIBINPUT_EVENT_TOUCH_FRAME:
      guard !changes.isEmpty else { return }
      let time = timestamp(libinput_event_touch_get_time_usec(event))
      events.append(.step(.frame(TouchFrame(timestamp: time, changes: changes))))
      changes.removeAll()
    case LIBINPUT_EVENT_KEYBOARD_KEY:
      let key = libinput_event_get_keyboard_event(event)
      guard let code = UInt16(exactly: libinput_event_keyboard_get_key(key)),
        MediaKey.codes.contains(code)
      else { return }
      events.append(
        .key(
          MediaKey(
            code: code,
            isPressed: libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED,
            timestamp: timestamp(libinput_event_keyboard_get_time_usec(key)))))
    default: return  // Events of other capabilities of a device.
    }
  }

  private func touch(
    _ event: OpaquePointer, _ node: String, _ kind: (Point) -> TouchChange.Kind
  ) {
    guard let panel = panels[node] else { return }
    let touch = libinput_event_get_touch_event(event)
    // A width of 1 makes libinput return a fraction from 0 to 1.
    let place = Point(
      x: libinput_event_touch_get_x_transformed(touch, 1) * panel.width,
      y: libinput_event_touch_get_y_transformed(touch, 1) * panel.height)
    changes.append(TouchChange(finger(event), kind(place)))
  }

  /// The seat slot of a finger, unique among the fingers that are down.
  private func finger(_ event: OpaquePointer) -> Int32 {
    libinput_event_touch_get_seat_slot(libinput_event_get_touch_event(event))
  }

  private func timestamp(_ microseconds: UInt64) -> Timestamp {
    Timestamp(nanoseconds: Int64(clamping: microseconds) * 1000)
  }

  /// Configures a device that libinput has opened; nil if it is not a touchscreen.
  private func open(_ device: OpaquePointer, _ node: String) -> TouchPanel? {
    guard gate.devices[node]?.kind == .touchscreen,
      libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0
    else { return nil }
    let calibration = calibrate(device)
    var (width, height) = (0.0, 0.0)
    let unit: TouchPanel.Unit
    if libinput_device_get_size(device, &width, &height) == 0, width > 0, height > 0 {
      unit = .length
      width *= TouchPanel.pointsPerMillimeter
      height *= TouchPanel.pointsPerMillimeter
      (width, height) = calibration.screen(on: (width, height))
    } else if let screen = options.screen {
      unit = .pixel
      (width, height) = (Double(screen.width), Double(screen.height))
    } else {
      unit = .step
      let extent = gate.devices[node]?.extent ?? (x: 1, y: 1)
      (width, height) = calibration.screen(on: (max(1, extent.x), max(1, extent.y)))
    }
    let fingers = libinput_device_touch_get_touch_count(device)
    return TouchPanel(
      name: String(cString: libinput_device_get_name(device)), node: node, width: width,
      height: height, unit: unit, fingers: fingers > 0 ? Int(fingers) : nil,
      calibration: calibration)
  }

  /// Applies calibration and rotation to a device.
  private func calibrate(_ device: OpaquePointer) -> CalibrationMatrix {
    var numbers: [Float] = [1, 0, 0, 0, 1, 0]
    libinput_device_config_calibration_get_default_matrix(device, &numbers)
    let matrix = (options.calibration ?? CalibrationMatrix(numbers.map { Double($0) }) ?? .identity)
      .turned(options.rotation)
    numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map { Float($0) }
    libinput_device_config_calibration_set_matrix(device, numbers)
    return matrix
  }
}
