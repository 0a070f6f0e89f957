// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The terminal of this process, raw and with a screen of our own while it is in use.
@MainActor
final class Terminal {
  private let original: termios
  private var isTaken = false

  /// The size of a screen, in characters.
  struct Size: Hashable {
    var rows: Int
    var columns: Int
  }

  /// Why there is no screen to draw on.
  struct NoTerminal: Error, CustomStringConvertible {
    let description = "standard input and output must be a terminal"
  }

  /// The terminal at standard input and output.
  init() throws {
    var settings = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw NoTerminal()
    }
    original = settings
  }

  /// Takes the terminal: keys come one by one and unseen, and the screen is empty.
  func take() {
    var raw = original
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    isTaken = true
    // Terminals that can are asked to distinguish Shift-Ctrl-Z from Ctrl-Z, and to say when they
    // get the focus and lose it; others ignore that.
    write("\u{1B}[?1049h\u{1B}[>1u\u{1B}[?1004h\u{1B}[2J")
  }

  /// Gives the terminal back as it was.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    write("\u{1B}[?1004l\u{1B}[<u\u{1B}[?1049l")
    var settings = original
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  /// Its size now; 80x24 if it does not say.
  var size: Size {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0
    else { return Size(rows: 24, columns: 80) }
    return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// Sends `text` to the screen.
  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // The terminal is gone; reading from it says so too, and ends the program.
        return
      }
    }
  }
}
