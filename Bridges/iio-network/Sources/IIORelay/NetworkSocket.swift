// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// A connected TCP socket, whose waits have an end.
final class NetworkSocket: Sendable {
  private let descriptor: Int32

  /// `POLLRDHUP`, which Swift's Glibc lacks.
  private static let peerHangUp: Int16 = 0x2000

  /// Ends every wait for a network of this process, for good, once it is raised.
  static let interruption = try? Wakeup()

  /// A socket that is closed with this object.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit {
    close(descriptor)
  }

  /// Ends both directions: reads and writes that are waiting end, too.
  func hangUp() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Waits for `events` of the socket; the deadline and the peer count although they have come.
  ///
  /// - Parameters:
  ///   - events: `POLLIN` or `POLLOUT`
  ///   - deadline: on the continuous clock; nil for none
  ///   - peer: a socket whose end ends the wait, too
  /// - Throws: an `Errno`: `timedOut`, `interrupted`, or `socketShutdown` if the peer is gone
  func wait(
    for events: Int32, until deadline: ContinuousClock.Instant?, besides peer: NetworkSocket? = nil
  ) throws(Errno) {
    try Self.wait(for: descriptor, events, until: deadline, besides: peer)
  }

  /// Waits for `events` of any descriptor, as ``wait(for:until:besides:)`` does for the socket.
  static func wait(
    for descriptor: Int32, _ events: Int32, until deadline: ContinuousClock.Instant?,
    besides peer: NetworkSocket? = nil
  ) throws(Errno) {
    var wishes = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      pollfd(fd: interruption?.descriptor.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: peer?.descriptor ?? -1, events: peerHangUp, revents: 0),
    ]
    var count: Int32
    repeat {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
      if let left, left <= 0 { throw .timedOut }
      count = poll(
        &wishes, nfds_t(wishes.count), left.map { Int32(max(0, $0.rounded(.up))) } ?? -1)
    } while count < 0 && errno == EINTR
    if count < 0 { throw .last }
    if wishes[1].revents != 0 { throw .interrupted }
    if wishes[2].revents != 0 { throw .socketShutdown }
    if wishes[0].revents == 0 { throw .timedOut }
  }

  /// Receives some bytes, at least one.
  func receive(
    atMost count: Int, until deadline: ContinuousClock.Instant?,
    besides peer: NetworkSocket? = nil
  ) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, 65_536))
    while true {
      try wait(for: POLLIN, until: deadline, besides: peer)
      let received = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if received > 0 { return Array(bytes.prefix(received)) }
      guard received < 0 else { throw .connectionReset }
      guard errno == EAGAIN || errno == EINTR else { throw .last }
    }
  }

  /// Sends all of `bytes`.
  func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant?) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      try wait(for: POLLOUT, until: deadline)
      let sent = rest.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress, $0.count,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if sent >= 0 {
        rest = rest.dropFirst(sent)
      } else if errno != EAGAIN, errno != EINTR {
        throw .last
      }
    }
  }
}

/// The bytes that arrive at a socket, read by lines and lengths.
struct SocketReader: ~Copyable {
  let socket: NetworkSocket
  private var waiting: ArraySlice<UInt8> = []

  /// A reader of all that arrives from now on.
  init(_ socket: NetworkSocket) {
    self.socket = socket
  }

  /// The next line without its end; `problem` is thrown if it is longer than `limit`.
  mutating func line(
    atMost limit: Int, until deadline: ContinuousClock.Instant?,
    besides peer: NetworkSocket? = nil
  ) throws -> String {
    while true {
      if let end = waiting.firstIndex(of: UInt8(ascii: "\n")), end - waiting.startIndex <= limit {
        let line = waiting[..<end]
        waiting = waiting[(end + 1)...]
        return String(decoding: line.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      }
      guard waiting.count <= limit else {
        throw ServerProblem(reason: "a line of more than \(limit) bytes")
      }
      waiting += try socket.receive(atMost: 4096, until: deadline, besides: peer)
    }
  }

  /// The next `count` bytes.
  mutating func bytes(
    _ count: Int, until deadline: ContinuousClock.Instant?, besides peer: NetworkSocket? = nil
  ) throws(Errno) -> [UInt8] {
    while waiting.count < count {
      waiting += try socket.receive(
        atMost: max(4096, count - waiting.count), until: deadline, besides: peer)
    }
    let bytes = Array(waiting.prefix(count))
    waiting = waiting.dropFirst(count)
    return bytes
  }
}
