// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import PhoneProtocol

/// Packets as a server sends them.
enum DSUServer {
  static func pad(_ number: Int, isConnected: Bool) -> [UInt8] {
    DSUPacket.packet(
      "DSUS", from: 7, 0x100001,
      [UInt8(number), isConnected ? 2 : 0, 2, 1] + [UInt8](repeating: 0, count: 8))
  }

  /// A report with a clock in µs and accelerations in g.
  static func report(
    _ number: UInt32, clock: UInt64 = 0, _ values: (Float, Float, Float) = (0, -1, 0),
    pad: UInt8 = 0, server: UInt32 = 7, isConnected: Bool = true
  ) -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    return DSUPacket.packet(
      "DSUS", from: server, 0x100002,
      [pad, 2, 2, 1, 0, 0, 0, 0, 0, 0, 5, isConnected ? 1 : 0] + bytes(number)
        + [UInt8](repeating: 0, count: 32) + bytes(clock)
        + [values.0, values.1, values.2, 0, 0, 0].flatMap { bytes($0.bitPattern) })
  }
}

@Suite struct DSUPacketTests {
  private static func bytes(_ hex: String) -> [UInt8] {
    var (rest, bytes) = (Substring(hex), [UInt8]())
    while !rest.isEmpty {
      bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  // These were packed by Python, with the CRC of its zlib.
  private static let reportBytes = bytes(
    "44535553e90354006c2a89700100feca0200100001020201a0b1c2d3e4f505014d000000"
      + "0000000000000000000000000000000000000000000000000000000000000000"
      + "87d61200000000000000803e000080bf0000003f0000803f0000004000004040")

  @Test("requests are those of the protocol")
  func requests() {
    #expect(
      DSUPacket.padsRequest(client: 0x1234_5678)
        == Self.bytes("44535543e9030c003db24d2878563412010010000400000000010203"))
    #expect(
      DSUPacket.reportsRequest(pad: 2, client: 0x1234_5678)
        == Self.bytes("44535543e9030c008f26512a78563412020010000102000000000000"))
  }

  @Test("a report in m/s², x right, y to the far edge, z out of the face")
  func report() throws {
    guard case .report(let report) = try DSUPacket(Self.reportBytes) else {
      Issue.record("no report")
      return
    }
    #expect((report.server, report.pad, report.number) == (0xCAFE_0001, 1, 77))
    #expect(report.isConnected)
    #expect(report.clock == 1_234_567_000)
    #expect(report.acceleration == SIMD3(-0.25, 0.5, 1) * 9.80665)
    let late = try DSUPacket(DSUServer.report(1, clock: .max))
    guard case .report(let report) = late else { return }
    #expect(report.clock == nil)
  }

  @Test("the state of a pad")
  func pads() throws {
    #expect(try DSUPacket(DSUServer.pad(3, isConnected: true)) == .pads([3: true]))
    #expect(try DSUPacket(DSUServer.pad(0, isConnected: false)) == .pads([0: false]))
    // All in one packet, each with and without the last byte of a packet.
    for spare in 0...1 {
      let entries = (0..<4 as Range<UInt8>).flatMap {
        [$0, $0 == 2 ? 2 : 0] + [UInt8](repeating: 0, count: 9 + spare)
      }
      #expect(
        try DSUPacket(DSUPacket.packet("DSUS", from: 7, 0x100001, entries))
          == .pads([0: false, 1: false, 2: true, 3: false]))
    }
    #expect(try DSUPacket(DSUPacket.packet("DSUS", from: 7, 0x100000, [233, 3])) == .other)
  }

  @Test("a bit that was turned anywhere is seen")
  func damage() {
    for index in Self.reportBytes.indices {
      for bit in 0..<8 as Range<UInt8> {
        var bytes = Self.reportBytes
        bytes[index] ^= 1 << bit
        #expect(throws: DSUPacket.Problem.self) { try DSUPacket(bytes) }
      }
    }
  }

  @Test("other sizes, versions and senders are refused, each in words")
  func problems() {
    func problem(_ bytes: [UInt8]) -> DSUPacket.Problem? {
      do throws(DSUPacket.Problem) { _ = try DSUPacket(bytes) } catch { return error }
      return nil
    }
    let report = Self.reportBytes
    #expect(problem([]) == .magic)
    #expect(problem(Array("HTTP/1.1 400 Bad Request".utf8)) == .magic)
    #expect(problem(DSUPacket.padsRequest(client: 1)) == .magic)
    for count in [4, 19, 20, 99] { #expect(problem(Array(report.prefix(count))) == .size(count)) }
    #expect(problem(report + [UInt8](repeating: 0, count: 65_000)) == .size(65_100))
    #expect(problem(report + [1, 2, 3]) == nil)
    #expect(problem(DSUPacket.packet("DSUS", from: 7, 0x100002, [0, 2])) == .size(22))
    #expect(problem(DSUPacket.packet("DSUS", from: 7, 0x100001, [0, 2])) == .size(22))
    var old = report
    old[4] = 0xE8
    #expect(problem(old) == .version(1000))
    var short = report
    short[6] = 0
    #expect(problem(short) == .size(100))
  }
}
