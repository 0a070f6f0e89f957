// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestSupport

/// A real mosquitto of a test's own, on a port that was free, which keeps what it has over a
/// restart.
final class MosquittoBroker {
  /// The port.
  let port: String
  /// The folder of its files.
  let folder: URL
  private var running: RunningProgram?

  /// Starts a broker.
  ///
  /// - Parameter settings: lines of its configuration, made of its folder
  /// - Throws: an error if it does not start
  init(_ settings: (URL) throws -> String = { _ in "allow_anonymous true" }) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mosquitto-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let free = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    port = "\(try Loopback.listen(on: free))"
    close(free)
    // As root it would become another user, who may not write here.
    let text = """
      user root
      listener \(port) 127.0.0.1
      persistence true
      persistence_location \(folder.path)/
      \(try settings(folder))
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("conf"))
    try start()
  }

  deinit {
    running = nil
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts it, again after ``stop()``.
  func start() throws {
    let running = try RunningProgram(
      "mosquitto", ["-c", folder.appendingPathComponent("conf").path], readingErrors: true)
    try running.line { $0.hasSuffix("running") }
    self.running = running
    // A signal that comes before its main loop is lost; an answer, be it a refusal, comes from
    // there.
    _ = try RunningProgram("mosquitto_pub", ["-p", port, "-t", "started", "-n"]).finish()
  }

  /// Ends it: all its clients lose their connections.
  func stop() {
    _ = running?.finish(after: SIGTERM)
    running = nil
  }

  /// Subscribes to all topics; what `client` has missed it gets when it is back.
  func subscribe(_ client: String = "test", _ arguments: String...) throws -> RunningProgram {
    let program = try RunningProgram(
      // Line by line, also into a pipe.
      "stdbuf",
      [
        "-oL", "mosquitto_sub", "-p", port, "-t", "#", "-q", "1", "-c", "-i", client, "-d", "-F",
        "message %r %t %p",
      ] + arguments)
    try program.line { $0.contains("received SUBACK") }
    return program
  }
}

/// A program of a test, whose output is read line by line; it ends with this object.
final class RunningProgram {
  private let command: RunningCommand

  enum Problem: Error {
    /// What was waited for did not come; the lines that came instead.
    case missing(String)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its name; one of ours is taken from beside the tests
  ///   - arguments: its arguments
  ///   - bus: the address of the session bus
  ///   - readingErrors: true to read standard error instead of standard output
  /// - Throws: an error if it cannot be started
  init(
    _ program: String, _ arguments: [String], bus: String? = nil, readingErrors: Bool = false
  ) throws {
    let ours = RunningCommand.url(of: program).path
    let isOurs = FileManager.default.isExecutableFile(atPath: ours)
    command = try RunningCommand(
      "/usr/bin/env", [isOurs ? ours : program] + arguments,
      through: "</dev/null " + (readingErrors ? "2>&1 >/dev/null" : "2>/dev/null"),
      environment: [
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DBUS_SESSION_BUS_ADDRESS": bus ?? "unix:path=/",
      ])
  }

  deinit { _ = finish(after: SIGKILL) }

  /// Waits for the next line that is as `isSo` says.
  @discardableResult
  func line(where isSo: (String) -> Bool) throws -> String {
    var others: [String] = []
    while let line = command.nextLine() {
      if isSo(line) { return line }
      others.append(line)
    }
    throw Problem.missing(others.joined(separator: "\n"))
  }

  /// The most memory that it has had at once, in bytes; nil if it has ended.
  var peakMemory: Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(command.id)/status", encoding: .utf8),
      let match = text.firstMatch(of: /VmHWM:\s*(\d+) kB/), let kilobytes = Int(match.1)
    else { return nil }
    return kilobytes << 10
  }

  /// The next messages of a subscriber, up to one with this text.
  @discardableResult
  func messages(upTo text: String) throws -> [String] {
    var messages: [String] = []
    try line { line in
      if line.hasPrefix("message ") { messages.append(String(line.dropFirst(8))) }
      return line.hasPrefix("message ") && line.contains(text)
    }
    return messages
  }

  /// Waits for its end, after a signal.
  ///
  /// - Returns: its exit status, nil after a signal, and what was not read of its output
  func finish(after signal: Int32? = nil) -> (status: Int32?, rest: String) {
    if let signal, command.isRunning { command.send(signal) }
    let outcome = try? command.outcome()
    return (outcome?.status, (outcome?.output ?? []).joined(separator: "\n"))
  }
}
