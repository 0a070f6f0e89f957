// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestSupport

/// The root of motiond's package.
let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A recording that fakes play: a shake of three seconds at 100 Hz.
let sample = "samples/short-shake.csv"

/// A program whose lines of output are read, killed after five minutes.
final class LineProgram {
  private let process = Process()
  private let input = Pipe()
  private var lines: LineReader
  private var errors: LineReader
  private let deadline: DispatchWorkItem

  /// Starts `path`, from the root of the package.
  init(_ path: URL, _ arguments: [String], output: FileHandle? = nil) throws {
    let (output1, errors1) = (Pipe(), Pipe())
    process.executableURL = path
    process.arguments = arguments
    process.currentDirectoryURL = packageRoot
    process.standardInput = input
    process.standardOutput = output ?? output1
    process.standardError = errors1
    lines = LineReader(output1.fileHandleForReading)
    errors = LineReader(errors1.fileHandleForReading)
    try process.start()
    for pipe in [output1, errors1] { try pipe.fileHandleForWriting.close() }
    try input.fileHandleForReading.close()
    let pid = process.processIdentifier
    deadline = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: Deadline.dispatch, execute: deadline)
  }

  deinit {
    deadline.cancel()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  var pid: Int32 { process.processIdentifier }

  /// The next line of its output; nil at the end.
  func nextLine() -> String? { lines.next() }

  /// Waits for a line of its output with `text`; nil at the end.
  func line(with text: String) -> String? {
    while let line = lines.next() { if line.contains(text) { return line } }
    return nil
  }

  /// Waits for a line of its standard error with `text`; nil at the end.
  func error(with text: String) -> String? {
    while let line = errors.next() { if line.contains(text) { return line } }
    return nil
  }

  /// What is left of its standard error.
  func restOfErrors() -> [String] {
    var rest: [String] = []
    while let line = errors.next() { rest.append(line) }
    return rest
  }

  /// Writes a line to its standard input.
  func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Waits for its end, after SIGTERM if `isStopped`; nil if it was killed.
  func finish(stopping isStopped: Bool = false) -> Int32? {
    if isStopped { kill(pid, SIGTERM) }
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }
}

/// The script `fake-phone`, which plays a recording as an app would.
final class FakePhone {
  private let program: LineProgram
  /// The port on which it listens.
  let port: String

  /// A phone, played by steps unless `isRealTime`.
  init(_ options: [String], isRealTime: Bool = false) throws {
    let step = isRealTime ? [] : ["--step", options.contains("sensorserver") ? "0.01" : "0.1"]
    program = try LineProgram(
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("fake-phone"), options + step + [sample])
    port = program.nextLine()?.split(separator: " ").last.map(String.init) ?? ""
  }

  /// Begins what a person or a network does.
  func begin(_ line: String) throws { try program.write(line) }

  /// Does what a person or a network does, and waits until it is done.
  func fault(_ line: String) throws {
    try begin(line)
    _ = program.line(with: "done \(line)")
  }

  /// Waits for a line with `text`, such as a request.
  func line(with text: String) -> String? { program.line(with: text) }

  /// The lines that are left, after its end.
  func rest() throws -> [String] {
    try program.write("end")
    var rest: [String] = []
    while let line = program.nextLine() { rest.append(line) }
    return rest
  }

  /// The bridge, reading this phone.
  func bridge(_ scheme: String = "http", _ options: [String] = ["--interval", "10"]) throws
    -> LineProgram
  {
    try LineProgram(
      builtProducts.appendingPathComponent("phone-accelerometer"),
      ["\(scheme)://127.0.0.1:\(port)"] + options)
  }
}

extension LineProgram {
  /// Reads its recording until it has `count` readings, and stops it.
  func recording(of count: Int) throws -> Recording {
    var text = ""
    var readings = 0
    while readings < count, let line = nextLine() {
      text += line + "\n"
      if line.first?.isNumber == true || line.first == "-" { readings += 1 }
    }
    return try Recording(parsing: Array(text.utf8).span)
  }
}
