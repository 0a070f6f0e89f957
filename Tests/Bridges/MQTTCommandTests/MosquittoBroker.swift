// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Synchronization
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
    port = "\(try Self.freePort())"
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

  private static func freePort() throws -> UInt16 {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, length) == 0 ? getsockname(number, $0, &length) : -1
      }
    }
    guard code == 0 else { throw RunningProgram.Problem.missing("a free port") }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// A program of a test, whose output is read line by line; after 60 s it is killed, which ends what
/// waits.
final class RunningProgram {
  private let process = Process()
  private var lines: LineReader
  private let deadline: DispatchWorkItem

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
  ///   - input: its standard input; nil for an empty one
  /// - Throws: an error if it cannot be started
  init(
    _ program: String, _ arguments: [String], bus: String? = nil, readingErrors: Bool = false,
    input: Pipe? = nil
  ) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let ours = builtProducts.appendingPathComponent(program).path
    process.arguments =
      [FileManager.default.isExecutableFile(atPath: ours) ? ours : program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DBUS_SESSION_BUS_ADDRESS": bus ?? "unix:path=/"]
    ) { $1 }
    let pipe = Pipe()
    // Otherwise programs that are started later would hold it open.
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = readingErrors ? FileHandle.nullDevice : pipe
    process.standardError = readingErrors ? pipe : FileHandle.nullDevice
    lines = LineReader(pipe.fileHandleForReading)
    // A thread of Dispatch's blocks signals, and so would its children.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    try process.run()
    // Also one that hears no other signal.
    deadline = DispatchWorkItem { [process] in
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    DispatchQueue.global().asyncAfter(deadline: Deadline.dispatch, execute: deadline)
  }

  deinit {
    _ = finish(after: SIGKILL)
  }

  /// Waits for the next line that is as `isSo` says.
  @discardableResult
  func line(where isSo: (String) -> Bool) throws -> String {
    var others: [String] = []
    while let line = lines.next() {
      if isSo(line) { return line }
      others.append(line)
    }
    throw Problem.missing(others.joined(separator: "\n"))
  }

  /// The most memory that it has had at once, in bytes; nil if it has ended.
  var peakMemory: Int? {
    let file = "/proc/\(process.processIdentifier)/status"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
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
  /// - Returns: its exit status, and what was not read of its output
  func finish(after signal: Int32? = nil) -> (status: Int32, rest: String) {
    if let signal, process.isRunning { kill(process.processIdentifier, signal) }
    var rest: [String] = []
    while let line = lines.next() { rest.append(line) }
    process.waitUntilExit()
    deadline.cancel()
    return (process.terminationStatus, rest.joined(separator: "\n"))
  }
}
