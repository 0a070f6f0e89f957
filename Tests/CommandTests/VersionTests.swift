// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

/// The version of LinuxSupport, in the commands and in the files that name it too.
@Suite(.waits) struct VersionTests {
  private func lines(of path: String) throws -> [String] {
    let file = RunningCommand.packageRoot.appendingPathComponent(path)
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  @Test("--version", arguments: ["motiond", "motionctl", "motion-demo"])
  func commands(_ name: String) throws {
    let command = try RunningCommand.run(name, "--version")
    #expect(command.status == 0)
    #expect(command.output.first?.hasPrefix("\(name) \(version) (libiio ") == true)
  }

  @Test("the last release in the changelog")
  func changelog() throws {
    let headings = try lines(of: "CHANGELOG.md").filter { $0.hasPrefix("## ") }
    #expect(headings.first == "## [Unreleased]")
    let release = try #require(headings.dropFirst().first)
    #expect(release.wholeMatch(of: /## \[(.+)\] - \d{4}-\d\d-\d\d/)?.output.1 == version[...])
  }

  @Test("the Debian package, which may add what it changed, such as 0.1.0-1+shop1")
  func package() throws {
    let first = try #require(try lines(of: "debian/changelog").first)
    let entry = try #require(first.wholeMatch(of: /motiond \(([^-+~)]+)-[^)]+\) .*/))
    #expect(entry.output.1 == version[...])
  }

  @Test(
    "those that do not say which libiio they link",
    arguments: ["motion-lab", "motiond-sensor-proxy", "shake-to-undo"])
  func others(_ name: String) throws {
    let command = try RunningCommand.run(name, "--version")
    #expect(command.status == 0)
    #expect(command.output == ["\(name) \(version)"])
  }

  @Test("the manual pages")
  func manual() throws {
    let folder = RunningCommand.packageRoot.appendingPathComponent("Packaging/data/man")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(pages.contains("libmotion.3"))
    for page in pages {
      let title = try lines(of: "Packaging/data/man/\(page)").first
      #expect(title?.contains("\"\(page.dropLast(2)) \(version)\"") == true, "\(page)")
    }
  }
}
