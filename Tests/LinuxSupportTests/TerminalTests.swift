// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import LinuxSupport

@Suite(.waits) struct TerminalTests {
  @Test("what a terminal would obey is a question mark")
  func printable() {
    #expect("a\u{1B}[31m\nb\u{202E}c\u{2028}é".printable == "a?[31m?b?c?é")
  }

  @Test("of several lines each is one still")
  func printableLines() {
    #expect("a\u{1B}[31m\n\nb\u{202E}\n".printableLines == "a?[31m\n\nb?\n")
  }

  @Test("blanks and line ends around a text go")
  func blanks() {
    #expect(" \ta b\r\n".trimmingBlanks == "a b")
    #expect(" \n".trimmingBlanks == "")
  }

  @Test("columns are below each other, flush right where that is wanted, without blanks at the end")
  func table() {
    #expect(
      textTable([["name", "Hz", "way"], ["bmi160", "100"]], flushRight: 1)
        == ["name     Hz  way", "bmi160  100"])
    #expect(textTable([["a", "b"], ["ccc", ""]]) == ["a    b", "ccc"])
  }

  @Test("each line for the journal has its priority, and the journal is known by file, not by name")
  func journal() {
    #expect(Journal.lines("a\n\nb", .warning) == "<4>a\n<4>\n<4>b")
    #expect(Journal.isStream("8:17", device: 8, inode: 17))
    #expect(!Journal.isStream("8:17", device: 8, inode: 18))
    #expect(!Journal.isStream(nil, device: 8, inode: 17))
  }

  @Test("a terminal that is nearly full takes what it has room for, and nobody waits for it")
  func nearlyFull() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    defer { close(slave) }
    // A write that waits for room fails then.
    let deadline = DispatchWorkItem { [master] in close(master) }
    DispatchQueue.global().asyncAfter(deadline: Deadline.dispatch, execute: deadline)
    defer { deadline.cancel() }
    let line = String(repeating: "x", count: 4000)
    try OutputFile.create("/proc/self/fd/\(slave)", overwriting: true) { terminal in
      #expect(terminal.isTerminal)
      var (written, lines) = (0, 0)
      repeat {
        written = try terminal.writeWithoutWaiting(line)
        lines += 1
      } while written == line.utf8.count && lines < 1000
      #expect(written < line.utf8.count)
      #expect(try terminal.writeWithoutWaiting(line, from: written) == written)
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      var room = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
      repeat {
        try #require(read(master, &bytes, bytes.count) > 0)
      } while poll(&room, 1, 0) == 0
      #expect(try terminal.writeWithoutWaiting(line, from: written) > written)
    }
    #expect(close(master) == 0)
  }

  @Test("a failure to create says what to do, and has a status for what is not permitted")
  func failure() {
    #expect(
      Failure.creating("x", .fileExists).description
        == "cannot create x: File exists; remove it, or choose another name")
    #expect(Failure.creating("x", .permissionDenied).status == .notPermitted)
    #expect(Failure.creating("x", .noSpace).status == .failure)
  }
}
