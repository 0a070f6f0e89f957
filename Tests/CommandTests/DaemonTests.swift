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
    // The rest never comes, and the input stays open.
    let command = try shaking()
    command.send(signal)
    #expect(command.nextLine()?.hasSuffix("shake cancelled: the readings broke off") == true)
    #expect(command.nextLine() == nil)
    let result = try command.finish()
    #expect(result.status == 0)
    #expect(result.errors.contains("stopped by a signal"))
    // Its own messages are not those of a library.
    #expect(!result.errors.contains("a library: "))
  }

  /// Starts a motiond that reads `source`, and stops it.
  private func stop(_ source: String) throws {
    let command = try RunningCommand(
      "motiond", ["--bus", "none", "--source", source], through: "2>&1")
    #expect(command.nextLine()?.contains("started") == true)
    command.send(SIGTERM)
    #expect(command.nextLine()?.contains("stopped by a signal") == true)
    #expect(try command.finish().status == 0)
  }

  @Test("a signal right after the start is not lost")
  func earlySignal() throws { for _ in 0..<10 { try stop("-") } }

  @Test("a pipe without a writer yet does not hold up a signal")
  func emptyPipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    try stop(folder.file("pipe"))
    withExtendedLifetime(folder) {}
  }

  /// A motiond that reads its input, in which a shake began.
  private func shaking() throws -> RunningCommand {
    let command = try RunningCommand("motiond", ["--bus", "none", "--source", "-"])
    try command.write(Samples.halfAShake())
    #expect(command.nextLine() == "-: 1.220 s  shake began")
    return command
  }

  @Test(
    "input that stalls in a shake cancels it, also within a line; what comes later is another story",
    arguments: [0, 5])
  func stall(_ count: Int) throws {
    let command = try shaking()
    let rest =
      try Samples.shortShake().split(separator: "\n").dropFirst(140)
      .joined(separator: "\n") + "\n"
    // It is read alone, and has no whole reading. Nothing more is written, and the pipe stays open.
    try command.write(String(rest.prefix(count)))
    #expect(command.nextLine()?.hasSuffix("shake cancelled: the readings broke off") == true)
    try command.write(String(rest.dropFirst(count)))
    try command.closeInput()
    #expect(try command.outcome().status == 0)
  }
}
