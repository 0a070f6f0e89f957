// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import SystemPackage

/// The attributes in sysfs that switch the events of a device's chip on and off.
///
/// It leaves the thresholds and times beside them as they are: their units differ from driver to
/// driver.
struct EventAttributes: Hashable, Sendable {
  /// The folder of the attributes.
  let folder: String
  /// The names of the attributes of each event that the chip has.
  let names: [ChipEvent: [String]]

  /// The attributes of this machine's device `id`, such as `iio:device0`.
  init(of id: String) {
    self.init(folder: "/sys/bus/iio/devices/\(id)/events")
  }

  /// The attributes in `folder`; none if there is no such folder.
  init(folder: String) {
    self.folder = folder
    var names: [ChipEvent: [String]] = [:]
    for name in Folder.names(in: folder) ?? [] {
      if let event = ChipEvent(enabledBy: name) { names[event, default: []].append(name) }
    }
    self.names = names
  }

  /// The events that the chip has, in the order of their names.
  var events: [ChipEvent] { names.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Switches `event` on; if each axis has an attribute, on every axis that accepts it.
  ///
  /// - Throws: the system's error if no axis accepts it
  func enable(_ event: ChipEvent) throws(Errno) {
    var refusal: Errno?
    var isEnabled = false
    for name in names[event] ?? [] {
      do throws(Errno) {
        try write("1", to: name)
        isEnabled = true
      } catch { refusal = error }
    }
    if !isEnabled { throw refusal ?? .noSuchFileOrDirectory }
  }

  private func write(_ text: String, to name: String) throws(Errno) {
    do {
      let file = try FileDescriptor.open("\(folder)/\(name)", .writeOnly)
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
    } catch { throw error as? Errno ?? .ioError }
  }
}
