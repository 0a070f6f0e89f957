// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The journal of systemd: a service begins its lines with their priority, by sd-daemon(3).
public enum Journal {
  /// The priority of a line, by the numbers of syslog(3).
  public enum Priority: Int, Sendable {
    case error = 3
    case warning, notice, info, debug
  }

  /// A Boolean value that indicates whether standard error leads to the journal.
  public static let hasStandardError: Bool = {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return isStream(
      getenv("JOURNAL_STREAM").map { String(cString: $0) }, device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino))
  }()

  /// Returns whether systemd's variable `stream` names the file of this device and inode.
  ///
  /// The variable alone proves little: a shell may have inherited it, with another standard error.
  static func isStream(_ stream: String?, device: UInt64, inode: UInt64) -> Bool {
    stream == "\(device):\(inode)"
  }

  /// Returns `text` with a priority before each of its lines.
  public static func lines(_ text: String, _ priority: Priority) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "<\(priority.rawValue)>\($0)" }.joined(separator: "\n")
  }

  /// Writes `text` in one line of the log of a program that serves, which never waits for a reader.
  package static func log(_ text: String, _ priority: Priority, from program: String) {
    LogOutput.standardError.write(line(text, priority, from: program))
  }

  /// Returns `text` as a line: with its priority if it goes to the journal, or else with the name
  /// of the program.
  ///
  /// It escapes the text, because parts of it come from others.
  static func line(_ text: String, _ priority: Priority, from program: String) -> String {
    let text = text.printable
    return hasStandardError ? lines(text, priority) : "\(program): \(text)"
  }
}
