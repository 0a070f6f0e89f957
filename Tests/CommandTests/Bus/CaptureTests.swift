// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits, .enabled(if: PrivateBus.isInstalled))
struct CaptureTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// A daemon that has reported a shake.
  private func daemonAfterShake(_ arguments: String...) throws -> BusDaemon {
    let daemon = try BusDaemon(arguments)
    let monitor = try daemon.monitor("--format", "json")
    try daemon.shake()
    for _ in 0..<2 { #expect(monitor.nextLine() != nil) }
    #expect(try monitor.end() == 0)
    return daemon
  }

  private func capture(
    _ daemon: BusDaemon, _ arguments: String...
  ) throws -> (status: Int32?, output: [String], errors: String) {
    let command = try RunningCommand(
      "motionctl", ["capture", "--bus", "session"] + arguments, environment: daemon.environment)
    let output = command.lines()
    let (status, errors) = try command.finish()
    return (status, output, errors)
  }

  @Test("the latest readings become a recording with the same motions, even without a claim")
  func file() throws {
    let daemon = try daemonAfterShake()
    let result = try capture(daemon, "-o", "-")
    #expect(result.status == 0, "\(result.errors)")
    let replay = try RunningCommand.run(
      "motionctl", "replay", "--format", "json", "-",
      input: result.output.joined(separator: "\n") + "\n")
    let original = try RunningCommand.run(
      "motionctl", "replay", "--format", "json", "samples/short-shake.csv")
    #expect(
      replay.output.compactMap(EventJSON.init).map(\.rest)
        == original.output.compactMap(EventJSON.init).map(\.rest))
    #expect(replay.output.count == 2)
  }

  @Test("a labeled one is added to a folder that motion-lab reads")
  func labeled() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let daemon = try daemonAfterShake()
    for label in ["shake", "shake", "other"] {
      let result = try capture(daemon, "--label", label, "--to", folder.path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("is taken to be at") == (label == "shake"))
    }
    let score = try RunningCommand.run(
      "motion-lab", "evaluate", folder.path, "--format", "json")
    #expect(score.status == 0, "\(score.errors)")
    #expect(score.output.joined().contains("\"sources\":{\"capture\":"))
    #expect(score.output.joined().firstMatch(of: /"found":{[^}]*},"hits":2,"total":2}/) != nil)
  }

  @Test("a line of the index that was cut is removed, and said")
  func torn() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let index = folder.appending(path: "index.csv")
    let whole = "file,motion\na.csv,shake\n"
    try Data((whole + "shake-2026").utf8).write(to: index)
    let daemon = try daemonAfterShake()
    let result = try capture(daemon, "--label", "other", "--to", folder.path)
    #expect(result.status == 0)
    #expect(result.errors.contains("was cut, and is removed: 'shake-2026'"))
    let lines = try String(contentsOf: index, encoding: .utf8)
    #expect(lines.hasPrefix(whole + "other-"))
    #expect(lines.hasSuffix(",other\n"))
    #expect(lines.split(separator: "\n").count == 3)
  }

  @Test("a folder with another index is left alone")
  func otherIndex() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let index = folder.appending(path: "index.csv")
    try Data("name,kind\n".utf8).write(to: index)
    let daemon = try daemonAfterShake()
    let result = try capture(daemon, "--label", "shake", "--to", folder.path)
    #expect(result.status == 65)
    #expect(result.errors.contains("expected the columns file and motion"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["index.csv"])
  }

  @Test("a daemon that keeps nothing, or has nothing, says so")
  func nothing() throws {
    let off = try capture(try daemonAfterShake("--no-capture"), "-o", "-")
    #expect(off.status == 69)
    #expect(off.errors.contains("it runs with --no-capture"))
    let empty = try capture(try BusDaemon(), "-o", "-")
    #expect(empty.status == 69)
    #expect(empty.errors.contains("motiond has sampled nothing yet"))
  }
}
