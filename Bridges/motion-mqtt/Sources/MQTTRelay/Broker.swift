// SPDX-License-Identifier: Apache-2.0

import CMosquitto
import Glibc
import LinuxSupport
import MotionCore
import MotionMQTT
import SystemPackage

/// The address of a broker, with the certificates and the user for it.
package struct BrokerAddress {
  package var host: String
  package var port: Int32
  /// A file or a folder of certificates that are trusted; nil for a connection without TLS.
  package var trusted: TrustedCertificates?
  /// The files of our certificate and of its key.
  package var certificate: (file: String, key: String)?
  package var user: String?
  package var password: String?

  /// The address of a broker.
  package init(
    host: String, port: Int32, trusted: TrustedCertificates? = nil,
    certificate: (file: String, key: String)? = nil, user: String? = nil, password: String? = nil
  ) {
    (self.host, self.port, self.trusted, self.certificate) = (host, port, trusted, certificate)
    (self.user, self.password) = (user, password)
  }

  package enum TrustedCertificates {
    case file(String)
    case folder(String)
  }
}

/// A client of a broker, for a loop that waits for descriptors; it never blocks.
///
/// On one thread. Each connection is of a new client, so that nothing is sent again that the
/// ``Outbox`` does not send.
package final class Broker {
  /// An event that the library tells in the middle of ``process()``.
  package enum Event: Equatable {
    case connected
    /// The broker does not let us in, by its answer to the connection.
    case refused(Int32)
    case acknowledged
    case lost
  }

  private let address: BrokerAddress
  private let identifier: String
  private let will: MQTTMessage
  private let library: Client
  private var client: OpaquePointer { library.pointer }
  private var events: [Event] = []
  /// The beginning of a connection, whose result is why there is none, or nil.
  ///
  /// The library looks the broker's name up, as long as the name servers take. The loop leaves the
  /// client alone meanwhile.
  private var opening: Errand<String?>?

  /// The library's client.
  ///
  /// Sendable: only the thread that opens a connection uses it as long as it does, else the loop.
  private final class Client: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }
    deinit { mosquitto_destroy(pointer) }
  }

  /// The packets that the broker may still send.
  private var allowance = ReadAllowance(at: .now())

  /// The time of our latest message; the library counts from it.
  private var lastSent = Timestamp.now()
  /// The time of the latest sign of life of the broker.
  private var lastHeard = Timestamp.now()

  /// The time to call ``process()`` although nothing happens: when a ping is due, or 15 s after one
  /// of our messages that has no answer.
  package var deadline: Timestamp {
    let wait = lastHeard >= lastSent ? Self.keepalive : Self.keepalive / 4
    return max(lastSent, lastHeard).advanced(byNanoseconds: Int64(wait) * 1_000_000_000)
  }

  /// The time between two messages before the client asks if the broker is there, in s.
  static let keepalive: Int32 = 60

  /// A client with the name `identifier`.
  ///
  /// - Parameters:
  ///   - address: of the broker
  ///   - identifier: the name that the broker knows it by
  ///   - will: the last will
  /// - Throws: a ``Failure`` if a file cannot be used
  package init(
    _ address: BrokerAddress, identifier: String, will: MQTTMessage
  ) throws(Failure) {
    (self.address, self.identifier, self.will) = (address, identifier, will)
    mosquitto_lib_init()
    guard let client = mosquitto_new(identifier, true, nil) else {
      throw Failure(.failure, "cannot make a client of MQTT: \(String(cString: strerror(errno)))")
    }
    library = Client(client)
    try setUp()
  }

  /// Gives a client that was just made all that it needs to connect.
  private func setUp() throws(Failure) {
    mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    mosquitto_connect_callback_set(client) { _, context, code in
      Broker.of(context)?.events.append(code == 0 ? .connected : .refused(code))
    }
    mosquitto_disconnect_callback_set(client) { _, context, _ in
      Broker.of(context)?.events.append(.lost)
    }
    mosquitto_publish_callback_set(client) { _, context, _ in
      Broker.of(context)?.events.append(.acknowledged)
    }
    mosquitto_will_set(
      client, will.topic, Int32(will.payload.count), will.payload, 1, will.isRetained)
    if let user = address.user { mosquitto_username_pw_set(client, user, address.password) }
    guard let trusted = address.trusted else { return }
    let (file, folder): (String?, String?) =
      switch trusted {
      case .file(let path): (path, nil)
      case .folder(let path): (nil, path)
      }
    let code = mosquitto_tls_set(
      client, file, folder, address.certificate?.file, address.certificate?.key, nil)
    guard code == MOSQ_ERR_SUCCESS.rawValue else {
      let files = [file, folder, address.certificate?.file, address.certificate?.key]
      throw Failure(
        .noInput,
        "cannot use the certificates in \(files.compactMap { $0 }.joined(separator: ", ")): "
          + Self.text(code))
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Broker? {
    context.map { Unmanaged<Broker>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Begins to connect.
  ///
  /// - Returns: nil, or why that is not possible now
  package func connect() -> String? {
    // What the connection before may have left.
    (events, lastSent) = ([], .now())
    // The library would send again what was on its way, however old.
    guard mosquitto_reinitialise(client, identifier, true, nil) == MOSQ_ERR_SUCCESS.rawValue else {
      return "the library cannot begin again"
    }
    do throws(Failure) { try setUp() } catch { return error.description }
    do throws(Errno) {
      opening = try Errand { [library, host = address.host, port = address.port] in
        let code = mosquitto_connect_async(library.pointer, host, port, Self.keepalive)
        return code == MOSQ_ERR_SUCCESS.rawValue ? nil : Self.text(code)
      }
    } catch { return "\(error)" }
    return nil
  }

  /// A Boolean value that indicates whether the broker's name is still looked up.
  package var isOpening: Bool { opening != nil }

  /// The descriptor and the events to wait for; nil without a connection.
  package var wish: (number: Int32, events: Int16)? {
    if let opening { return (opening.descriptor.rawValue, Int16(POLLIN)) }
    let descriptor = mosquitto_socket(client)
    guard descriptor >= 0 else { return nil }
    return (descriptor, Int16(mosquitto_want_write(client) ? POLLIN | POLLOUT : POLLIN))
  }

  /// Reads and writes what can be, without waiting.
  ///
  /// - Returns: what happened; and why, if the connection was lost
  package func process() -> (events: [Event], reason: String?) {
    if let opening {
      guard let reason = opening.outcome else { return ([], nil) }
      (self.opening, lastSent) = (nil, .now())
      allowance = ReadAllowance(at: lastSent)
      return ([], reason)
    }
    guard let wish else { return ([], nil) }
    var ready = pollfd(fd: wish.number, events: wish.events, revents: 0)
    var code = MOSQ_ERR_SUCCESS.rawValue
    if poll(&ready, 1, 0) > 0 {
      if ready.revents & Int16(POLLOUT) != 0 { code = mosquitto_loop_write(client, 1) }
      if code == MOSQ_ERR_SUCCESS.rawValue, ready.revents & ~Int16(POLLOUT) != 0 {
        code = MemoryLimit.during { mosquitto_loop_read(client, 1) }
        lastHeard = .now()
        if !allowance.noteRead(at: lastHeard) {
          events = []
          return ([.lost], "it sends much more than answers")
        }
        // The library takes a connection that the broker refuses, or that breaks, before it is TLS
        // for one that goes on.
        let isBroken = ready.revents & Int16(POLLHUP | POLLERR) != 0
        if isBroken, events.isEmpty, code == MOSQ_ERR_SUCCESS.rawValue {
          code = MOSQ_ERR_CONN_LOST.rawValue
        }
      }
    }
    // The library sends a ping if one is due.
    if Timestamp.now() >= deadline { lastSent = .now() }
    if code == MOSQ_ERR_SUCCESS.rawValue { code = mosquitto_loop_misc(client) }
    defer { events = [] }
    guard code != MOSQ_ERR_SUCCESS.rawValue else { return (events, nil) }
    return (events.filter { $0 != .lost } + [.lost], Self.text(code))
  }

  /// Sends `message`; the broker acknowledges it.
  ///
  /// - Throws: a ``Failure`` if the library refuses it
  package func publish(_ message: MQTTMessage) throws(Failure) {
    let payload = message.payload
    let code = mosquitto_publish(
      client, nil, message.topic, Int32(payload.count), payload, 1, message.isRetained)
    lastSent = .now()
    allowance.noteMessage()
    // Whatever was lost meanwhile, the library has it, and sends it again.
    guard
      [MOSQ_ERR_INVAL, MOSQ_ERR_NOMEM, MOSQ_ERR_PAYLOAD_SIZE].allSatisfy({ $0.rawValue != code })
    else { throw Failure(.failure, "cannot send to \(message.topic): \(Self.text(code))") }
  }

  /// Says goodbye, so that the will is not published.
  package func disconnect() {
    if opening == nil { mosquitto_disconnect(client) }
  }

  private static func text(_ code: Int32) -> String {
    code == MOSQ_ERR_ERRNO.rawValue
      ? String(cString: strerror(errno)) : String(cString: mosquitto_strerror(code))
  }

  /// The library's version.
  package static var libraryVersion: String {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    mosquitto_lib_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }
}

/// A limit of the memory that a call may add to this process.
///
/// libmosquitto reserves what the first bytes of a packet announce, up to 268 MB, and has no limit
/// of its own. Where it gets no memory, it gives the connection up.
private enum MemoryLimit {
  /// The most bytes: what a broker has to say to a relay is a few.
  private static let most: rlim_t = 1 << 20
  private static let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)

  /// Calls `body` with the limit.
  static func during(_ body: () -> Int32) -> Int32 {
    var limit = rlimit()
    guard let used = dataSize, getrlimit(resource, &limit) == 0
    else { return body() }
    let before = limit
    limit.rlim_cur = min(before.rlim_cur, used + most)
    setrlimit(resource, &limit)
    defer {
      var before = before
      setrlimit(resource, &before)
    }
    return body()
  }

  /// The size of the data of this process, as the limit counts it; nil if it is not known.
  private static var dataSize: rlim_t? {
    guard let file = try? FileDescriptor.open("/proc/self/statm", .readOnly) else { return nil }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    guard fields.count > 5, let pages = rlim_t(fields[5]) else { return nil }
    return pages * rlim_t(sysconf(Int32(_SC_PAGESIZE)))
  }
}
