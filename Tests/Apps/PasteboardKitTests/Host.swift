// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestSupport

/// A process that does something to the pasteboards of a test: see `PasteboardKitHost`.
///
/// Whatever a test waits for ends: the process ends itself after five minutes. An actor, so that
/// tests on the main actor do not hold it while they wait.
actor Host {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var reader: LineReader

  /// Starts it with arguments that are separated by spaces.
  init(_ arguments: String, in folders: TestFolders) throws {
    reader = LineReader(output.fileHandleForReading)
    process.executableURL = builtProducts.appendingPathComponent("PasteboardKitHost")
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PASTEBOARD_DIRECTORY": folders.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.start()
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
  }

  deinit {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// The next line of its output; nil at the end.
  func nextLine() -> String? {
    reader.next()
  }

  /// The rest of its output.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = nextLine() { lines.append(line) }
    return lines
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Ends its input and returns the rest of its output.
  @discardableResult func finish() throws -> [String] {
    try input.fileHandleForWriting.close()
    let rest = lines()
    process.waitUntilExit()
    return rest
  }

  /// What a process prints from beginning to end.
  static func run(_ arguments: String, in folders: TestFolders) async throws -> [String] {
    try await Host(arguments, in: folders).finish()
  }
}

extension TestFolders {
  /// Waits, off the main actor, until only the lock is left in memory.
  nonisolated func isCleared() async throws -> Bool {
    try settles {
      try FileManager.default.contentsOfDirectory(atPath: "\(path)/memory") == [".lock"]
    }
  }
}
