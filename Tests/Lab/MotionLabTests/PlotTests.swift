// SPDX-License-Identifier: Apache-2.0

import Commands
import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits) struct PlotTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString)

  /// Runs `motion-lab plot` with the output `name` in a folder of its own.
  private func plot(
    _ name: String, _ arguments: String..., environment: [String: String] = [:]
  ) throws -> (status: Int32?, errors: String, picture: Data?) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent(name).path
    let command = try RunningCommand(
      "motion-lab", ["plot", "-o", path] + arguments, environment: environment)
    try? command.closeInput()
    _ = command.lines()
    let (status, errors) = try command.finish()
    return (status, errors, FileManager.default.contents(atPath: path))
  }

  @Test("the ending of the name decides the format")
  func formats() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let svg = try plot("a.svg", "samples/short-shake.csv")
    #expect((svg.status, svg.errors) == (0, ""))
    #expect(svg.picture?.starts(with: Data("<svg ".utf8)) == true)
    let html = try plot("a.html", "samples/short-shake.csv", "samples/walk.csv", "--motions", "all")
    #expect(html.status == 0)
    #expect(html.picture?.starts(with: Data("<!DOCTYPE html>".utf8)) == true)
    #expect(try plot("a.gif", "samples/short-shake.csv").status == 64)
  }

  @Test("more readings than can be held are refused: a pipe may never end", .exits)
  func endless() async {
    // In a process of its own, whose signals are handled from then on.
    await #expect(processExitsWith: .success) {
      let signals = try StopSignals()
      let path = "samples/short-shake.csv"
      let count = try SourcePlayer.readings(of: path, signals)?.count ?? 0
      let whole = try SourcePlayer.readings(of: path, atMost: count, signals)
      let failure = #expect(throws: Failure.self) {
        _ = try SourcePlayer.readings(of: path, atMost: count - 1, signals)
      }
      #expect(whole?.count == count && count > 1)
      #expect(failure?.description.contains("more than \(count - 1) readings") == true)
    }
  }

  @Test("a part of a recording, in seconds, minutes or hours")
  func part() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let part = try plot("a.html", "samples/short-shake.csv", "--from", "1", "--to", "0.04min")
    #expect((part.status, part.errors) == (0, ""))
    let page = String(decoding: part.picture ?? Data(), as: UTF8.self)
    #expect(page.contains("t:[1,1.01,") && page.contains(",2.39],"))
    let none = try plot("b.svg", "samples/short-shake.csv", "--from", "2h")
    #expect(none.status == 65)
    #expect(none.errors.hasSuffix("short-shake.csv: no readings between --from and --to\n"))
    #expect(try plot("c.svg", "samples/short-shake.csv", "--from", "soon").status == 64)
    #expect(try plot("c.svg", "samples/short-shake.csv", "--from", "3", "--to", "2").status == 64)
  }

  @Test("a PNG comes from rsvg-convert; without it the message names the package")
  func png() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = try plot("a.png", "samples/short-shake.csv", environment: ["PATH": "/nowhere"])
    #expect(missing.status == 69)
    #expect(
      missing.errors
        == "motion-lab plot: the program rsvg-convert is missing: apt-get install librsvg2-bin\n")
    #expect(missing.picture == nil)
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert") else { return }
    let png = try plot("b.png", "samples/short-shake.csv")
    #expect((png.status, png.errors) == (0, ""))
    #expect(png.picture?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }

  @Test("a picture that exists stays, but with --force; a bad recording is named")
  func refusals() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try plot("a.svg", "samples/walk.csv").status == 0)
    let again = try plot("a.svg", "samples/walk.csv")
    #expect(again.status == 1)
    #expect(again.errors.hasSuffix("File exists; give --force, or choose another name\n"))
    #expect(try plot("a.svg", "samples/walk.csv", "--force").status == 0)
    let bad = try plot("b.svg", "Package.swift")
    #expect(bad.status == 65)
    #expect(bad.errors.hasPrefix("motion-lab plot: Package.swift:1:1: "))
    #expect(bad.picture == nil)
  }
}
