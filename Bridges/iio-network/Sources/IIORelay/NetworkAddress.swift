// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// The host and the port in a URI such as `ip:HOST`, `ip:HOST:PORT` or `ip:[ADDRESS]:PORT`.
struct NetworkAddress: Hashable, Sendable {
  let host: String
  let port: String

  /// The port of iiod.
  private static let defaultPort = "30431"

  /// Reads `uri`; nil if it is not one of a network, or names no host.
  init?(uri: String) {
    guard uri.hasPrefix("ip:") else { return nil }
    let text = uri.dropFirst("ip:".count)
    let host: Substring
    var rest: Substring
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else if text.count(where: { $0 == ":" }) > 1 {
      (host, rest) = (text, "")
    } else {
      host = text.prefix { $0 != ":" }
      rest = text.dropFirst(host.count)
    }
    guard !host.isEmpty else { return nil }
    if rest.isEmpty { rest = ":" + Self.defaultPort }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
    (self.host, self.port) = (String(host), "\(port)")
  }

  /// Connects to it.
  ///
  /// - Parameter deadline: the end of the attempt, looking the name up included
  /// - Returns: the connected socket
  /// - Throws: an `Errno`: the reason of the last address that was tried, or `timedOut`
  func connect(until deadline: ContinuousClock.Instant) throws(Errno) -> NetworkSocket {
    var problem = Errno.noSuchAddressOrDevice
    for address in try addresses(until: deadline) {
      do throws(Errno) { return try address.connect(until: deadline) } catch { problem = error }
      if problem == .interrupted || problem == .timedOut { break }
    }
    throw problem
  }

  /// Looks the name up, on a thread of its own: a name server that does not answer is not waited
  /// for.
  private func addresses(
    until deadline: ContinuousClock.Instant
  ) throws(Errno) -> [SocketAddress] {
    let lookup = try Errand { [self] in SocketAddress.all(of: host, port) }
    try NetworkSocket.wait(for: lookup.descriptor.rawValue, POLLIN, until: deadline)
    guard let found = lookup.outcome, !found.isEmpty else { throw .noSuchAddressOrDevice }
    return found
  }
}

/// An address of a socket, in the kernel's form.
private struct SocketAddress: Sendable {
  let family: Int32
  let bytes: [UInt8]

  /// The addresses of `host`.
  static func all(of host: String, _ port: String) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, port, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
      found.append(SocketAddress(family: entry.ai_family, bytes: Array(bytes)))
      next = entry.ai_next
    }
    return found
  }

  func connect(until deadline: ContinuousClock.Instant) throws(Errno) -> NetworkSocket {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = Glibc.socket(family, Int32(type), 0)
    guard descriptor >= 0 else { throw .last }
    let socket = NetworkSocket(descriptor)
    let result = bytes.withUnsafeBytes { raw -> Int32 in
      guard let start = raw.baseAddress else { return -1 }
      return Glibc.connect(
        descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
    if result < 0 {
      guard errno == EINPROGRESS else { throw .last }
      try socket.wait(for: POLLOUT, until: deadline)
      var error: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
      guard error == 0 else { throw Errno(rawValue: error) }
    }
    return socket
  }
}
