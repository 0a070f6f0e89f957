// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// Files that commands write appear whole or not at all.
@Suite(.waits) struct WholeFileTests {
  /// What a command left of a folder on a file system of two pages, which has the file `old.csv`.
  private struct Outcome {
    var status: Int32?
    var errors: String
    /// The contents by name, as far as they are short.
    var files: [String: String]
  }

  /// Runs `words`, in which `DIR` is the folder.
  private func run(_ words: [String]) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      mount -t tmpfs -o size=8k none "$0" || exit 99
      echo old > "$0/old.csv"
      "$@"; status=$?
      cd "$0"; for file in *; do echo "$file $(head -c 20 "$file" | head -n 1)"; done
      exit $status
      """
    let words = words.map { $0.replacingOccurrences(of: "DIR", with: folder.path) }
    let program = RunningCommand.url(of: words[0]).path
    let command = try RunningCommand(
      "/usr/bin/unshare",
      ["--mount", "sh", "-c", script, folder.path, program]
        + words.dropFirst())
    let lines = command.lines()
    let (status, errors) = try command.finish()
    let files = lines.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    return Outcome(
      status: status, errors: errors,
      files: Dictionary(files.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 })
  }

  @Test(
    "a full disk leaves what was there, and nothing new",
    .enabled(if: geteuid() == 0, "only root can mount a small file system"),
    arguments: [
      "import samples/short-shake.csv -o DIR/new.csv",
      "import samples/short-shake.csv -o DIR/old.csv --force",
      "plot samples/short-shake.csv -o DIR/new.svg",
      "plot samples/short-shake.csv -o DIR/new.html",
    ])
  func fullDisk(_ line: String) throws {
    let outcome = try run(["motion-lab"] + line.split(separator: " ").map(String.init))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("No space left on device"))
    #expect(outcome.files == ["old.csv": "old"])
  }

  @Test(
    "what cannot be recorded again is kept beside, and named",
    .enabled(
      if: geteuid() == 0 && MockedAccelerometer.umockdev != nil,
      "it needs root, and umockdev"))
  func fullDiskRecord() throws {
    let outcome = try run(
      [
        "motion-lab", "mock", "samples/short-shake.csv", "--stop", "--",
        RunningCommand.url(of: "motionctl").path, "record", "DIR/new.csv",
      ])
    #expect(outcome.status == 1)
    #expect(Set(outcome.files.values) == ["old", "# device: mock"])
    let part = try #require(outcome.files.keys.first { $0.hasSuffix(".part") })
    #expect(outcome.errors.contains(part))
    #expect(outcome.files["new.csv"] == nil)
  }

  @Test("a recording that is written over is replaced whole; a link to it stays")
  func overwriting() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, link) = (folder.path + "/a.csv", folder.path + "/link.csv")
    let sample = RunningCommand.packageRoot.path + "/samples/short-shake.csv"
    try Data("old".utf8).write(to: URL(filePath: file))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.csv")
    let command = try RunningCommand("motion-lab", ["import", sample, "-o", link, "--force"])
    #expect(try command.finish().status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.csv")
    let replay = try RunningCommand("motionctl", ["replay", file])
    #expect(replay.lines().count == 2)
    #expect(try replay.finish().status == 0)
  }
}
