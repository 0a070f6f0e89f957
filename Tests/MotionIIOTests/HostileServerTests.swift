// SPDX-License-Identifier: Apache-2.0

import FakeIIOD
import Glibc
import MotionCore
import SystemPackage
import Testing

@testable import IIORelay
@testable import MotionIIO

/// Servers that would harm libiio, or keep it waiting.
@Suite struct HostileServerTests {
  @Test("more scans than were asked for never reach libiio")
  func moreThanAsked() throws {
    let device = FakeDevice.accelerometer()
    let flood = String(repeating: "x", count: 100_000)
    let answers: [FakeIIOD.Answer] = [
      .raw("100000\n0000000f\n" + flood), .scan(FakeDevice.scan(1, 2, 3, at: 1_000_000_000)),
    ]
    try withReader(of: [device], answers) { probe, _ in
      _ = try probe.started()
      _ = try probe.lost()
      _ = try probe.started()
      try #expect(probe.readings(1).count == 1)
    }
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
    let context = try IIOContext(uri: "xml:\(path)")
    #expect(context.devices.flatMap(\.channels).map { $0.format != nil } == [true, false])
  }

  @Test("a server that accepts and says nothing is given up once, for all that is asked of it")
  func silent() throws {
    let listener = try SilentServer()
    #expect(
      throws: AccelerometerError.noContext(uri: listener.uri, error: .timedOut)
    ) { _ = try IIOContext(uri: listener.uri, patience: .milliseconds(200)) }
    #expect(listener.connections == 1)
  }

  @Test("a flood of empty lines in place of a number is refused")
  func emptyLines() throws {
    let iiod = try FakeIIOD([.accelerometer()])
    iiod.desk.answer("TIMEOUT", with: String(repeating: "\n", count: 1000) + "0\n")
    #expect(throws: AccelerometerError.self) {
      try AccelerometerChoice.accelerometers(at: iiod.uri)
    }
    #expect(iiod.stop())
  }

  @Test(
    "a server that falls silent at any step ends it with an error, and never with a part",
    arguments: ["TIMEOUT", "PRINT", "READ", "GETTRIG"])
  func fallsSilent(_ step: String) throws {
    let iiod = try FakeIIOD([.accelerometer()])
    iiod.desk.fallSilent(at: step)
    #expect(throws: AccelerometerError.noContext(uri: iiod.uri, error: .timedOut)) {
      let context = try IIOContext(uri: iiod.uri, patience: .milliseconds(500))
      _ = try AccelerometerChoice.accelerometers(of: context)
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
    _ = try? AccelerometerChoice.accelerometers(
      of: IIOContext(uri: iiod.uri, patience: .milliseconds(200)))
    iiod.desk.answer(step, with: nil)
    #expect(try AccelerometerChoice.accelerometers(at: iiod.uri).count == 1)
    #expect(iiod.stop())
  }
}

/// A server that accepts connections, and neither reads nor writes.
private final class SilentServer {
  let uri: String
  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    uri = "ip:127.0.0.1:\(try FakeIIOD.listen(on: listener))"
  }

  deinit { close(listener) }

  /// The number of connections that wait.
  var connections: Int {
    var count = 0
    var wish = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    while poll(&wish, 1, 0) > 0 {
      close(accept(listener, nil, nil))
      count += 1
    }
    return count
  }
}
