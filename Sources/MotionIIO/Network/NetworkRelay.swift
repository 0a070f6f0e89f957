import Glibc
import LinuxSupport
import Synchronization
import SystemPackage

/// A relay between libiio and a server, which passes on no answer that libiio would not survive.
///
/// libiio 0.24 writes beyond its buffer where a server sends more than was asked for, waits for each answer anew, and
/// cannot be interrupted. It connects to this relay on a loopback port instead, which checks each answer
/// (``ServerRequest``, ``ServerDescription``), gives the server two seconds for it, and hangs up for good after the
/// first that is wrong or does not come. Only connections of the same user are relayed, and one that does not follow the
/// protocol ends alone.
final class NetworkRelay: Sendable {
  /// The URI for libiio.
  let uri: String
  private let shared: Shared

  /// The longest wait for a connection, and for an answer.
  static let patience = Duration.seconds(2)
  /// The most connections at once: libiio has one for a context, and one for an open buffer.
  private static let mostConnections = 8

  /// The state that connections share.
  fileprivate final class Shared: Sendable {
    struct State {
      var problem: ServerFailure?
      var isOver = false
      var sockets: [ObjectIdentifier: NetworkSocket] = [:]
    }

    let address: NetworkAddress
    let listener: NetworkSocket
    let state = Mutex(State())

    init(_ address: NetworkAddress, _ listener: NetworkSocket) {
      (self.address, self.listener) = (address, listener)
    }

    /// Ends everything; the first problem is kept.
    func end(_ problem: ServerFailure?) {
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

  /// Connects to the server at `address`, and listens for libiio.
  ///
  /// - Throws: an `Errno` if the server cannot be reached in time
  init(_ address: NetworkAddress) throws(Errno) {
    let first = try address.connect(until: .now + Self.patience)
    let (listener, port) = try Self.listen()
    let shared = Shared(address, NetworkSocket(listener))
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
  var problem: ServerFailure? {
    shared.state.withLock { $0.problem }
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

/// The reason why a server is not talked to any more.
enum ServerFailure: Hashable, Sendable {
  /// The connection failed, or an answer did not come in time.
  case system(Errno)
  /// It answered what it must not.
  case answer(String)
}

/// A connection of libiio's, and its own to the server.
private struct RelayedConnection: ~Copyable {
  private let client: NetworkSocket
  private let server: NetworkSocket
  private var requests: SocketReader
  private var answers: SocketReader

  private typealias Deadline = ContinuousClock.Instant

  /// The most empty lines before a number: iiod sends one after some texts.
  private static let mostEmptyLines = 16

  private init(_ client: NetworkSocket, _ server: NetworkSocket) {
    (self.client, self.server) = (client, server)
    requests = SocketReader(client)
    answers = SocketReader(server)
  }

  /// Relays between `client` and the server, to which `connected` is connected already if it is not nil.
  static func serve(
    _ client: NetworkSocket, _ connected: NetworkSocket?, _ shared: NetworkRelay.Shared
  ) {
    guard shared.keep(client) else { return }
    defer { shared.drop(client) }
    do {
      let server = try connected ?? shared.address.connect(until: .now + NetworkRelay.patience)
      guard shared.keep(server) else { return }
      defer { shared.drop(server) }
      var connection = RelayedConnection(client, server)
      while try connection.relay() {}
    } catch let problem as ServerProblem {
      shared.end(.answer(problem.reason))
    } catch Errno.socketShutdown {
      // libiio is gone.
    } catch let error as Errno {
      shared.end(.system(error))
    } catch {}
    client.hangUp()
  }

  /// The client does not read or write as it must, which ends its connection alone.
  private struct ClientProblem: Error {}

  /// Sends `bytes` to the client.
  private func answer(_ bytes: [UInt8], _ deadline: Deadline) throws {
    do throws(Errno) {
      try client.send(bytes, until: deadline)
    } catch {
      guard error != .interrupted else { throw error }
      throw ClientProblem()
    }
  }

  /// The payload of a request: `count` bytes after its line.
  private mutating func payload(_ count: Int, _ deadline: Deadline) throws -> [UInt8] {
    do throws(Errno) {
      return try requests.bytes(count, until: deadline)
    } catch {
      guard error != .interrupted else { throw error }
      throw ClientProblem()
    }
  }

  /// Relays a request and its answer.
  ///
  /// - Returns: false after the last one
  /// - Throws: an `Errno` or a ``ServerProblem``
  private mutating func relay() throws -> Bool {
    let line: String
    do {
      line = try requests.line(atMost: 1024, until: nil, besides: server)
    } catch Errno.interrupted {
      throw Errno.interrupted
    } catch Errno.socketShutdown {
      // The server is gone, which the next request would find out.
      throw Errno.connectionReset
    } catch { return false }
    let request = ServerRequest(line)
    let deadline = ContinuousClock.now + NetworkRelay.patience
    switch request {
    case .blank: return true
    case .refused:
      try sendNumber(-Int(EINVAL), deadline)
      return true
    case .exit:
      try? server.send(Array("EXIT\r\n".utf8), until: deadline)
      return false
    case .version, .description, .text, .scans, .number: break
    }
    var message = Array("\(line)\r\n".utf8)
    if case .number(let count) = request { message += try payload(count, deadline) }
    try server.send(message, until: deadline)
    switch request {
    case .blank, .exit, .refused: break
    case .version:
      let version = try answers.line(atMost: 200, until: deadline, besides: client)
      try answer(Array("\(version)\n".utf8), deadline)
    case .number: try sendNumber(try number(deadline), deadline)
    case .description: try relayDescription(deadline)
    case .text(let isEmptyTold):
      let count = try number(deadline)
      try sendNumber(count, deadline)
      guard count > 0 || count == 0 && isEmptyTold else { return true }
      try relayBytes(count + 1, atMost: 65_536, deadline)
    case .scans(let wanted): try relayScans(wanted, deadline)
    }
    return true
  }

  private mutating func relayDescription(_ deadline: Deadline) throws {
    let count = try number(deadline)
    guard count > 0 else { return try sendNumber(count, deadline) }
    guard count <= ServerDescription.mostBytes else {
      throw ServerProblem(reason: "a description of \(count) bytes")
    }
    let text = try answers.bytes(count + 1, until: deadline, besides: client)
    let description: ServerDescription
    do throws(ServerDescription.Problem) {
      description = try ServerDescription(text.dropLast())
    } catch {
      throw ServerProblem(reason: "a description that is refused: \(error.reason)")
    }
    try sendNumber(description.bytes.count, deadline)
    try answer(description.bytes + [UInt8(ascii: "\n")], deadline)
  }

  /// Relays pieces of scans until there are `wanted` bytes, or the server has no more; the first has a mask of channels.
  private mutating func relayScans(_ wanted: Int, _ deadline: Deadline) throws {
    var left = wanted
    var isFirst = true
    while left > 0 {
      let count = try number(deadline)
      guard count <= left else {
        throw ServerProblem(reason: "\(count) bytes of scans, where it was asked for \(left)")
      }
      try sendNumber(count, deadline)
      guard count > 0 else { return }
      if isFirst {
        let mask = try answers.line(atMost: 1024, until: deadline, besides: client)
        try answer(Array("\(mask)\n".utf8), deadline)
        isFirst = false
      }
      try relayBytes(count, atMost: left, deadline)
      left -= count
    }
  }

  private mutating func relayBytes(_ count: Int, atMost limit: Int, _ deadline: Deadline) throws {
    guard count <= limit else { throw ServerProblem(reason: "a text of \(count) bytes") }
    try answer(try answers.bytes(count, until: deadline, besides: client), deadline)
  }

  /// The number with which an answer begins.
  private mutating func number(_ deadline: Deadline) throws -> Int {
    for _ in 0..<Self.mostEmptyLines {
      let line = try answers.line(atMost: 64, until: deadline, besides: client)
      // libiio takes no notice of empty lines either.
      if line.isEmpty { continue }
      guard let number = Int32(line) else {
        throw ServerProblem(reason: "'\(line.prefix(40))' in place of a number")
      }
      return Int(number)
    }
    throw ServerProblem(reason: "\(Self.mostEmptyLines) empty lines in place of a number")
  }

  private func sendNumber(_ number: Int, _ deadline: Deadline) throws {
    try answer(Array("\(number)\n".utf8), deadline)
  }
}

/// Runs `body` on a thread of its own: it waits for a network, which would keep a queue from its work.
///
/// - Parameters:
///   - stackSize: in bytes
///   - body: called once
/// - Throws: an `Errno` if there can be no more threads
func detachThread(
  stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
) throws(Errno) {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  pthread_attr_setstacksize(&attributes, stackSize)
  var thread = pthread_t()
  let context = Unmanaged.passRetained(Box(body)).toOpaque()
  let result = pthread_create(
    &thread, &attributes,
    { context in
      if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
      return nil
    }, context)
  guard result == 0 else {
    Unmanaged<Box>.fromOpaque(context).release()
    throw Errno(rawValue: result)
  }
}
