// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sockets of this machine alone.
public enum Loopback {
  /// Lets `socket` listen, on a port that the system chooses, which it returns.
  public static func listen(on socket: Int32) throws -> UInt16 {
    var (address, size) = (address(0), socklen_t(MemoryLayout<sockaddr_in>.size))
    let result = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(socket, $0.baseAddress, size) + Glibc.listen(socket, 16)
          + getsockname(socket, $0.baseAddress, &size)
      }
    }
    guard result == 0 else { throw Problem(number: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// A socket of `type` that is connected to `port`.
  public static func connect(
    _ type: __socket_type = SOCK_STREAM, to port: UInt16
  ) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeBytes(of: address(port)) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        Glibc.connect(descriptor, $0.baseAddress, size)
      }
    }
    guard result == 0 else { throw Problem(number: errno) }
    return descriptor
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  /// What the system says.
  public struct Problem: Error {
    /// The error number.
    public let number: Int32
  }
}

/// A server that accepts connections, and neither reads nor writes.
public final class SilentServer {
  /// As libiio wants it.
  public let uri: String
  private let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

  /// A server that listens.
  public init() throws { uri = "ip:127.0.0.1:\(try Loopback.listen(on: listener))" }

  deinit { close(listener) }

  /// Waits until a client has connected; false if none does.
  public func waitForClient() -> Bool {
    var wish = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, Deadline.milliseconds) == 1
  }

  /// The number of connections that wait, which are closed.
  public var connections: Int {
    var count = 0
    var wish = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    while poll(&wish, 1, 0) > 0 {
      close(accept(listener, nil, nil))
      count += 1
    }
    return count
  }
}
