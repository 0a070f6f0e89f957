// SPDX-License-Identifier: Apache-2.0

import CInput
import Glibc
import LinuxSupport
import SystemPackage

/// Opens touchscreens and devices with media keys for libinput, and refuses all others.
///
/// It opens them for reading only: a process that can write to such a node can type for the user.
final class DeviceGate {
  /// The properties of a device that was opened.
  struct Device {
    let kind: InputKind
    /// The number of values of each axis; 0 for an axis that it lacks.
    let extent: (x: Double, y: Double)
  }

  private let udev: OpaquePointer
  private let opensMediaKeys: Bool
  /// The devices that were opened, by their nodes.
  private(set) var devices: [String: Device] = [:]
  /// The devices that could not be opened, since the last call of `drainRefusals()`.
  private var refusals: [TouchInputError] = []

  /// A gate that uses `udev`, which must outlive it.
  init(_ udev: OpaquePointer, opensMediaKeys: Bool) {
    (self.udev, self.opensMediaKeys) = (udev, opensMediaKeys)
  }

  /// Removes and returns the refusals.
  func drainRefusals() -> [TouchInputError] {
    defer { refusals = [] }
    return refusals
  }

  /// The functions of libinput's interface, whose user data is a gate.
  static var interface: libinput_interface {
    libinput_interface(
      open_restricted: { path, flags, data in
        guard let path, let data else { return -EINVAL }
        return Unmanaged<DeviceGate>.fromOpaque(data).takeUnretainedValue()
          .open(String(cString: path), flags)
      },
      close_restricted: { descriptor, _ in _ = close(descriptor) })
  }

  /// Opens `path`.
  ///
  /// - Returns: a descriptor; else the system's error, negative
  private func open(_ path: String, _ flags: Int32) -> Int32 {
    guard let kind = kind(of: path), kind == .touchscreen || opensMediaKeys else { return -ENODEV }
    let descriptor = Glibc.open(path, flags & ~O_ACCMODE | O_RDONLY)
    guard descriptor >= 0 else {
      let error = Errno.last
      refusals.append(.cannotOpen(device: path, error: error))
      return -error.rawValue
    }
    func extent(_ several: Int32, _ one: Int32) -> Double {
      let extent = axis_extent(descriptor, UInt32(several))
      return extent > 0 ? extent : axis_extent(descriptor, UInt32(one))
    }
    devices[path] = Device(
      kind: kind, extent: (extent(ABS_MT_POSITION_X, ABS_X), extent(ABS_MT_POSITION_Y, ABS_Y)))
    return descriptor
  }

  private func kind(of path: String) -> InputKind? {
    var status = stat()
    guard stat(path, &status) == 0,
      let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), status.st_rdev)
    else { return nil }
    defer { udev_device_unref(device) }
    let names = ["ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEY", "ID_INPUT_KEYBOARD"]
    let properties = names.filter { name in
      udev_device_get_property_value(device, name).map { String(cString: $0) } == "1"
    }
    // The parent belongs to the device.
    let keys = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
      .flatMap { udev_device_get_sysattr_value($0, "capabilities/key") }
      .map { String(cString: $0) }
    return InputKind(properties: Set(properties), keys: keys ?? "")
  }
}

/// The purpose that permits opening a device of evdev.
///
/// It is decided before the device is opened: a program that reads touches must not see passwords
/// typed.
enum InputKind: Hashable, Sendable {
  /// A touchscreen.
  case touchscreen
  /// A device with media keys and without letters.
  case mediaKeys

  /// The purpose of a device; nil for one that stays closed.
  ///
  /// - Parameters:
  ///   - properties: the properties in udev's database that are `1`, such as `ID_INPUT_TOUCHSCREEN`
  ///   - keys: sysfs' `capabilities/key`: hexadecimal words, the highest first
  init?(properties: Set<String>, keys: String) {
    if properties.contains("ID_INPUT_TOUCHSCREEN") {
      self = .touchscreen
      return
    }
    let codes = Self.codes(of: keys)
    guard properties.contains("ID_INPUT_KEY"), !properties.contains("ID_INPUT_KEYBOARD"),
      !codes.isDisjoint(with: MediaKey.codes), codes.isDisjoint(with: Self.letters)
    else { return nil }
    self = .mediaKeys
  }

  private static let letters = Set(
    [KEY_Q...KEY_P, KEY_A...KEY_L, KEY_Z...KEY_M].flatMap { $0 }.map { UInt16($0) })

  /// The numbers of the bits that are set.
  ///
  /// The kernel writes words of the size that a `long` of this process has.
  private static func codes(of words: String) -> Set<UInt16> {
    var codes: Set<UInt16> = []
    for (index, word) in words.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
      let bits = UInt(word, radix: 16) ?? 0
      for bit in 0..<UInt.bitWidth where bits >> bit & 1 == 1 {
        codes.insert(UInt16(clamping: index * UInt.bitWidth + bit))
      }
    }
    return codes
  }
}
