// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits, .enabled(if: PrivateBus.isInstalled))
struct CaptureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A daemon that has reported a shake.
  private func daemonAfterShake(_ arguments: String...) throws -> BusDaemon {
    let daemon = try BusDaemon(arguments)
    let monitor = try daemon.monitor("--format", "json")
    try daemon.shake()
    #expect(monitor.events().count == 2)
    #expect(try monitor.end() == 0)
    return daemon
  }

  @Test("the latest readings become a recording with the same motions, even without a claim")
  func file() throws {
    let daemon = try daemonAfterShake()
    let result = try daemon.motionctl("capture", "-o", "-")
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
    let daemon = try daemonAfterShake()
    for label in ["shake", "shake", "other"] {
      let result = try daemon.motionctl("capture", "--label", label, "--to", folder.path)
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
    let whole = "file,motion\na.csv,shake\n"
    let index = try folder.write(whole + "shake-2026", to: "index.csv")
    let daemon = try daemonAfterShake()
    let result = try daemon.motionctl("capture", "--label", "other", "--to", folder.path)
    #expect(result.status == 0)
    #expect(result.errors.contains("was cut, and is removed: 'shake-2026'"))
    let lines = try String(contentsOfFile: index, encoding: .utf8)
    #expect(lines.hasPrefix(whole + "other-"))
    #expect(lines.hasSuffix(",other\n"))
    #expect(lines.split(separator: "\n").count == 3)
  }

  @Test("a folder with another index is left alone")
  func otherIndex() throws {
    _ = try folder.write("name,kind\n", to: "index.csv")
    let daemon = try daemonAfterShake()
    let result = try daemon.motionctl("capture", "--label", "shake", "--to", folder.path)
    #expect(result.status == 65)
    #expect(result.errors.contains("expected the columns file and motion"))
    #expect(try folder.names() == ["index.csv"])
  }

  @Test("a daemon that keeps nothing, or has nothing, says so")
  func nothing() throws {
    for (daemon, words) in [
      (try daemonAfterShake("--no-capture"), "it runs with --no-capture"),
      (try BusDaemon(), "motiond has sampled nothing yet"),
    ] {
      let result = try daemon.motionctl("capture", "-o", "-")
      #expect(result.status == 69)
      #expect(result.errors.contains(words))
    }
  }
}
