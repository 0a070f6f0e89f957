import Foundation

/// Where the test bundle is, and beside it what else was built.
let builtProducts = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

/// Runs `process` and returns what it printed there.
func output(of process: Process, from stream: ReferenceWritableKeyPath<Process, Any?>) throws
  -> String
{
  let pipe = Pipe()
  process[keyPath: stream] = pipe
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}
