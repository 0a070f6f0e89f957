// SPDX-License-Identifier: Apache-2.0

import FakeIIOD
import FakeSensor
import Foundation
import Glibc
import MotionCore
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import IIONetwork
@testable import IIORelay
@testable import MotionSensors

/// Servers that would harm libiio, keep it waiting, or break the protocol.
@Suite(.waits) struct HostileServerTests {
  /// An answer that breaks the stream, and the error that it must give; nil for any.
  struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: FakeIIOD.Answer
    let error: String?
    init(_ description: String, _ answer: FakeIIOD.Answer, _ error: String?) {
      (testDescription, self.answer, self.error) = (description, answer, error)
    }
  }

  private static let first = FakeDevice.scan(1, 2, 3, at: 1_000_000_000)

  static let troubles = [
    Trouble("the connection drops", .drop, "Connection reset by peer"),
    // libiio makes a broken pipe of a time-out of its own.
    Trouble("the server answers no more", .silence, "Broken pipe"),
    Trouble("the device is gone", .error(ENODEV), "No such device"),
    Trouble("half a scan", .scan(Array(first.prefix(8))), "8 bytes, with scans of 16"),
    Trouble("a scan and a bit", .raw("8\n0000000f\n12345678" + "3\nabc0\n"), "11 bytes"),
    Trouble("no bytes", .raw("0\n"), "0 bytes, with scans of 16"),
    Trouble("fewer than no bytes", .raw("-5\n"), "Input/output error"),
    // As an Int32 that is the smallest there is, whose opposite there is not.
    Trouble("2^31 bytes", .raw("2147483648\n"), "in place of a number"),
    Trouble("-2^31 bytes", .raw("-2147483648\n"), nil),
    Trouble("a number of bytes that is none", .raw("many\n"), "in place of a number"),
    Trouble("2^66 bytes", .raw("73786976294838206464\n"), "in place of a number"),
    Trouble("another mask", .raw("16\n00000007\n0123456789abcdef0\n"), "scans of channels"),
    Trouble("an empty mask", .raw("16\n00000000\n0123456789abcdef0\n"), nil),
    Trouble(
      "more than was asked for",
      .raw("100000\n0000000f\n" + String(repeating: "x", count: 100_000)), "bytes of scans"),
  ]

  @Test("whatever breaks, it is an error, and the next connection reads again", arguments: troubles)
  func breaks(_ trouble: Trouble) throws {
    let iiod = try FakeIIOD(
      [.accelerometer()], [.scan(Self.first), trouble.answer, .scan(Self.first)])
    do {
      let accelerometer = try NetworkAccelerometer(of: NetworkContext(uri: iiod.uri), rate: 100)
      try #expect(accelerometer.read().count == 1)
      let error = try #require(throws: NetworkError.self) { _ = try accelerometer.read() }
      #expect(trouble.error.map { "\(error)".contains($0) } ?? true, "\(error)")
    }
    do {
      let accelerometer = try NetworkAccelerometer(of: NetworkContext(uri: iiod.uri), rate: 100)
      try #expect(accelerometer.read().count == 1)
      iiod.rest()
    }
    #expect(iiod.stop())
  }

  @Test("a value that is there zero times has no format")
  func zeroTimes() throws {
    let path = FilePath("/tmp/motiond-\(UInt64.random(in: 0 ... .max)).xml")
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    defer { unlink(path.string) }
    try file.closeAfter {
      let channels = [1, 7].map { times in
        #"<channel id="c\#(times)" type="input">"#
          + #"<scan-element index="\#(times)" format="le:s12/16X\#(times)&gt;&gt;0"/></channel>"#
      }
      let text = #"<context name="a"><device id="b">\#(channels.joined())</device></context>"#
      let description = try ServerDescription(Array(text.utf8))
      let parts = String(decoding: description.bytes, as: UTF8.self).split(separator: "X7")
      try file.writeAll(parts.joined(separator: "X0").utf8)
    }
    let context = try NetworkContext(uri: "xml:\(path)").context
    #expect(context.devices.flatMap(\.channels).map { $0.format != nil } == [true, false])
  }

  @Test("a server that accepts and says nothing is given up once, for all that is asked of it")
  func silent() throws {
    let listener = try SilentServer()
    #expect(
      throws: NetworkError.unreachable(uri: listener.uri, error: .timedOut)
    ) { _ = try NetworkContext(uri: listener.uri, patience: .seconds(2)) }
    #expect(listener.connections == 1)
  }

  @Test("a flood of empty lines in place of a number is refused")
  func emptyLines() throws {
    let iiod = try FakeIIOD([.accelerometer()])
    iiod.desk.answer("TIMEOUT", with: String(repeating: "\n", count: 1000) + "0\n")
    #expect(throws: NetworkError.self) { try NetworkContext(uri: iiod.uri).accelerometers }
    #expect(iiod.stop())
  }

  @Test(
    "a server that falls silent at any step ends it with an error, and never with a part",
    arguments: ["TIMEOUT", "PRINT", "READ", "GETTRIG"])
  func fallsSilent(_ step: String) throws {
    let iiod = try FakeIIOD([.accelerometer()])
    iiod.desk.fallSilent(at: step)
    #expect(throws: NetworkError.unreachable(uri: iiod.uri, error: .timedOut)) {
      try NetworkContext(uri: iiod.uri, patience: .milliseconds(500)).accelerometers
    }
    #expect(throws: NetworkError.unreachable(uri: iiod.uri, error: .timedOut)) {
      try NetworkAccelerometer(
        of: NetworkContext(uri: iiod.uri, patience: .milliseconds(500)), rate: 100)
    }
    #expect(iiod.stop())
  }

  @Test(
    "an answer of any nonsense at any step ends it with an error",
    arguments: ["VERSION", "TIMEOUT", "PRINT", "READ", "GETTRIG"],
    ["2147483647\nx", "99999999999999999999\n", "many\n", "\u{1}", "5", "-1\n", "0\n", "\n\n\n\n"])
  func nonsense(_ step: String, _ answer: String) throws {
    let iiod = try FakeIIOD([.accelerometer()])
    iiod.desk.answer(step, with: answer)
    // Errors of single values are not the end; that it goes on is all that matters.
    _ = try? NetworkContext(uri: iiod.uri, patience: .milliseconds(200)).accelerometers
    iiod.desk.answer(step, with: nil)
    try #expect(NetworkContext(uri: iiod.uri).accelerometers.count == 1)
    #expect(iiod.stop())
  }

  @Test("control characters in names, which terminals obey, are told as question marks")
  func controlCharacters() throws {
    let device = FakeDevice.accelerometer().with {
      ($0.name, $0.label) = ("a\u{9B}31mb", "\u{7F}ä")
    }
    try withAccelerometer(of: [device]) { accelerometer, _ in
      #expect(accelerometer.info.name == "a?31mb")
      #expect(accelerometer.info.label == "?ä")
    }
  }
}

/// A connection leaves nothing behind, in a process of its own, so that descriptors, threads and
/// what a signal does are nobody else's.
@Suite(.waits, .serialized) struct NetworkLeavingTests {
  @Test("rounds of every ending leave no descriptor and no thread behind", .exits)
  func leaks() async {
    await #expect(processExitsWith: .success) {
      let endings: [FakeIIOD.Answer] = [.drop, .error(ENODEV), .raw("0\n"), .scan([0])]
      // The first round makes what a process makes once, such as the threads of its queues.
      try NetworkLeavingTests.rounds(4, endings)
      let (descriptors, threads) = (count("fd"), count("task"))
      try NetworkLeavingTests.rounds(LongTests.count(20, long: 100), endings)
      // The threads of a relay close theirs when they notice that libiio has left.
      #expect(settles { count("fd") <= descriptors })
      // The pool has one or two threads more or less at any moment; a leak would be of twenty.
      #expect(settles { count("task") <= threads + 4 })
    }
  }

  @Test("a server that hangs up does not kill a process that does not ignore SIGPIPE", .exits)
  func sigpipe() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      try NetworkLeavingTests.rounds(3, [.drop])
    }
  }

  private static func rounds(_ rounds: Int, _ endings: [FakeIIOD.Answer]) throws {
    for round in 0..<rounds {
      let scan = FakeIIOD.Answer.scan(FakeDevice.scan(1, 2, 3, at: 4))
      try withAccelerometer([scan, endings[round % endings.count]]) { accelerometer, _ in
        try #expect(accelerometer.read().count == 1)
        #expect(throws: NetworkError.self) { _ = try accelerometer.read() }
      }
      // Opening it in vain: it is there, but cannot be used.
      let bad = FakeDevice.accelerometer().with { $0.attributes["accel_z scale"] = "0" }
      #expect(throws: NetworkError.self) { try withAccelerometer(of: [bad]) { _, _ in } }
    }
  }
}

/// How many entries this process's folder `name` in /proc has.
private func count(_ name: String) -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(name)").count) ?? -1
}
