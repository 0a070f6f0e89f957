// SPDX-License-Identifier: Apache-2.0

import FakeIIOD
import Glibc
import MotionCore
import SystemPackage
import Testing

@testable import MotionIIO

/// An accelerometer that breaks in any way is told to be lost, for the right reason, and is read
/// again as soon as it works.
@Suite struct TroubleTests {
  private static let device = FakeDevice.accelerometer()
  private static let title = "fake (iio:device0)"
  private static let first = FakeDevice.scan(1, 2, 3, at: 1_000_000_000)
  private static let second = FakeDevice.scan(4, 5, 6, at: 9_000_000_000)

  /// An answer that breaks the stream, and what the reader is to make of it.
  struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: FakeIIOD.Answer
    let error: AccelerometerError?
    init(_ description: String, _ answer: FakeIIOD.Answer, _ error: AccelerometerError?) {
      (testDescription, self.answer, self.error) = (description, answer, error)
    }
  }

  static let troubles = [
    Trouble("the connection drops", .drop, failed(.brokenPipe)),
    // libiio makes a broken pipe of a time-out of its own.
    Trouble("the server answers no more", .silence, failed(.brokenPipe)),
    Trouble("the device is gone", .error(ENODEV), failed(.operationNotSupportedByDevice)),
    Trouble("half a scan", .scan(Array(first.prefix(8))), bad("8 bytes, with scans of 16")),
    Trouble("a scan and a bit", .raw("8\n0000000f\n12345678" + "3\nabc0\n"), bad("11 bytes")),
    Trouble("no bytes", .raw("0\n"), bad("0 bytes, with scans of 16")),
    Trouble("fewer than no bytes", .raw("-5\n"), failed(.ioError)),
    // As an Int32 that is the smallest there is, whose opposite there is not.
    Trouble("2^31 bytes", .raw("2147483648\n"), nil),
    Trouble("-2^31 bytes", .raw("-2147483648\n"), nil),
    Trouble("a number of bytes that is none", .raw("many\n"), nil),
    Trouble("2^66 bytes", .raw("73786976294838206464\n"), nil),
    Trouble("another mask", .raw("16\n00000007\n0123456789abcdef"), bad("scans of other channels")),
    Trouble("an empty mask", .raw("16\n00000000\n0123456789abcdef"), nil),
  ]

  @Test("whatever breaks, the reader says so and recovers", arguments: troubles)
  func recovers(_ trouble: Trouble) throws {
    let answers = [.scan(Self.first), trouble.answer, .scan(Self.second)]
    try withReader(of: [Self.device], answers) { probe, _ in
      _ = try probe.started()
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [1_000_000_000])
      let error = try probe.lost()
      switch (error, trouble.error) {
      case (_, nil): break
      case (.badData(let device, let reason), .badData(_, let expected)?):
        #expect(device == Self.title && reason.hasPrefix(expected))
      default: #expect(error == trouble.error)
      }
      _ = try probe.started()
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [9_000_000_000])
    }
  }

  @Test("one that has no scans any more is given up, and looked for again")
  func stall() throws {
    try withReader(of: [Self.device], [.scan(Self.first)]) { probe, iiod in
      _ = try probe.started()
      _ = try probe.readings(1)
      // iiod says each time that the kernel has nothing for it.
      iiod.rest()
      let error = try probe.lost()
      guard case .stalled(Self.title, let silence) = error else {
        Issue.record("lost for another reason: \(error)")
        return
      }
      #expect(silence >= .seconds(1))
      iiod.desk.add([.scan(Self.second)])
      _ = try probe.started()
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [9_000_000_000])
    }
  }

  @Test("a server that hangs up at once is waited for")
  func waits() throws {
    try withReader(of: [], waiting: true, [.scan(Self.first)]) { probe, iiod in
      let error = try probe.lost()
      guard case .noContext(iiod.uri, _) = error else {
        Issue.record("lost for another reason: \(error)")
        return
      }
      iiod.desk.devices = [Self.device]
      _ = try probe.started()
      try #expect(probe.readings(1).count == 1)
      #expect(probe.rest == 0, "the same loss was told twice")
    }
  }

  @Test("a reader that was stopped can be started again")
  func startsAgain() throws {
    let iiod = try FakeIIOD([Self.device], [.scan(Self.first), .drop, .scan(Self.second)])
    let probe = ReaderProbe()
    let reader = AccelerometerReader(
      .init(uri: iiod.uri, name: nil), sampling: SamplingOptions(mode: .prompt), times: .eager
    ) { probe.put($0) }
    try reader.start(waiting: false)
    _ = try probe.started()
    _ = try probe.readings(1)
    _ = try probe.lost()
    reader.stop()
    try reader.start(waiting: false)
    _ = try probe.started()
    try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [9_000_000_000])
    iiod.rest()
    reader.stop()
    #expect(iiod.stop())
  }

  private static func failed(_ error: Errno) -> AccelerometerError {
    .failed(action: "read", device: title, error: error)
  }

  private static func bad(_ reason: String) -> AccelerometerError {
    .badData(device: title, reason: reason)
  }
}
