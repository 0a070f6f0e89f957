// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits) struct DaemonTests {
  @Test("the same events as replay", arguments: ReplayTests.samples)
  func sameAsReplay(_ name: String) throws {
    let file = "samples/\(name).csv"
    let daemon = try RunningCommand.run(
      "motiond", "--bus", "none", "--print", "json", "--source", file)
    let replay = try RunningCommand.run("motionctl", "replay", "--format", "json", file)
    #expect(daemon.status == 0)
    #expect(daemon.output == replay.output)
  }

  @Test("SIGINT and SIGTERM end it with the shake cancelled", arguments: [2, 15])
  func signals(_ signal: Int32) throws {
    let sample = RunningCommand.packageRoot.appendingPathComponent("samples/short-shake.csv")
    let text = try String(contentsOf: sample, encoding: .utf8)
    let command = try RunningCommand("motiond", ["--bus", "none", "--source", "-"])
    // Half a shake; the rest never comes, and the input stays open.
    try command.write(text.split(separator: "\n").prefix(140).joined(separator: "\n") + "\n")
    #expect(command.nextLine() == "-: 1.220 s  shake began")
    command.send(signal)
    #expect(command.nextLine()?.hasSuffix("shake cancelled: the readings broke off") == true)
    #expect(command.nextLine() == nil)
    let result = try command.finish()
    #expect(result.status == 0)
    #expect(result.errors.contains("stopped by a signal"))
    // Its own messages are not those of a library.
    #expect(!result.errors.contains("a library: "))
  }

  @Test("a signal right after the start is not lost")
  func earlySignal() throws {
    for _ in 0..<10 {
      let command = try RunningCommand(
        "motiond", ["--bus", "none", "--source", "-"], through: "2>&1")
      #expect(command.nextLine()?.contains("started") == true)
      command.send(SIGTERM)
      #expect(command.nextLine()?.contains("stopped by a signal") == true)
      #expect(try command.finish().status == 0)
    }
  }

  @Test("a pipe without a writer yet does not hold up a signal")
  func emptyPipe() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    #expect(mkfifo(path.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: path) }
    let command = try RunningCommand(
      "motiond", ["--bus", "none", "--source", path.path], through: "2>&1")
    #expect(command.nextLine()?.contains("started") == true)
    command.send(SIGTERM)
    #expect(command.nextLine()?.contains("stopped by a signal") == true)
    #expect(try command.finish().status == 0)
  }

  /// A motiond that reads its input, in which a shake began, and the lines of the rest of it.
  private func shaking() throws -> (RunningCommand, rest: ArraySlice<Substring>) {
    let sample = RunningCommand.packageRoot.appendingPathComponent("samples/short-shake.csv")
    let lines = try String(contentsOf: sample, encoding: .utf8).split(separator: "\n")
    let command = try RunningCommand("motiond", ["--bus", "none", "--source", "-"])
    try command.write(lines.prefix(140).joined(separator: "\n") + "\n")
    #expect(command.nextLine() == "-: 1.220 s  shake began")
    return (command, lines.dropFirst(140))
  }

  @Test("input that stalls in a shake cancels it, and what comes later is another story")
  func stall() throws {
    let (command, rest) = try shaking()
    // Nothing more is written, and the pipe stays open.
    #expect(command.nextLine()?.hasSuffix("shake cancelled: the readings broke off") == true)
    try command.write(rest.joined(separator: "\n") + "\n")
    try command.closeInput()
    _ = command.lines()
    #expect(try command.finish().status == 0)
  }

  @Test("input that stalls within a line cancels a shake too")
  func stallWithinLine() throws {
    let (command, rest) = try shaking()
    // It is read alone, and has no whole reading; the rest of the line never comes.
    try command.write(String(try #require(rest.first).prefix(5)))
    #expect(command.nextLine()?.hasSuffix("shake cancelled: the readings broke off") == true)
    command.send(SIGTERM)
    #expect(command.nextLine() == nil)
    #expect(try command.finish().status == 0)
  }
}
