// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemPackage

/// The desktop's switch for accessibility, without which most programs show nothing of themselves.
enum AccessibilitySwitch {
  private static let bus = "org.a11y.Bus"

  /// The missing part: the bus of accessibility, or the switch for it; nil also where it is not
  /// known.
  static func missing(_ session: BusConnection, until deadline: Timestamp) -> Reason? {
    let answers = session.ask(
      [
        .property(bus, "/org/a11y/bus", "org.a11y.Status", "IsEnabled"),
        .bus("NameHasOwner", [.string(bus)]),
      ], until: deadline)
    if answers[1]?.first == .bool(false) { return .noAccessibilityBus }
    return answers[0]?.first == .bool(false) ? .noAccessibility : nil
  }

  /// The command that switches it on, in the settings of GNOME and GTK.
  static let command =
    "gsettings set org.gnome.desktop.interface toolkit-accessibility true"

  /// The decision, with what is really missing where accessibility is off or not there.
  ///
  /// - Parameters:
  ///   - decision: by what was found
  ///   - showsWindows: false on a desktop where accessibility alone shows which window is active
  ///   - missing: asked where it matters
  /// - Returns: the same, but for a shake that did nothing for want of it
  static func explained(
    _ decision: Decision, showsWindows: Bool, missing: () -> Reason?
  ) -> Decision {
    guard
      [.leave(.notEdited), .leave(.page(startedWith: nil))].contains(decision)
        || decision == .leave(.noWindow) && !showsWindows,
      let reason = missing()
    else { return decision }
    return .leave(reason)
  }
}

/// A message that is said once an installation: an empty file below `$XDG_STATE_HOME` remembers it.
struct SaidOnce {
  private let folder: String
  private let name: String
  /// True once it was said by this process, where no file can be made.
  private var isSaid = false

  /// The memory of `name`, for the user of `environment`.
  init(_ name: String, _ environment: [String: String]) {
    (folder, self.name) = (environment.stateFolder, name)
  }

  /// Says it by `say`, unless it was said; what could not be shown was not said.
  mutating func say(_ say: () -> Bool) {
    let path = "\(folder)/\(name)"
    guard !isSaid, access(path, F_OK) != 0, say() else { return }
    isSaid = true
    try? makeFolders(folder)
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file >= 0 { close(file) }
  }
}
