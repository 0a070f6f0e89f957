// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// One of the package's commands, running as a user would run it.
///
/// Whatever a test waits for has a deadline: a command that takes five minutes is killed, which
/// shows as an end of its output and as a status of nil.
package final class RunningCommand {
  /// The root of the package, where commands are run.
  package static let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the command `name` is; a path stays what it is.
  package static func url(of name: String) -> URL {
    // The test bundle lies beside the commands.
    name.hasPrefix("/")
      ? URL(fileURLWithPath: name)
      : builtProducts.appendingPathComponent(name)
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors: URL
  private var reader: LineReader
  /// Has no writer once the command has ended.
  private let ended = Pipe()

  /// Starts the command `name`, with its output going to `target` or else to ``nextLine()``, its
  /// standard error to `log` or else to ``errorLine(containing:)``, with what a shell makes of
  /// `redirection`, and with `variables` in its environment.
  package init(
    _ name: String, _ arguments: [String], output target: Any? = nil, errors log: Any? = nil,
    through redirection: String? = nil, environment variables: [String: String] = [:]
  ) throws {
    reader = LineReader(output.fileHandleForReading)
    let command = Self.url(of: name)
    if let redirection {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "exec \"$0\" \"$@\" \(redirection)", command.path] + arguments
    } else {
      process.executableURL = command
      process.arguments = arguments
    }
    process.currentDirectoryURL = Self.packageRoot
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: errors)
    process.standardInput = input
    process.standardOutput = target ?? output
    process.standardError = try log ?? FileHandle(forWritingTo: errors)
    process.terminationHandler = { [ended] _ in try? ended.fileHandleForWriting.close() }
    try process.start()
    try? input.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
    let pid = process.processIdentifier
    deadline = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: Deadline.dispatch, execute: deadline)
  }

  deinit { try? FileManager.default.removeItem(at: errors) }

  private let deadline: DispatchWorkItem

  /// Writes `text` to its standard input.
  package func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Ends its standard input.
  package func closeInput() throws {
    try input.fileHandleForWriting.close()
  }

  /// Reads its output no more.
  package func closeOutput() {
    try? output.fileHandleForReading.close()
  }

  /// Sends it the signal `number`.
  package func send(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits until one of its threads waits in `poll`; false if it ended instead.
  package func waitUntilPolling() -> Bool {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return settles {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      let calls = threads.compactMap {
        try? String(contentsOfFile: "\(tasks)/\($0)/wchan", encoding: .utf8)
      }
      // Dispatch itself waits in epoll.
      return calls.contains { $0.contains("poll") && !$0.contains("ep") } || !process.isRunning
    } && process.isRunning
  }

  /// Waits for a line with `text` on its standard error; nil if it ended without.
  package func errorLine(containing text: String) -> String? {
    let written = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(written) }
    inotify_add_watch(written, errors.path, UInt32(IN_MODIFY))
    while true {
      // Before the look: what it wrote at its end counts.
      let isRunning = process.isRunning
      let lines = (try? String(contentsOf: errors, encoding: .utf8))?.split(separator: "\n") ?? []
      if let line = lines.first(where: { $0.contains(text) }) { return String(line) }
      guard isRunning else { return nil }
      var wishes = [written, ended.fileHandleForReading.fileDescriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&wishes, 2, Deadline.milliseconds) > 0 else { return nil }
      var events = [UInt8](repeating: 0, count: 4096)
      if wishes[0].revents != 0 { _ = read(written, &events, events.count) }
    }
  }

  /// The next line of its output, without the newline; nil at the end.
  package func nextLine() -> String? {
    reader.next()
  }

  /// The number of bytes that wait in the pipe of its output.
  package var unreadBytes: Int { reader.unreadBytes }

  /// The number of its process.
  package var id: pid_t { process.processIdentifier }

  /// A Boolean value that indicates whether it has not ended.
  package var isRunning: Bool { process.isRunning }

  /// The lines of its output up to one that contains `text`, or to the end.
  package func lines(upTo text: String? = nil) -> [String] {
    var lines: [String] = []
    while let line = nextLine() {
      lines.append(line)
      if let text, line.contains(text) { break }
    }
    return lines
  }

  /// Waits for its end: the exit status (nil if a signal killed it) and what it said on standard
  /// error.
  package func finish() throws -> (status: Int32?, errors: String) {
    process.waitUntilExit()
    deadline.cancel()
    return (
      process.terminationReason == .exit ? process.terminationStatus : nil,
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// Waits for its end: the exit status, the rest of its output, and what its standard error has.
  package func outcome() throws -> (status: Int32?, output: [String], errors: String) {
    let output = lines()
    let (status, errors) = try finish()
    return (status, output, errors)
  }

  /// Ends it by SIGTERM; its status.
  package func end() throws -> Int32? {
    send(SIGTERM)
    return try outcome().status
  }

  /// Runs a command to its end, with `text` on its standard input.
  package static func run(
    _ name: String, _ arguments: String..., input text: String = "",
    environment variables: [String: String] = [:]
  ) throws -> (status: Int32?, output: [String], errors: String) {
    let command = try RunningCommand(name, arguments, environment: variables)
    // A command that does not read its input may have closed it.
    try? command.write(text)
    try? command.closeInput()
    return try command.outcome()
  }
}

extension RunningCommand: CustomReflectable {
  /// Nothing of it: a failed expectation looks at all that it is about, and a part of a process
  /// crashes that.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
