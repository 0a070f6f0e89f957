// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc

/// A window of a program, as accessibility shows it.
struct ShownWindow: Hashable {
  var frame: AccessibleObject
  /// The root of its program.
  var program: AccessibleObject
  var processID: pid_t?
  /// The name of the program, and the title of the window; cut.
  var name: String
  var title: String
  var states: AccessibleStates

  init(
    frame: AccessibleObject, program: AccessibleObject, processID: pid_t?, name: String,
    title: String, states: AccessibleStates
  ) {
    (self.frame, self.program, self.processID) = (frame, program, processID)
    (self.name, self.title) = (ActiveWindow.shortened(name), ActiveWindow.shortened(title))
    self.states = states
  }

  /// The window, where no display server names it.
  var window: ActiveWindow {
    ActiveWindow(
      identity: "at-spi \(frame.busName) \(frame.path)", processID: processID,
      applicationID: name, title: title)
  }

  /// The index of the window in `windows` that has the focus.
  ///
  /// - Parameters:
  ///   - window: the active window by the display server, whose program has `windows` if its
  ///     process is known; nil if no server names one
  ///   - windows: the windows of programs that answered
  ///   - name: the name of the program for people, where its desktop file gives one;
  ///     asked where it matters
  /// - Returns: nil if none of them has it, or if it is not known which
  static func index(
    of window: ActiveWindow?, in windows: [ShownWindow], called name: () -> String? = { nil }
  ) -> Int? {
    let active = windows.indices.filter { windows[$0].states.contains(.active) }
    guard let window else { return only(active) }
    let equal = windows.indices.filter { windows[$0].title == window.title }
    let titled =
      equal.isEmpty
      ? windows.indices.filter { windows[$0].isTitled(window.title, with: name) } : equal
    if window.processID != nil {
      // Where the seat has no keyboard no window of GTK says that it is active.
      return active.isEmpty ? only(titled) : only(active) ?? only(active.filter(titled.contains))
    }
    // Another program may say that its window is active, after it was: the title decides, and the
    // program's name among equal ones.
    let names = Set(Programs.names(window.applicationID))
    let own = titled.filter { !names.isDisjoint(with: Programs.names(windows[$0].name)) }
    let both = titled.filter(active.contains)
    return both.isEmpty ? only(own) : only(both) ?? only(both.filter(own.contains))
  }

  /// True if a window with the title `title` may be this one: to the title that Qt shows to
  /// accessibility it adds the name of the program.
  private func isTitled(_ title: String?, with name: () -> String?) -> Bool {
    guard !self.title.isEmpty, let title, title.hasPrefix(self.title) else { return false }
    let rest = title.dropFirst(self.title.count)
    guard rest.hasPrefix(" — ") else { return false }
    let added = rest.dropFirst(3).lowercased()
    return added == self.name.lowercased() || added == name()?.lowercased()
  }

  /// The index, if it is just one.
  private static func only(_ indices: [Int]) -> Int? { indices.count == 1 ? indices[0] : nil }
}
