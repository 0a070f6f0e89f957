// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import SystemPackage
import Testing

@testable import MotionSensors

/// What ends a reader's wait; nothing waits here, as everything is there before.
@Suite struct PollSetTests {
  @Test("nothing is ready until something is, and a wait ends by itself")
  func nothing() throws {
    let set = try PollSet(interruption: try Wakeup(), deviceEvents: nil, scans: nil)
    #expect(set.wait(nanoseconds: 0) == .nothing)
    #expect(set.wait(nanoseconds: 1) == .nothing)
  }

  @Test("an interruption goes before device events, and those before scans")
  func order() throws {
    let interruption = try Wakeup()
    try withPipe { readEnd, writeEnd in
      try withPipe { deviceEvents, otherEnd in
        let set = try PollSet(
          interruption: interruption, deviceEvents: deviceEvents, scans: readEnd)
        #expect(set.wait(nanoseconds: 0) == .nothing)
        _ = try FileDescriptor(rawValue: writeEnd).writeAll([1])
        #expect(set.wait(nanoseconds: .max) == .scans)
        _ = try FileDescriptor(rawValue: otherEnd).writeAll([1])
        #expect(set.wait(nanoseconds: .max) == .deviceEvents)
        interruption.raise()
        #expect(set.wait(nanoseconds: .max) == .interrupted)
      }
    }
  }

  @Test("an interruption ends one wait, however often it was raised")
  func once() throws {
    let interruption = try Wakeup(isCounting: false)
    let set = try PollSet(interruption: interruption, deviceEvents: nil, scans: nil)
    for _ in 0..<2 {
      for _ in 0..<3 { interruption.raise() }
      #expect(set.wait(nanoseconds: .max) == .interrupted)
      #expect(set.wait(nanoseconds: 0) == .nothing)
    }
  }

  private func withPipe(_ body: (Int32, Int32) throws -> Void) throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    defer {
      try? readEnd.close()
      try? writeEnd.close()
    }
    try body(readEnd.rawValue, writeEnd.rawValue)
  }
}
