// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

@testable import PhoneProtocol

/// phone-accelerometer as a user runs it, with a DSU server on UDP.
@Suite(.waits) struct DSUBridgeTests {
  private func bridge(_ port: UInt16, _ pad: String = "") throws -> LineProgram {
    try LineProgram(
      builtProducts.appendingPathComponent("phone-accelerometer"),
      ["dsu://127.0.0.1:\(port)\(pad)"])
  }

  @Test("the first pad's readings, in order, until it is stopped; requests are renewed")
  func reading() throws {
    let server = try FakeDSUServer()
    let bridge = try bridge(server.port)
    try server.wait(for: 0x100001)
    for pad in 0..<4 { try server.send(.pad(pad, isConnected: pad == 2)) }
    #expect(try server.wait(for: 0x100002)[21] == 2)
    for number in 1...30 as ClosedRange<UInt32> {
      let packet = FakeDSUServer.Packet.report(number, (Float(number) / 100, -1, 0.5))
      try server.send(packet)
      if number % 10 == 0 { try server.send(packet) }
    }
    // Whatever was sent before this was read when it is told.
    try server.send(.report(31, (.nan, 0, 0)))
    #expect(bridge.error(with: "1 reading without a number") != nil)
    try server.wait(for: 0x100002)
    #expect(bridge.finish(stopping: true) == 0)
    var text = ""
    while let line = bridge.nextLine() { text += line + "\n" }
    let recording = try Recording(parsing: Array(text.utf8).span)
    #expect(recording.notes.contains(RecordingNote("device", "pad 2 at 127.0.0.1")))
    let expected = (1...30).map {
      SIMD3(-Double(Float($0) / 100), 0.5, 1) * 9.80665
    }
    #expect(recording.readings.map(\.acceleration) == expected)
  }

  @Test("what comes from others, is damaged or too long is left out and told; reading goes on")
  func damage() throws {
    let server = try FakeDSUServer()
    let bridge = try bridge(server.port, "/2")
    try server.wait(for: 0x100002)
    try server.send(.damaged)
    #expect(bridge.error(with: "1 packet of the server cannot be used: its CRC is wrong") != nil)
    for _ in 0..<8 { try server.send(.bytes([])) }
    try server.send(.bytes([UInt8](repeating: 68, count: 60_000)))
    #expect(bridge.error(with: "10 packets of the server cannot be used: it is not") != nil)
    try server.send(.report(1, (0, 41, 0)))
    #expect(bridge.error(with: "left out") != nil)
    #expect(bridge.finish(stopping: true) == 0)
  }

  @Test("no server, one without pads, a silent pad, and a server that ends, each with what to do")
  func silence() throws {
    var server: FakeDSUServer? = try FakeDSUServer()
    let port = try #require(server?.port)
    server = nil
    let bridge = try bridge(port)
    // On a busy machine two seconds pass before the network's answer is seen.
    let reasons = ["(nothing listens there)", "(not a packet for 2 s)"]
    func isTold() -> Bool {
      let line = bridge.error(with: "no DSU server answers at dsu://127.0.0.1:\(port)") ?? ""
      return reasons.contains { line.contains($0) }
    }
    #expect(isTold())
    server = try FakeDSUServer(port: port)
    try server?.answer(.pad(0, isConnected: false))
    #expect(bridge.error(with: "the DSU server has no pad: connect one") != nil)
    try server?.answer(.pad(0, isConnected: true))
    #expect(bridge.error(with: "no readings of pad 0 for 2 s: wake it") != nil)
    try server?.send(.report(1, (0, -1, 0), pad: 0))
    #expect(bridge.error(with: "readings come again") != nil)
    server = nil
    #expect(isTold())
    #expect(bridge.finish(stopping: true) == 0)
  }

  @Test("a pad that rests at another magnitude than gravity ends it with status 65")
  func gravity() throws {
    let server = try FakeDSUServer()
    let bridge = try bridge(server.port, "/2")
    try server.wait(for: 0x100002)
    let sender = Thread { [server] in
      for number in 1...2000 as ClosedRange<UInt32> {
        guard (try? server.send(.report(number, (0, -0.1, 0)))) != nil else { return }
        poll(nil, 0, 5)
      }
    }
    sender.start()
    #expect(bridge.error(with: "at rest |a| is 0.98, where gravity is 9.81 m/s²") != nil)
    #expect(bridge.finish() == 65)
  }
}

/// A server of UDP that a test speaks for.
private final class FakeDSUServer: Sendable {
  enum Packet {
    case pad(Int, isConnected: Bool)
    case report(UInt32, (Float, Float, Float), pad: UInt8 = 2)
    case damaged
    case bytes([UInt8])
  }

  private struct NoRequest: Error {}

  private let descriptor: Int32
  let port: UInt16

  /// Listens on `port`, or on any.
  init(port: UInt16 = 0) throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var (length, limit) = (
      socklen_t(MemoryLayout<sockaddr_in>.size), timeval(tv_sec: Deadline.seconds, tv_usec: 0)
    )
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw NoRequest() }
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// Waits for a request of this type, and sends to its sender from then on.
  @discardableResult func wait(for kind: UInt32) throws -> [UInt8] {
    while true {
      var (bytes, address) = ([UInt8](repeating: 0, count: 100), sockaddr_in())
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &bytes, bytes.count, 0, $0, &length)
        }
      }
      guard count >= 20, bytes.starts(with: "DSUC".utf8) else { throw NoRequest() }
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
      }
      guard
        (0..<4).allSatisfy({ bytes[16 + $0] == UInt8(truncatingIfNeeded: kind >> UInt32(8 * $0)) })
      else { continue }
      return Array(bytes.prefix(count))
    }
  }

  /// Answers four requests for the pads, which are a second apart.
  func answer(_ packet: Packet) throws {
    for _ in 0..<4 {
      try wait(for: 0x100001)
      try send(packet)
    }
  }

  func send(_ packet: Packet) throws {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    var data: [UInt8]
    switch packet {
    case .bytes(let bytes): data = bytes
    case .pad(let number, let isConnected):
      data = DSUPacket.packet(
        "DSUS", from: 7, 0x100001,
        [UInt8(number), isConnected ? 2 : 0, 2, 1] + [UInt8](repeating: 0, count: 8))
    case .damaged:
      data = DSUPacket.packet("DSUS", from: 7, 0x100002, [UInt8](repeating: 0, count: 80))
      data[50] ^= 1
    case .report(let number, let values, let pad):
      data = DSUPacket.packet(
        "DSUS", from: 7, 0x100002,
        [pad, 2, 2, 1, 0, 0, 0, 0, 0, 0, 5, 1] + bytes(number)
          + [UInt8](repeating: 0, count: 32) + bytes(UInt64(number) * 5000)
          + [values.0, values.1, values.2, 0, 0, 0].flatMap { bytes($0.bitPattern) })
    }
    guard Glibc.send(descriptor, data, data.count, 0) == data.count else { throw NoRequest() }
  }
}
