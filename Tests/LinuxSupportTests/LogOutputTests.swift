// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionSynthesis
import ProcessTestSupport
import SystemPackage
import TestTraits
import Testing

@testable import LinuxSupport

@Suite(.waits) struct LogOutputTests {
  @Test("whatever a reader takes, lines come whole and in order, and the lost ones are counted")
  func random() throws {
    var random = SeededGenerator(seed: 62)
    for _ in 0..<100 {
      let limit = Int.random(in: 50...300, using: &random)
      var backlog = LogBacklog(limit: limit)
      var taken: [UInt8] = []
      var (added, room) = (0, 0)
      func flush() throws -> Bool {
        try backlog.flush { line, start in
          let piece = line.utf8.dropFirst(start).prefix(room)
          room -= piece.count
          taken += piece
          return start + piece.count
        }
      }
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        added += 1
        backlog.add("line \(added)")
        room = Int.random(in: 0...30, using: &random)
        let isDone = try flush()
        #expect(isDone == backlog.isEmpty)
      }
      room = 100_000
      let isDone = try flush()
      #expect(isDone && backlog.isEmpty)
      var next = 1
      for line in String(decoding: taken, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first == "line" {
          #expect(line == "line \(next)")
          next += 1
        } else {
          // Such as "xctest: 3 lines of this log are lost: nobody read it".
          let count = try #require(words.dropFirst().first)
          next += try #require(Int(count))
        }
      }
      #expect(next == added + 1)
    }
  }

  @Test("a pipe that nobody reads holds nobody up; then all that had room comes, and what is lost")
  func pipe() throws {
    let pipe = Pipe()
    let log = LogOutput(
      OutputFile(FileDescriptor(rawValue: pipe.fileHandleForWriting.fileDescriptor), name: "pipe"),
      limit: 1000)
    let line = String(repeating: "x", count: 99)
    for _ in 0..<2000 { log.write(line) }
    var reader = LineReader(pipe.fileHandleForReading)
    var (count, next) = (0, reader.next())
    while next == line { (count, next) = (count + 1, reader.next()) }
    // What the pipe holds, and the backlog; how much of its pages a pipe fills is the kernel's.
    #expect(count > 100)
    #expect(next?.hasSuffix(" \(2000 - count) lines of this log are lost: nobody read it") == true)
    log.write("the next")
    #expect(reader.next() == "the next")
  }
}
