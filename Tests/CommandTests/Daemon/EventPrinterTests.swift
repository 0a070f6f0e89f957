// SPDX-License-Identifier: Apache-2.0

import Commands
import Foundation
import LinuxSupport
import MotionCore
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import motiond

@Suite(.waits) struct EventPrinterTests {
  fileprivate static let json = EventPrinter.Style(
    source: "a", format: .json, motions: [MotionConfiguration(.shake), MotionConfiguration(.tap)])
  private static let text = EventPrinter.Style(
    source: "b", format: .text, motions: [MotionConfiguration(.shake)])

  private func event(
    _ phase: MotionEvent.Phase, _ time: Int, of kind: MotionKind = .shake
  ) -> MotionEvent {
    MotionEvent(kind, phase, at: Timestamp(nanoseconds: Int64(time)))
  }

  /// The events in `lines`, such as `began 5`.
  private func drawn(_ lines: [String]) -> [String] {
    lines.compactMap(EventJSON.init).map { "\($0.phase ?? "?") \($0.time)" }
  }

  @Test("with room each line is written at once, of the motions that are printed")
  func room() throws {
    try withPrinter { rig in
      rig.print(event(.began, 1))
      #expect(drawn(rig.read()) == ["began 1"])
      rig.printer.print(event(.ended, 2), of: MotionConfiguration(.shake, sensitivity: .high))
      #expect(rig.read() == [])
      rig.print(event(.ended, 3))
      rig.print(event(.recognized, 4, of: .tap))
      #expect(drawn(rig.read()) == ["ended 3", "recognized 4"])
      rig.whenEmpty()
      #expect(rig.calls.take() == ["empty"])
    }
  }

  @Test("lines wait for room in a full pipe, for which the printer asks once")
  func full() throws {
    try withPrinter { rig in
      rig.fill()
      for time in 1...3 { rig.print(event(.recognized, time, of: .tap)) }
      rig.whenEmpty()
      rig.printer.flush()
      #expect(rig.calls.take() == ["room"])
      #expect(rig.read() == [])
      rig.printer.flush()
      #expect(rig.calls.take() == ["empty"])
      #expect(drawn(rig.read()) == ["recognized 1", "recognized 2", "recognized 3"])
      // The next time is another one.
      rig.fill()
      rig.print(event(.recognized, 4, of: .tap))
      #expect(rig.calls.take() == ["room"])
    }
  }

  @Test("that nothing waits is reported once the last line was written, not before, and once")
  func empty() throws {
    try withPrinter(capacity: 4096) { rig in
      let times = 1...200
      for time in times { rig.print(event(.recognized, time, of: .tap)) }
      rig.whenEmpty()
      rig.whenEmpty()
      #expect(rig.calls.take() == ["room"])
      var lines = rig.read()
      while lines.count < times.count {
        rig.printer.flush()
        let more = rig.read()
        try #require(!more.isEmpty)
        lines += more
        #expect(rig.calls.take() == (lines.count < times.count ? [] : ["empty", "empty"]))
      }
      #expect(drawn(lines) == times.map { "recognized \($0)" })
      rig.printer.flush()
      #expect(rig.calls.take() == [])
    }
  }

  @Test("without a descriptor to wait with, lines wait for the next event")
  func noDescriptor() throws {
    try withPrinter(hasSources: false) { rig in
      rig.fill()
      rig.print(event(.began, 1))
      rig.print(event(.ended, 2))
      #expect(rig.calls.take() == ["room", "room"])
      #expect(rig.read() == [])
      rig.print(event(.recognized, 3, of: .tap))
      #expect(drawn(rig.read()) == ["began 1", "ended 2", "recognized 3"])
    }
  }

  @Test("what finds no place among 1000 events is missed")
  func limit() throws {
    try withPrinter { rig in
      rig.fill()
      for time in 1...1001 { rig.print(event(.recognized, time, of: .tap)) }
      #expect(drawn(rig.readAll()) == (1...1000).map { "recognized \($0)" })
    }
  }

  @Test("a reader that is always too slow gets whole motions, in their order")
  func slow() throws {
    try withPrinter(capacity: 4096) { rig in
      var (lines, printed): ([String], Int) = ([], 0)
      func print(_ event: MotionEvent) {
        rig.print(event)
        printed += 1
        // Not always at the same phase.
        guard printed.isMultiple(of: 5) else { return }
        rig.printer.flush()
        lines += rig.read()
      }
      for shake in 1...3000 {
        print(event(.began, shake))
        if shake.isMultiple(of: 3) { print(event(.recognized, shake, of: .tap)) }
        print(event(shake.isMultiple(of: 2) ? .ended : .cancelled(.notAShake), shake))
      }
      rig.printer.setStyle(nil)
      lines += rig.readAll()
      let events = lines.compactMap(EventJSON.init)
      #expect(events.count == lines.count)
      #expect(events.count < printed)
      #expect(EventJSON.areWholeMotions(events))
      #expect(events.map(\.time) == events.map(\.time).sorted())
      rig.whenEmpty()
      #expect(rig.calls.take().last == "empty")
    }
  }

  @Test("a closed pipe fails once, and what waits for the lines is not held up")
  func closed() throws {
    try withPrinter { rig in
      rig.fill()
      rig.print(event(.began, 1))
      rig.print(event(.ended, 2))
      rig.whenEmpty()
      #expect(rig.printer.problem == nil)
      #expect(rig.calls.take() == ["room"])
      try rig.closeReader()
      rig.printer.flush()
      #expect(rig.printer.problem == .closed)
      #expect(rig.calls.take() == ["fail", "empty"])
      for time in 3...3000 { rig.print(event(.recognized, time, of: .tap)) }
      rig.print(event(.began, 3001))
      rig.printer.setStyle(Self.text)
      rig.whenEmpty()
      #expect(rig.printer.problem == .closed)
      #expect(rig.calls.take() == ["empty"])
    }
  }

  @Test(
    "another style, or none, first cancels what is open in the style so far",
    arguments: [false, true])
  func style(isFull: Bool) throws {
    try withPrinter { rig in
      if isFull { rig.fill() }
      let (first, second) = (event(.began, 1), event(.began, 3))
      rig.print(first)
      rig.printer.setStyle(Self.text)
      rig.print(event(.ended, 2))
      // Those of another style are no others.
      rig.print(event(.recognized, 2, of: .tap))
      rig.print(second)
      rig.printer.setStyle(nil)
      rig.print(event(.ended, 4))
      rig.print(event(.began, 5))
      func line(_ event: MotionEvent, _ style: EventPrinter.Style) -> String {
        style.format.line(.event(event), source: style.source)
      }
      let expected = [
        line(first, Self.json), line(first.interrupted(), Self.json),
        line(second, Self.text), line(second.interrupted(), Self.text),
      ]
      let lines = isFull ? rig.read() + rig.readAll() : rig.read()
      #expect(lines.map { $0 + "\n" } == expected)
      // Nothing is open any more.
      rig.printer.setStyle(Self.json)
      rig.printer.setStyle(nil)
      #expect(rig.readAll() == [])
    }
  }
}

/// A printer into a pipe of which the test is the reader.
private struct PrinterRig {
  let printer: EventPrinter
  let calls: Calls
  fileprivate let pipe: Pipe

  /// What the printer asked for and told: `room`, `fail` and `empty`.
  final class Calls: Sendable {
    private let names = Mutex<[String]>([])

    func add(_ name: String) {
      names.withLock { $0.append(name) }
    }

    /// Those since the last time.
    func take() -> [String] {
      names.withLock { names in
        defer { names = [] }
        return names
      }
    }
  }

  /// Prints `event` as one of a motion with the usual options.
  func print(_ event: MotionEvent) {
    printer.print(event, of: MotionConfiguration(event.kind))
  }

  /// Lets the printer tell when nothing waits.
  func whenEmpty() {
    printer.whenEmpty { [calls] in calls.add("empty") }
  }

  /// Fills the pipe with bytes that are no lines.
  func fill() {
    let page = [UInt8](repeating: 0, count: 4096)
    while write(pipe.fileHandleForWriting.fileDescriptor, page, page.count) > 0 {}
  }

  /// The lines in the pipe, which is empty then.
  func read() -> [String] {
    var (bytes, count): ([UInt8], Int) = ([], 0)
    var piece = [UInt8](repeating: 0, count: 65536)
    repeat {
      bytes += piece[..<count]
      count = Glibc.read(pipe.fileHandleForReading.fileDescriptor, &piece, piece.count)
    } while count > 0
    let text = String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  /// All lines that are written with the room that reading makes.
  func readAll() -> [String] {
    var lines = read()
    while true {
      printer.flush()
      let more = read()
      if more.isEmpty { return lines }
      lines += more
    }
  }

  /// Reads nothing any more, once the writer can know it: a process that another test starts holds
  /// a copy of the reading end until it runs its program.
  func closeReader() throws {
    try pipe.fileHandleForReading.close()
    var writer = pollfd(
      fd: pipe.fileHandleForWriting.fileDescriptor, events: 0, revents: 0)
    try #require(poll(&writer, 1, Deadline.milliseconds) == 1 && writer.revents == Int16(POLLERR))
  }
}

/// Runs `body` with a printer of shakes and taps into a pipe.
///
/// - Parameters:
///   - capacity: the size of the pipe in bytes; nil for the usual one
///   - hasSources: true if the printer gets sources that wait for room; none of them fires, so the
///     test is to call ``EventPrinter/flush()``
///   - body: the test
/// - Throws: the error of `body`, or why there is no pipe
private func withPrinter(
  capacity: Int32? = nil, hasSources: Bool = true, _ body: (PrinterRig) throws -> Void
) throws {
  // As in motiond.
  signal(SIGPIPE, SIG_IGN)
  let pipe = Pipe()
  let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
  for end in [reader, writer] { _ = fcntl(end.fileDescriptor, F_SETFL, O_NONBLOCK) }
  if let capacity {
    // F_SETPIPE_SZ of linux/fcntl.h, which is not in Glibc's module.
    try #require(fcntl(writer.fileDescriptor, 1024 + 7, capacity) >= capacity)
  }
  // A printer that waits for its reader fails then.
  let deadline = DispatchWorkItem { try? reader.close() }
  DispatchQueue.global().asyncAfter(deadline: Deadline.dispatch, execute: deadline)
  defer { deadline.cancel() }
  try OutputFile.create("/dev/fd/\(writer.fileDescriptor)", overwriting: true) { output in
    let calls = PrinterRig.Calls()
    let printer = EventPrinter(output) {
      calls.add("room")
      return hasSources ? .timer(at: .distantFuture, on: .global()) {} : nil
    } fail: {
      calls.add("fail")
    }
    printer.setStyle(EventPrinterTests.json)
    try body(PrinterRig(printer: printer, calls: calls, pipe: pipe))
  }
}
