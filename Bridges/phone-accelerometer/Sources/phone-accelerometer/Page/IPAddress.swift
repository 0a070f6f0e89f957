// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An address of IPv4 or IPv6, without a zone.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// Its 4 or 16 bytes.
  let bytes: [UInt8]

  /// An address of 4 or 16 bytes; nil of another number.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// The address that `text` writes in one of its forms; nil if `text` is not an address.
  init?(_ text: String) {
    var room = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &room) == 1 {
      bytes = Array(room[..<4])
    } else if inet_pton(AF_INET6, text, &room) == 1 {
      bytes = room
    } else {
      return nil
    }
  }

  /// True of IPv4.
  var isIPv4: Bool { bytes.count == 4 }

  /// True of an address that holds on one wire alone: 169.254.0.0/16 and fe80::/10.
  var isLinkLocal: Bool {
    isIPv4
      ? bytes.starts(with: [169, 254]) : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
  }

  /// The one form that all tools write, such as `192.0.2.2` and `fd00::2`.
  var description: String {
    var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(isIPv4 ? AF_INET : AF_INET6, bytes, &room, socklen_t(room.count))
    return room.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// As it stands in a URL: IPv6 in brackets.
  var inURL: String { isIPv4 ? description : "[\(description)]" }
}
