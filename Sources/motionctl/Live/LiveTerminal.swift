// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport

/// A terminal that shows one picture after another, and is restored at the end.
final class LiveTerminal {
  private let output: OutputFile
  private var found = termios()
  private let isKeyboard: Bool

  /// Switches to the alternate screen, without a cursor or an echo of keys.
  ///
  /// - Parameter output: the terminal
  /// - Throws: an ``OutputError``
  init(_ output: OutputFile) throws(OutputError) {
    self.output = output
    isKeyboard = tcgetattr(STDIN_FILENO, &found) == 0
    if isKeyboard {
      var quiet = found
      quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
      // A key that stops or quits the program would leave the terminal in this state.
      withUnsafeMutableBytes(of: &quiet.c_cc) { keys in
        for key in [VSUSP, VQUIT] { keys[Int(key)] = 0 }
      }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &quiet)
    }
    try output.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Restores the terminal.
  ///
  /// - Parameter lines: a picture that stays on it
  func leave(_ lines: [String]) {
    // An error means that the terminal is gone.
    try? output.write(
      "\u{1B}[?25h\u{1B}[?1049l" + lines.map { $0 + "\u{1B}[K\r\n" }.joined())
    if isKeyboard { tcsetattr(STDIN_FILENO, TCSAFLUSH, &found) }
  }

  /// Its size in characters; 80 by 24 if unknown.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows `lines` in place of those before.
  ///
  /// - Throws: an ``OutputError``
  func show(_ lines: [String]) throws(OutputError) {
    try output.write("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
  }
}
