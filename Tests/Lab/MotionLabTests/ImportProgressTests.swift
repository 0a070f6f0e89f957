// SPDX-License-Identifier: Apache-2.0

import Commands
import Foundation
import Glibc
import ProcessTestSupport
import TestTraits
import Testing

/// The progress line of work that takes long.
@Suite(.waits) struct ImportProgressTests {
  /// Standard error as a terminal, of which the test has the keyboard's end.
  private final class Terminal {
    private let keyboard: Int32
    private let terminal: Int32
    let path: String

    init() throws {
      var (keyboard, terminal) = (Int32(-1), Int32(-1))
      var name = [CChar](repeating: 0, count: 64)
      try #require(openpty(&keyboard, &terminal, &name, nil, nil) == 0)
      for each in [keyboard, terminal] { _ = fcntl(each, F_SETFD, FD_CLOEXEC) }
      (self.keyboard, self.terminal) = (keyboard, terminal)
      path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { for each in [keyboard, terminal] { close(each) } }

    /// What comes within some milliseconds; empty if nothing does.
    func text() -> String {
      var ready = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      guard poll(&ready, 1, 10) == 1 else { return "" }
      let count = read(keyboard, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  private static let header = "time (s),x (m/s^2),y (m/s^2),z (m/s^2)\n"

  /// Part `number` of an export at 100 Hz: 1000 rows, which are more than 20,000 bytes.
  private func part(_ number: Int) -> String {
    (number * 1000..<(number + 1) * 1000).map { "\(Double($0) / 100),0.125,-0.25,9.8125\n" }
      .joined()
  }

  @Test("none in the first second, then at most five a second; one that stands is removed once")
  func pace() {
    let start = ContinuousClock.now
    var pace = ProgressPace(from: start)
    func shows(_ milliseconds: Int) -> Bool { pace.shows(at: start + .milliseconds(milliseconds)) }
    func clears() -> Bool { pace.clears() }
    #expect(!shows(1000))
    #expect(!clears())
    #expect(shows(1001))
    #expect(!shows(1201))
    #expect(shows(1202))
    #expect(clears())
    #expect(!clears())
    #expect(shows(1203))
  }

  @Test("a terminal shows the megabytes that were read, until the report; a pipe the report alone")
  func importing() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func start(_ name: String, _ redirection: String) throws -> RunningCommand {
      let output = folder.appendingPathComponent(name).path
      return try RunningCommand(
        "motion-lab", ["import", "-", "-o", output], through: redirection)
    }
    let terminal = try Terminal()

    // First, and more than a pipe holds: it has begun to read when the other starts.
    let piped = try start("piped.csv", "2>&1")
    try piped.write(Self.header)
    for number in 0..<5 { try piped.write(part(number)) }

    let command = try start("shown.csv", "2> \(terminal.path)")
    try command.write(Self.header)
    var (text, number) = ("", 0)
    // A bound, so that it fails before the command is killed, whose pipe would kill the test.
    while !text.contains(" MB"), number < 500 {
      try command.write(part(number))
      number += 1
      text += terminal.text()
    }
    #expect(text.hasPrefix("\r\u{1B}[Kmotion-lab import: -: "), "\(text)")
    try command.closeInput()
    while command.isRunning { text += terminal.text() }
    text += terminal.text()
    #expect(try command.finish().status == 0)
    let report = text.split(separator: "\r\u{1B}[K").last ?? ""
    #expect(report.contains("\(number * 1000) readings in"), "\(text)")
    #expect(!report.contains(" MB"))

    // The same time has passed here, and it reads on.
    for number in 5..<10 { try piped.write(part(number)) }
    try piped.closeInput()
    let lines = piped.lines()
    #expect(try piped.finish().status == 0)
    #expect(lines.contains { $0.contains("10000 readings in") }, "\(lines)")
    #expect(!lines.contains { $0.contains("\u{1B}") || $0.contains(" MB") }, "\(lines)")
  }
}
