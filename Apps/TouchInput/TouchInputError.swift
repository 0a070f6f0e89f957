// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// An error of finding or reading touchscreens.
public enum TouchInputError: Error, Hashable, Sendable {
  /// libinput, or udev's database, cannot be used at all.
  case noLibrary
  /// The seat cannot be read.
  case noSeat(String)
  /// The seat has no touchscreen.
  case noPanel(seat: String)
  /// udev does not know the node `device` as a touchscreen.
  case noTouchscreen(device: String)
  /// The touchscreen or headset with the node `device` cannot be opened.
  case cannotOpen(device: String, error: Errno)
  /// Waiting for events of the devices failed.
  case cannotWait(error: Errno)
}

extension TouchInputError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .noLibrary:
      "cannot start libinput: is the machine out of memory, or of descriptors?"
    case .noSeat(let seat):
      "cannot read the devices of the seat '\(seat)' (loginctl list-seats names the seats)"
    case .noPanel(let seat):
      "there is no touchscreen on the seat '\(seat)' (libinput knows only what udev has in /run/udev: "
        + "does udevd run, and is the driver loaded?)"
    case .noTouchscreen(let device):
      "\(device) is no touchscreen that udev knows (udevadm info \(device) shows what it knows)"
    case .cannotOpen(let device, let error):
      "cannot open \(device): \(error)\(hint(error))"
    case .cannotWait(let error):
      "cannot wait for touches: \(error)"
    }
  }

  private func hint(_ error: Errno) -> String {
    switch error {
    case .permissionDenied, .notPermitted:
      "; root may, and for touchscreens the group motiond-touch (adduser USER motiond-touch)"
    default: ""
    }
  }

  /// True if this user may not do it.
  public var isNotPermitted: Bool {
    switch self {
    case .cannotOpen(_, let error): error == .permissionDenied || error == .notPermitted
    case .noLibrary, .noSeat, .noPanel, .noTouchscreen, .cannotWait: false
    }
  }
}
