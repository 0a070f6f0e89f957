// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import Synchronization
import SystemPackage

/// A relay between libiio and a server, which passes on no answer that libiio would not survive.
///
/// libiio 0.24 writes beyond its buffer where a server sends more than libiio asked for, waits its
/// full time for each answer, and cannot be interrupted. It connects to this relay on a loopback
/// port instead, which checks each answer (``ServerRequest``, ``ServerDescription``), gives the
/// server two seconds for it, and hangs up for good after the first that is wrong or does not come.
/// It relays only connections of the same user, and a connection that does not follow the protocol
/// ends alone.
///
/// This module goes once the libiio of every supported Debian checks that bound itself, which
/// upstream does (analogdevicesinc/libiio, pull request 1583). Then `IIOContext` gives libiio the
/// URI as it is: delete the module, its tests, and the property there. Check first what else is
/// guarded here: external documents in a description, values that are there zero times, and the end
/// of waits.
package final class IIORelay: Sendable {
  /// The URI for libiio.
  package let uri: String
  private let shared: Shared

  /// The longest wait for a connection, and for an answer.
  package static let patience = Duration.seconds(2)
  /// The most connections at once: libiio has one for a context, and one for an open buffer.
  private static let mostConnections = 8

  /// The reason why the relay no longer connects to a server.
  package enum Problem: Hashable, Sendable {
    /// The connection failed, or an answer did not come in time.
    case system(Errno)
    /// An answer breaks the protocol, for this reason.
    case answer(String)
  }

  /// The state that connections share.
  final class Shared: Sendable {
    struct State {
      var problem: Problem?
      var isOver = false
      var sockets: [ObjectIdentifier: NetworkSocket] = [:]
    }

    let address: NetworkAddress
    let listener: NetworkSocket
    let patience: Duration
    let state = Mutex(State())

    init(_ address: NetworkAddress, _ listener: NetworkSocket, _ patience: Duration) {
      (self.address, self.listener, self.patience) = (address, listener, patience)
    }

    /// Ends everything; the first problem is kept.
    func end(_ problem: Problem?) {
      let sockets = state.withLock { state in
        if state.problem == nil, !state.isOver { state.problem = problem }
        state.isOver = true
        return Array(state.sockets.values)
      }
      listener.hangUp()
      for socket in sockets { socket.hangUp() }
    }

    /// Keeps `socket` to be hung up at the end; false if there are too many, or it is over.
    func keep(_ socket: NetworkSocket) -> Bool {
      state.withLock { state in
        guard !state.isOver, state.sockets.count < 2 * mostConnections else { return false }
        state.sockets[ObjectIdentifier(socket)] = socket
        return true
      }
    }

    func drop(_ socket: NetworkSocket) {
      _ = state.withLock { $0.sockets.removeValue(forKey: ObjectIdentifier(socket)) }
    }
  }

  /// Connects to a server, and listens for libiio.
  ///
  /// - Parameters:
  ///   - server: its URI, such as `ip:HOST` or `ip:HOST:PORT`
  ///   - patience: the longest wait for a connection, and for an answer
  /// - Throws: an `Errno`: `invalidArgument` if the URI names no server, others if it cannot be
  ///   reached in time
  package init(to server: String, patience: Duration = patience) throws(Errno) {
    guard let address = NetworkAddress(uri: server) else { throw .invalidArgument }
    let first = try address.connect(until: .now + patience)
    let (listener, port) = try Self.listen()
    let shared = Shared(address, NetworkSocket(listener), patience)
    self.shared = shared
    uri = "ip:127.0.0.1:\(port)"
    try detachThread {
      do throws(Errno) {
        try Self.relay(from: listener, port, first, shared)
      } catch {
        shared.end(.system(error))
      }
    }
  }

  /// Relays every connection that `listener` accepts, the first one to the socket `first`.
  private static func relay(
    from listener: Int32, _ port: UInt16, _ first: NetworkSocket, _ shared: Shared
  ) throws(Errno) {
    var first: NetworkSocket? = first
    while true {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let client = withUnsafeMutableBytes(of: &address) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
          accept(listener, $0.baseAddress, &size)
        }
      }
      guard client >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        throw .last
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let socket = NetworkSocket(client)
      guard LoopbackUser.isOurs(UInt16(bigEndian: address.sin_port), to: port) else { continue }
      let server = first
      first = nil
      try detachThread { RelayedConnection.serve(socket, server, shared) }
    }
  }

  deinit {
    shared.end(nil)
  }

  /// The reason why it has hung up; nil while all is well.
  package var problem: Problem? {
    shared.state.withLock { $0.problem }
  }

  /// Ends every wait for a network in this process, for good, as it is about to end.
  package static func interruptAll() {
    NetworkSocket.interruption?.raise()
  }

  private static func listen() throws(Errno) -> (descriptor: Int32, port: UInt16) {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = Glibc.socket(AF_INET, Int32(type), 0)
    guard descriptor >= 0 else { throw .last }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, size) == 0 && Glibc.listen(descriptor, 4) == 0
          && getsockname(descriptor, $0.baseAddress, &size) == 0
      }
    }
    guard isListening else {
      let error = Errno.last
      close(descriptor)
      throw error
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
