// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The editor, running on a pseudo-terminal of 80x24 as a user runs it.
///
/// Whatever a test waits for has a deadline: after 60 s the editor is killed.
final class EditorProcess {
  private let process = Process()
  private let keyboard: FileHandle
  /// Kept open, so that its settings can be looked at when the editor is gone.
  private let terminal: FileHandle
  private let originalSettings: [UInt8]
  private let deadline: DispatchWorkItem
  private(set) var screen = Screen(rows: 24, columns: 80)

  enum Problem: Error {
    case noTerminal
    /// What was waited for did not come: the screen at the end.
    case missing([String])
  }

  /// The root of the whole repository, where the editor runs.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The built editor, which lies beside the tests.
  static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("ShakeEditor")

  init(_ arguments: String...) throws {
    var (outside, inside): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&outside, &inside, nil, nil, &size) == 0 else { throw Problem.noTerminal }
    // Otherwise editors of other tests would hold it open.
    for end in [outside, inside] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    keyboard = FileHandle(fileDescriptor: outside, closeOnDealloc: true)
    terminal = FileHandle(fileDescriptor: inside, closeOnDealloc: true)
    originalSettings = Self.settings(of: terminal)
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = Self.repository
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PASTEBOARD_DIRECTORY": TestPasteboards.folder]) { $1 }
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    let pid = process.processIdentifier
    deadline = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: deadline)
  }

  /// Whether the terminal's settings are what they were before the editor started.
  var hasOriginalSettings: Bool { Self.settings(of: terminal) == originalSettings }

  /// Types `text`; control characters are keys.
  func type(_ text: String) throws {
    try keyboard.write(contentsOf: Data(text.utf8))
  }

  /// Sends it the signal `number`.
  func send(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Looks at the screen until it is as `isSo` says.
  func wait(until isSo: (Screen) -> Bool) throws {
    while !isSo(screen) {
      var wish = pollfd(fd: keyboard.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, 30_000) == 1 else { throw Problem.missing(screen.lines) }
      screen.show(String(decoding: keyboard.availableData, as: UTF8.self))
    }
  }

  /// Waits until row `number` of the text, from 0, is `line`.
  func wait(forLine line: String, at number: Int = 0) throws {
    try wait { $0.isAlternate && $0.lines[number + 1] == line }
  }

  /// Waits until the last row contains `text`.
  func wait(forStatus text: String) throws {
    try wait { $0.status.contains(text) }
  }

  /// Waits for its end: the exit status; nil if a signal killed it.
  func finish() throws -> Int32? {
    process.waitUntilExit()
    deadline.cancel()
    // It leaves by switching to the other screen, which is still unread, and puts all else back.
    try wait { !$0.isAlternate && !$0.reportsFocus }
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  private static func settings(of terminal: FileHandle) -> [UInt8] {
    var settings = termios()
    tcgetattr(terminal.fileDescriptor, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
}

extension EditorProcess: CustomReflectable {
  /// Nothing: a failed expectation looks into its operands, and to look into a `Process` crashes.
  var customMirror: Mirror { Mirror(self, children: []) }
}
