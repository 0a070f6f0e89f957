// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import LinuxSupport
import ProcessTestSupport
import TestSupport

/// An example in another language, running on a private bus as its session bus.
///
/// One that takes longer than 60 s is killed, which shows as the end of its output.
final class ExampleProgram {
  private static let folder = RunningCommand.packageRoot.appending(path: "Examples")

  /// What the examples are written in.
  enum Language: String, CaseIterable {
    case python, c

    /// Whether it can be run here.
    var isInstalled: Bool {
      switch self {
      case .python: succeeds("/usr/bin/python3", ["-c", "from gi.repository import Gio"])
      case .c: succeeds("/usr/bin/env", ["gcc", "--version"])
      }
    }
  }

  private let command: RunningCommand
  private let program = FileManager.default.temporaryDirectory
    .appending(path: "shake_undo-\(UUID().uuidString)")

  /// Starts the example in `language`, having compiled it if need be.
  init(_ language: Language, on bus: PrivateBus) throws {
    let path: String
    switch language {
    case .python:
      path = Self.folder.appending(path: "Python/shake_undo.py").path
    case .c:
      try Self.compile(to: program)
      path = program.path
    }
    command = try RunningCommand(
      path, ["--bus", "session"], through: "2>&1",
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  deinit {
    try? FileManager.default.removeItem(at: program)
    // A child of a dispatch thread has every other signal blocked.
    command.send(SIGKILL)
    _ = try? command.finish()
  }

  /// The next line of its output and its errors; nil at the end.
  func nextLine() -> String? {
    command.nextLine()
  }

  /// Compiles the C example as its second line says, with warnings as errors.
  private static func compile(to program: URL) throws {
    let source = folder.appending(path: "C/shake_undo.c")
    let command = """
      gcc -Wall -Wextra -Wno-unused-parameter -Werror -o "$0" "$1" \
      $(pkg-config --cflags --libs libsystemd)
      """
    guard succeeds("/bin/sh", ["-c", command, program.path, source.path]) else {
      throw Problem.notCompiled
    }
  }

  enum Problem: Error {
    case notCompiled
  }
}

/// Whether a command ends with status 0.
private func succeeds(_ command: String, _ arguments: [String]) -> Bool {
  let process = Process()
  process.executableURL = URL(filePath: command)
  process.arguments = arguments
  process.standardOutput = FileHandle.nullDevice
  guard (try? process.start()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}
