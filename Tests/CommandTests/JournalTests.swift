// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

/// The lines of a command whose standard error is the journal of systemd.
@Suite(.waits) struct JournalTests {
  /// Runs motiond with its standard error in a file; `isJournal` to have systemd's variable name
  /// that file.
  private static func lines(of arguments: [String], isJournal: Bool) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let device = try #require(attributes[.systemNumber] as? NSNumber).uint64Value
    let inode = try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
    let command = try RunningCommand(
      "motiond", arguments, through: "2>>\(file.path)",
      environment: ["JOURNAL_STREAM": "\(device):\(isJournal ? inode : inode + 1)"])
    _ = try command.finish()
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  private static let played = ["--bus", "none", "--source", "samples/short-shake.csv"]
  private static let failing = ["--bus", "none", "--source", "samples/no-such.csv"]

  @Test("each has the priority of sd-daemon(3), and neither date nor name")
  func priorities() throws {
    let lines = try Self.lines(of: Self.played, isJournal: true)
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("<6>started source=samples/short-shake.csv version=") == true)
    #expect(lines.last == "<6>the readings ended")
    let failure = try Self.lines(of: Self.failing, isJournal: true)
    #expect(failure.count == 1)
    #expect(failure.first?.hasPrefix("<3>cannot open samples/no-such.csv") == true, "\(failure)")
  }

  @Test("a variable that names another file says nothing")
  func inherited() throws {
    let lines = try Self.lines(of: Self.played, isJournal: false)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("info motiond") })
    let failure = try Self.lines(of: Self.failing, isJournal: false)
    #expect(failure.first?.hasPrefix("motiond: cannot open") == true, "\(failure)")
  }
}
