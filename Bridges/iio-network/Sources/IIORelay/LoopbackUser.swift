// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// The user of the other end of a connection on the loopback interface, from the kernel's table of
/// TCP sockets.
enum LoopbackUser {
  /// Returns true if a socket of this process's user is connected from port `source` of 127.0.0.1
  /// to port `port` there.
  ///
  /// Where there is no table, such as without `/proc`, every connection counts as one.
  static func isOurs(_ source: UInt16, to port: UInt16) -> Bool {
    guard let table = table() else { return true }
    return user(from: source, to: port, in: table) == geteuid()
  }

  /// The user of the socket that is connected from port `source` of 127.0.0.1 to port `port` there;
  /// nil if there is none.
  ///
  /// `table` has the format of `/proc/net/tcp`: local and remote address are the second and third
  /// of its columns, in hexadecimal digits, and the user is the eighth.
  static func user(from source: UInt16, to port: UInt16, in table: String) -> UInt32? {
    for line in table.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: " ", maxSplits: 8)
      guard columns.count > 7, loopbackPort(columns[1]) == source, loopbackPort(columns[2]) == port
      else { continue }
      return UInt32(columns[7])
    }
    return nil
  }

  /// The port of `address`; nil unless it is one of 127.0.0.1.
  private static func loopbackPort(_ address: Substring) -> UInt16? {
    let parts = address.split(separator: ":")
    // The bytes of the address are in network order, and printed as one number in this machine's
    // order.
    guard parts.count == 2,
      UInt32(parts[0], radix: 16).map(UInt32.init(bigEndian:)) == 0x7F00_0001
    else { return nil }
    return UInt16(parts[1], radix: 16)
  }

  private static func table() -> String? {
    guard
      let file = try? FileDescriptor.open("/proc/self/net/tcp", .readOnly, options: .closeOnExec)
    else { return nil }
    defer { try? file.close() }
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }) {
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += bytes.prefix(count)
    }
    return nil
  }
}
