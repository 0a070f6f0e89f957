// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MotionSynthesis
import Synchronization
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import LinuxSupport

/// Calls `body` with signals that stop it, on a thread of its own, whose children alone inherit the
/// signals that are blocked.
func withSignals<Result: Sendable>(
  _ body: @escaping @Sendable (borrowing StopSignals) throws -> Result
) throws -> Result {
  let result = Mutex<Swift.Result<Result, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    result.withLock { result in
      result = Swift.Result { try body(StopSignals {}) }
    }
    done.signal()
  }
  done.wait()
  return try #require(result.withLock { $0 }).get()
}

@Suite(.waits) struct DescriptorTests {
  private func isReadable(_ descriptor: FileDescriptor) -> Bool {
    var wish = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, 0) == 1
  }

  @Test("a wakeup is readable as long as it was raised more often than lowered")
  func wakeup() throws {
    let wakeup = try Wakeup()
    #expect(!isReadable(wakeup.descriptor))
    wakeup.raise()
    wakeup.raise()
    wakeup.lower()
    #expect(isReadable(wakeup.descriptor))
    wakeup.lower()
    #expect(!isReadable(wakeup.descriptor))
    // Not below zero.
    wakeup.lower()
    wakeup.raise()
    #expect(isReadable(wakeup.descriptor))
  }

  @Test("a mailbox never holds more than its limit; what it loses follows what it holds, counted")
  func fullMailbox() throws {
    var random = SeededGenerator(seed: 62)
    for _ in 0..<50 {
      let limit = Int.random(in: 0...20, using: &random)
      let mailbox = try Mailbox<Range<Int>>(limit: limit) { $0.count }
      // Numbers in order: those that come out and those that are lost are all that went in.
      var (put, taken) = (0, 0)
      for _ in 0..<100 {
        if Int.random(in: 0..<6, using: &random) > 0 {
          let event = put..<put + .random(in: 1...5, using: &random)
          mailbox.put(event)
          put = event.upperBound
          #expect(isReadable(mailbox.wakeup.descriptor))
          continue
        }
        let (events, lost) = mailbox.drain()
        for event in events {
          #expect(event.lowerBound == taken)
          taken = event.upperBound
        }
        #expect(events.reduce(0) { $0 + $1.count } <= limit)
        // Nothing is lost while there is room for the largest.
        #expect(lost == 0 || events.reduce(0) { $0 + $1.count } > limit - 5)
        taken += lost
        #expect(taken == put)
        #expect(!isReadable(mailbox.wakeup.descriptor))
      }
    }
  }

  @Test("a copy of a descriptor leads to the same file, and no child gets it")
  func copy() throws {
    let wakeup = try Wakeup()
    let copy = try wakeup.descriptor.copy()
    defer { try? copy.close() }
    #expect(fcntl(copy.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    wakeup.raise()
    #expect(isReadable(copy))
    #expect(throws: Errno.badFileDescriptor) { try FileDescriptor(rawValue: -1).copy() }
  }

  @Test("a wait ends by a descriptor, by time, or by a request to stop, which comes first")
  func waits() throws {
    let wakeup = try Wakeup()
    try withSignals { signals in
      #expect(signals.waitToRead(wakeup.descriptor, within: .zero) == .timedOut)
      #expect(signals.wait(until: .now) == .timedOut)
      wakeup.raise()
      #expect(signals.waitToRead(wakeup.descriptor) == .ready)
      let isStopped = signals.isStopped
      #expect(!isStopped)
      signals.request.raise()
      #expect(signals.waitToRead(wakeup.descriptor) == .stopped)
      #expect(signals.wait(until: .now + .seconds(Deadline.seconds)) == .stopped)
    }
  }

  @Test("the output of a program is read, its status is a shell's, and it inherits nothing else")
  func child() throws {
    let open = dup(STDERR_FILENO)
    defer { close(open) }
    let script = "echo out; echo err >&2; test -e /proc/$$/fd/\(open) || exit 3"
    let child = try ChildProcess(["sh", "-c", script], from: "dash")
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = try bytes.withUnsafeMutableBytes { try child.output.read(into: $0) }
    #expect(String(decoding: bytes[..<count], as: UTF8.self) == "out\n")
    #expect(child.finish() == 3)
    let killed = try ChildProcess(["sh", "-c", "exec sleep 600"], from: "dash")
    killed.stop()
    #expect(killed.finish() == 128 + SIGTERM)
  }

  @Test("a program reads lines beside its input; whoever writes them never waits for it")
  func lines() throws {
    let lines = try LinePipe()
    let child = try ChildProcess(["sh", "-c", "cat <&3"], from: "dash", lines: lines)
    lines.write("one")
    lines.close()
    lines.write("two")
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = try bytes.withUnsafeMutableBytes { try child.output.read(into: $0) }
    #expect(String(decoding: bytes[..<count], as: UTF8.self) == "one\n")
    #expect(child.finish() == 0)
    let unread = try LinePipe()
    let gone = try ChildProcess(["true"], from: "coreutils", lines: unread)
    #expect(gone.finish() == 0)
    // More than a pipe holds.
    for _ in 0..<1000 { unread.write(String(repeating: "a", count: 100)) }
  }

  @Test("a program that is missing is named, with the package to install")
  func missing() throws {
    let error = try #require(throws: Failure.self) {
      try ChildProcess(["no-such-program"], from: "its-package")
    }
    #expect(error.status == .unavailable)
    #expect(error.description.hasSuffix("is missing: apt-get install its-package"))
  }
}
