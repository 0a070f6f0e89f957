// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// What becomes of a command whose output cannot be written.
@Suite(.waits) struct OutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The lines that come out of `pipe`, which was full before they were written.
  private func lines(in pipe: Pipe) throws -> [String] {
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: output.drop { $0 == 0 }, as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  @Test(
    "a closed pipe ends it quietly",
    arguments: [
      ["motionctl", "replay", "samples/short-shake.csv"],
      ["motion-demo", "samples/short-shake.csv"],
      ["motiond", "--bus", "none", "--source", "samples/short-shake.csv"],
    ])
  func closedPipe(_ words: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let command = try RunningCommand(
      words[0], Array(words.dropFirst()), output: pipe.fileHandleForWriting)
    let result = try command.finish()
    #expect(result.status == 0)
    // Only the daemon's log of its start.
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("info motiond") })
  }

  @Test("a signal ends it though its output is not read")
  func stalledReader() throws {
    let pipe = try fullPipe()
    let command = try RunningCommand(
      "motiond", ["--bus", "none", "--source", "samples/short-shake.csv"],
      output: pipe.fileHandleForWriting)
    // A file is always ready, so the one thing it can wait for is room in the pipe.
    #expect(command.waitUntilPolling())
    command.send(SIGTERM)
    #expect(try command.finish().status == 0)
    try pipe.fileHandleForReading.close()
  }

  @Test("a stuck reader holds up no statistics, and no event is dropped for it")
  func stalledStatistics() throws {
    let pipe = try fullPipe()
    let command = try RunningCommand(
      "motiond", ["--bus", "none", "--source", "samples/short-shake.csv"],
      output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    // From then on a signal is heard.
    #expect(command.errorLine(containing: "started") != nil)
    #expect(command.waitUntilPolling())
    command.send(SIGUSR1)
    #expect(command.errorLine(containing: " readings, 0 of them dropped") != nil)
    let lines = try lines(in: pipe)
    #expect(lines.count == 2)
    #expect(lines.last?.contains("shake ended") == true)
    #expect(try command.finish().status == 0)
  }

  @Test("a bad line ends it after the events before are printed, however slow their reader is")
  func badLine() throws {
    let text = try Samples.shortShake()
    let file = try folder.write(text + "oops\n")
    let pipe = try fullPipe()
    let command = try RunningCommand(
      "motiond", ["--bus", "none", "--print", "json", "--source", file],
      output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    // The readings are on their way when it waits, and then they are counted before the answer.
    #expect(command.errorLine(containing: "started") != nil)
    #expect(command.waitUntilPolling())
    command.send(SIGUSR1)
    #expect(command.errorLine(containing: " 300 readings, 0 of them dropped") != nil)
    #expect(try lines(in: pipe).compactMap { EventJSON($0)?.phase } == ["began", "ended"])
    let result = try command.finish()
    #expect(result.status == 65)
    let line = text.split(separator: "\n").count + 1
    #expect(result.errors.contains("motiond: \(file):\(line):1: 1 field where"))
  }

  @Test(
    "a limit of the size of files ends it with the reason, after a whole line",
    // The thread sanitizer's own memory is a file.
    .disabled(if: ProcessInfo.processInfo.environment["MOTION_MUTEX"] != nil))
  func fileSizeLimit() throws {
    let file = folder.file("out")
    let command = try RunningCommand(
      "/bin/sh",
      [
        "-c", #"ulimit -f 1; exec "$0" replay --format json samples/*.csv >"$1""#,
        RunningCommand.url(of: "motionctl").path, file,
      ])
    let result = try command.finish()
    #expect(result.status == 1)
    #expect(
      result.errors == "motionctl replay: cannot write to standard output: File too large\n")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasSuffix("}\n"))
  }

  @Test("too few descriptors end it with the reason", arguments: ["replay", "list"])
  func fewDescriptors(_ name: String) throws {
    let command = try RunningCommand(
      "/bin/sh",
      [
        "-c", #"ulimit -n 5; exec "$0" "$@""#, RunningCommand.url(of: "motionctl").path, name,
      ] + (name == "replay" ? ["samples/short-shake.csv"] : []))
    let result = try command.finish()
    #expect(result.status == 1)
    #expect(
      result.errors == "motionctl \(name): the process may open 5 files, and needs 32: "
        + "raise the limit (ulimit -n)\n")
  }

  @Test("a full disk is an error")
  func full() throws {
    let device = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let command = try RunningCommand(
      "motionctl", ["replay", "samples/short-shake.csv"], output: device)
    let result = try command.finish()
    #expect(result.status == 1)
    #expect(
      result.errors
        == "motionctl replay: cannot write to standard output: No space left on device\n")
  }

  @Test("help", arguments: ["motiond", "motionctl"])
  func help(_ name: String) throws {
    let help = try RunningCommand.run(name, "--help")
    #expect(help.status == 0)
    #expect(help.output.contains { $0.contains("Exit status: 0 done; 64 wrong usage") })
  }
}
