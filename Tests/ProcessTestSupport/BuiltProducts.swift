// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The folder of the test bundle, and of what else was built.
public let builtProducts = URL(fileURLWithPath: CommandLine.arguments[0])
  .deletingLastPathComponent()

/// Runs `process` and returns what it printed there.
public func output(of process: Process, from stream: ReferenceWritableKeyPath<Process, Any?>) throws
  -> String
{
  let pipe = Pipe()
  process[keyPath: stream] = pipe
  try process.start()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}

/// The compiler's messages about `code` in Swift 6 mode, in a file that imports `module`.
public func diagnostics(of code: String, importing module: String) throws -> String {
  let source = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).swift")
  try "import \(module)\n\(code)\n".write(to: source, atomically: true, encoding: .utf8)
  defer { try? FileManager.default.removeItem(at: source) }
  let compiler = Process()
  compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  compiler.arguments = [
    "swiftc", "-typecheck", "-swift-version", "6",
    "-I", builtProducts.appendingPathComponent("Modules").path, source.path,
  ]
  return try output(of: compiler, from: \.standardError)
}
