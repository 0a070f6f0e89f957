// SPDX-License-Identifier: Apache-2.0

/// A display of this machine, as DISPLAY names it: ":0", ":1.0" or "unix:0".
struct X11Display: Hashable {
  var number: Int
  var screen: Int

  /// The display that `text` names; nil if it is not a display of this machine.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), ["", "unix"].contains(text[..<colon]) else {
      return nil
    }
    let parts = text[text.index(after: colon)...].split(
      separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let number = Int(parts[0]), (0...65_535).contains(number)
    else { return nil }
    self.number = number
    guard parts.count == 2 else {
      screen = 0
      return
    }
    guard let screen = Int(parts[1]), (0...255).contains(screen) else { return nil }
    self.screen = screen
  }

  /// The sockets of its server, which may listen at either.
  var sockets: [String] {
    let path = "/tmp/.X11-unix/X\(number)"
    return [path, "\0" + path]
  }

  /// The reason why `text` names no display.
  static func problem(with text: String) -> String {
    text.isEmpty ? "DISPLAY is not set" : "DISPLAY names no display of this machine"
  }
}
