// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A packet of the protocol that brings emulators the motion of controllers over UDP.
///
/// It is called DSU, or after its first client "cemuhook": 16 bytes of header (magic, version 1001,
/// length of the rest, CRC32 of all, sender), then the type and what belongs to it; little-endian.
package enum DSUPacket: Hashable, Sendable {
  /// Pads that the server can have, by their numbers: true if connected. Most servers send a packet
  /// for each, some one for all.
  case pads([Int: Bool])
  /// A report of a pad.
  case report(DSUReport)
  /// Something that was not asked for.
  case other

  /// The reason why bytes are not a packet of a server.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not begin as one.
    case magic
    /// It is longer or shorter than its type and its header say.
    case size(Int)
    /// It was damaged on the way.
    case checksum
    /// It is of another version of the protocol.
    case version(Int)

    /// For the user, in one line.
    package var description: String {
      switch self {
      case .magic: "it is not from a DSU server"
      case .size(let count): "it has \(count) bytes, which is not its size"
      case .checksum: "its CRC is wrong"
      case .version(let version):
        "it is of version \(version) of the protocol, where 1001 is known: update server or program"
      }
    }
  }

  private enum Kind {
    static let pads: UInt32 = 0x100001
    static let report: UInt32 = 0x100002
  }

  private static let version = 1001
  private static let headerSize = 16
  /// No packet is longer; one that is, is not looked at.
  private static let mostBytes = 256
  /// The pads that the protocol can number.
  static let numbers = 0...3

  /// Reads a packet of a server.
  ///
  /// - Throws: a ``Problem``
  package init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count >= 4, bytes.starts(with: "DSUS".utf8) else { throw .magic }
    guard (Self.headerSize + 4...Self.mostBytes).contains(bytes.count) else {
      throw .size(bytes.count)
    }
    let version = Int(bytes.integer(at: 4, as: UInt16.self))
    guard version == Self.version else { throw .version(version) }
    let end = Self.headerSize + Int(bytes.integer(at: 6, as: UInt16.self))
    guard end >= Self.headerSize + 4, end <= bytes.count else { throw .size(bytes.count) }
    let bytes = Array(bytes.prefix(end))
    guard Self.checksum(of: bytes) == bytes.integer(at: 8, as: UInt32.self) else {
      throw .checksum
    }
    switch bytes.integer(at: 16, as: UInt32.self) {
    case Kind.pads:
      // Eleven bytes a pad, and one more where it is alone.
      let count = (end - 20) / 11
      guard Self.numbers.contains(count - 1), [end, end - count].contains(20 + 11 * count) else {
        throw .size(end)
      }
      let size = (end - 20) / count
      let entries = (0..<count).map { bytes[(20 + size * $0)...] }
      self = .pads(
        Dictionary(entries.map { (Int($0[$0.startIndex]), $0[$0.startIndex + 1] == 2) }) { $1 })
    case Kind.report:
      guard end == 100 else { throw .size(end) }
      self = .report(DSUReport(bytes))
    default: self = .other
    }
  }

  /// The request for the states of all pads; `client` tells this client from others.
  package static func padsRequest(client: UInt32) -> [UInt8] {
    request(Kind.pads, [4, 0, 0, 0] + numbers.map { UInt8($0) }, client)
  }

  /// The request for the reports of a pad, which a server sends for some seconds.
  package static func reportsRequest(pad: Int, client: UInt32) -> [UInt8] {
    request(
      Kind.report, [1, UInt8(truncatingIfNeeded: pad)] + [UInt8](repeating: 0, count: 6), client)
  }

  private static func request(_ kind: UInt32, _ rest: [UInt8], _ client: UInt32) -> [UInt8] {
    packet("DSUC", from: client, kind, rest)
  }

  /// A packet as it is sent, with its length and its checksum.
  static func packet(
    _ magic: String, from sender: UInt32, _ kind: UInt32, _ rest: [UInt8]
  ) -> [UInt8] {
    var bytes = Array(magic.utf8)
    bytes.append(UInt16(version))
    bytes.append(UInt16(4 + rest.count))
    bytes.append(UInt32(0))
    bytes.append(sender)
    bytes.append(kind)
    bytes += rest
    var sum: [UInt8] = []
    sum.append(checksum(of: bytes))
    bytes.replaceSubrange(8..<12, with: sum)
    return bytes
  }

  /// The CRC32 (IEEE 802.3) of `bytes` with the field of the checksum set to 0.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for (index, byte) in bytes.enumerated() {
      sum ^= UInt32((8..<12).contains(index) ? 0 : byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

/// The report of a pad.
package struct DSUReport: Hashable, Sendable {
  /// A number that tells a run of the server from others.
  package var server: UInt32
  /// The number of the pad.
  package var pad: Int
  /// True unless the pad is gone.
  package var isConnected: Bool
  /// The number of the report.
  package var number: UInt32
  /// The pad's clock, in ns; nil if that does not fit.
  package var clock: Int64?
  /// The acceleration in m/s², in motiond's axes.
  package var acceleration: SIMD3<Double>

  /// Reads a packet of 100 bytes, which was checked.
  fileprivate init(_ bytes: [UInt8]) {
    server = bytes.integer(at: 12, as: UInt32.self)
    pad = Int(bytes[20])
    isConnected = bytes[31] == 1
    number = bytes.integer(at: 32, as: UInt32.self)
    let (clock, overflow) = bytes.integer(at: 68, as: UInt64.self)
      .multipliedReportingOverflow(by: 1000)
    self.clock = overflow ? nil : Int64(exactly: clock)
    func value(at index: Int) -> Double {
      Double(Float(bitPattern: bytes.integer(at: index, as: UInt32.self)))
    }
    // In g, with x left, y into the face and z to the far edge: a pad that lies reads -1 along y.
    acceleration =
      SIMD3(-value(at: 76), value(at: 84), -value(at: 80)) * Reading.standardGravity
  }
}

extension [UInt8] {
  fileprivate func integer<Number: FixedWidthInteger>(at index: Int, as: Number.Type) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(self[index + $1]) << Number(8 * $1) }
  }

  fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for shift in 0..<Number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: number >> Number(8 * shift)))
    }
  }
}
