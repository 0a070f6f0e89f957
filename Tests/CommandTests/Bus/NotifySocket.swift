// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// systemd's end of a service's notifications.
final class NotifySocket {
  /// What a service finds it by.
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).notify")
    .path
  private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)

  /// A socket that listens.
  init() throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Problem.notBound(errno) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  enum Problem: Error {
    case notBound(Int32), timeout
  }

  /// The next notification, waiting for it for at most 20 s.
  func next() throws -> String {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wish, 1, Deadline.milliseconds) == 1 else { throw Problem.timeout }
    var text = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &text, text.count, 0)
    return String(decoding: text.prefix(max(0, count)), as: UTF8.self)
  }
}
