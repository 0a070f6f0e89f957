// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestSupport

@testable import DesktopInput

/// A program that runs as long as this object, and whose lines are read.
final class ChildProgram {
  let process = Process()
  private let output = Pipe()
  private var lines: LineReader

  /// The path of `program`; nil if it is not installed.
  static func path(_ program: String) -> String? {
    guard !program.hasPrefix("/") else { return program }
    return ["/usr/bin/\(program)", "/usr/sbin/\(program)"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Starts `command`, with `environment` beside that of the tests.
  init(
    _ command: [String], _ environment: [String: String?] = [:], errors: Bool = false
  ) throws {
    guard let program = command.first, let path = Self.path(program) else {
      throw Problem.missing(command.first ?? "")
    }
    process.executableURL = URL(filePath: path)
    process.arguments = Array(command.dropFirst())
    var whole = ProcessInfo.processInfo.environment
    for (name, value) in environment { whole[name] = value }
    process.environment = whole
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors ? output : FileHandle.nullDevice
    lines = LineReader(output.fileHandleForReading)
    try process.start()
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// A problem with a program.
  enum Problem: Error {
    case missing(String)
    case failed([String])
    case ended
  }

  /// Waits for the next line; the program is killed after `seconds` without one.
  func line(within seconds: Int32 = 120) throws -> String {
    var wish = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if lines.unreadBytes == 0, poll(&wish, 1, seconds * 1000) == 0 {
      kill(process.processIdentifier, SIGKILL)
    }
    guard let line = lines.next() else { throw Problem.ended }
    return line
  }

  /// Waits for a line that `pattern` matches, and returns it.
  func line(containing pattern: String) throws -> String {
    while true {
      let line = try line()
      if line.contains(pattern) { return line }
    }
  }

  /// Runs `command` to its end, and returns what it printed.
  @discardableResult
  static func run(_ command: [String], _ environment: [String: String?] = [:]) throws -> String {
    let child = try ChildProgram(command, environment)
    let data = try child.output.fileHandleForReading.readToEnd() ?? Data()
    child.process.waitUntilExit()
    guard child.process.terminationStatus == 0 else { throw Problem.failed(command) }
    return String(decoding: data, as: UTF8.self)
  }
}

extension KeySender {
  /// Settles, and presses `stroke`, as the agent does.
  func type(_ stroke: KeyStroke) throws(DesktopError) {
    try settle()
    try send(stroke, to: nil) {}
  }
}
