import Glibc
import LinuxSupport

/// A terminal that shows one picture after another, and is left as it was found.
final class LiveTerminal {
  private let output: OutputFile
  private var found = termios()
  private let isKeyboard: Bool

  /// Takes the terminal over: another screen, no cursor, no echo of keys.
  ///
  /// - Parameter output: the terminal
  /// - Throws: an ``OutputError``
  init(_ output: OutputFile) throws(OutputError) {
    self.output = output
    isKeyboard = tcgetattr(STDIN_FILENO, &found) == 0
    if isKeyboard {
      var quiet = found
      quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
      // Who is stopped or quits by a key would leave the terminal like this.
      withUnsafeMutableBytes(of: &quiet.c_cc) { keys in
        for key in [VSUSP, VQUIT] { keys[Int(key)] = 0 }
      }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &quiet)
    }
    try output.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Gives the terminal back as it was found.
  func leave() {
    // A terminal that is gone needs nothing.
    try? output.write("\u{1B}[?25h\u{1B}[?1049l")
    if isKeyboard { tcsetattr(STDIN_FILENO, TCSAFLUSH, &found) }
  }

  /// Its size in characters; 80 by 24 if it does not tell.
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
