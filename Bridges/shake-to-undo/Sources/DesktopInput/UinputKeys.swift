// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Glibc
import SystemPackage

/// Keys of an input device of the kernel's, where the user may make one already.
///
/// It works with any compositor, and nothing here opens it to more programs than have it: whoever
/// may use uinput can type everywhere. The device goes after the answer, as a tablet with a
/// keyboard shows none on its screen.
package final class UinputKeys: KeySender {
  package let name = "uinput"
  private let environment: [String: String]
  private let pace: Pace
  private let path: String
  private var device: (descriptor: Int32, opened: Duration)?

  /// The time in which the compositor notices a new keyboard.
  static let settling = Duration.milliseconds(2000)
  /// The time that each key stays as it is.
  static let step = Duration.milliseconds(10)

  /// The uinput of this machine.
  package init(
    _ environment: [String: String], pace: Pace = .system, path: String = "/dev/uinput"
  ) {
    self.environment = environment
    self.pace = pace
    self.path = path
  }

  deinit {
    close()
  }

  package func prepare() throws(DesktopError) {
    guard device == nil else { return }
    // Nothing is made whose keys would be unknown.
    _ = try keymap()
    let descriptor = desktop_uinput_open(path)
    guard descriptor >= 0 else { throw Self.unavailable(path, Errno(rawValue: errno)) }
    device = (descriptor, pace.now())
  }

  private static func unavailable(_ path: String, _ error: Errno) -> DesktopError {
    .unavailable(
      action: "make a keyboard", why: "\(path) cannot be used (\(error))",
      remedy: "use another way: whoever may use it can type in every program")
  }

  /// The keymap of the compositor, which the device has as all keyboards do.
  private func keymap() throws(DesktopError) -> Keymap {
    let action = "read the keymap"
    let connection = try WaylandServer(environment).connect(
      for: DESKTOP_KEYMAP, action, lacking: "wl_seat", within: .milliseconds(500))
    // Without any keyboard there is none: the new one has the layout of the environment.
    guard let keymap = connection.keymap.flatMap({ Keymap(text: $0) }) ?? Keymap(layouts: "") else {
      throw .unavailable(
        action: action, why: "libxkbcommon.so.0 or its layouts are missing",
        remedy: "install libxkbcommon0 and xkb-data")
    }
    return keymap
  }

  package func send(_ stroke: KeyStroke) throws(DesktopError) {
    try prepare()
    guard let device else { return }
    pace.wait(device.opened + Self.settling - pace.now())
    // Now that there is a keyboard, the compositor says which keymap it has.
    guard let chord = stroke.chordOfAnyLayout(on: try keymap()) else {
      throw .unavailable(
        action: "send keys", why: "the layouts have different keys for \(stroke.name)",
        remedy: "use another way, which knows the active layout")
    }
    do throws(DesktopError) {
      for key in chord.keys { try press(device.descriptor, key, true) }
      for key in chord.keys.reversed() { try press(device.descriptor, key, false) }
    } catch {
      // The end of the device releases what is down.
      close()
      throw error
    }
  }

  private func press(
    _ device: Int32, _ key: UInt32, _ isDown: Bool
  ) throws(DesktopError) {
    guard desktop_uinput_key(device, key, isDown) else {
      throw Self.unavailable(path, Errno(rawValue: errno))
    }
    pace.wait(Self.step)
  }

  package func close() {
    if let device { Glibc.close(device.descriptor) }
    device = nil
  }

  package func availability() -> Availability {
    guard access(path, W_OK) == 0 else {
      return Availability(Self.unavailable(path, Errno(rawValue: errno)))
    }
    do throws(DesktopError) {
      _ = try keymap()
      return .works("\(path) is open to this user, and so to every program of theirs")
    } catch { return Availability(error) }
  }
}
