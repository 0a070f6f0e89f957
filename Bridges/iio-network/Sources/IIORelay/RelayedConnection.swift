// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A connection of libiio, and the relay's own one to the server.
struct RelayedConnection: ~Copyable {
  private let client: NetworkSocket
  private let server: NetworkSocket
  /// The longest wait for an answer.
  private let patience: Duration
  private var requests: SocketReader
  private var answers: SocketReader

  private typealias Deadline = ContinuousClock.Instant

  /// The most empty lines before a number: iiod sends one after some texts.
  private static let mostEmptyLines = 16

  private init(_ client: NetworkSocket, _ server: NetworkSocket, _ patience: Duration) {
    (self.client, self.server, self.patience) = (client, server, patience)
    requests = SocketReader(client)
    answers = SocketReader(server)
  }

  /// Relays between `client` and the server; `connected`, if it is not nil, is already connected to
  /// the server.
  static func serve(
    _ client: NetworkSocket, _ connected: NetworkSocket?, _ shared: IIORelay.Shared
  ) {
    guard shared.keep(client) else { return }
    defer { shared.drop(client) }
    do {
      let server = try connected ?? shared.address.connect(until: .now + shared.patience)
      guard shared.keep(server) else { return }
      defer { shared.drop(server) }
      var connection = RelayedConnection(client, server, shared.patience)
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
    let deadline = ContinuousClock.now + patience
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
    case .text(let endsEmpty):
      let count = try number(deadline)
      try sendNumber(count, deadline)
      guard count > 0 || count == 0 && endsEmpty else { return true }
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
      throw ServerProblem(reason: "a description that iio-network refuses: \(error.reason)")
    }
    try sendNumber(description.bytes.count, deadline)
    try answer(description.bytes + [UInt8(ascii: "\n")], deadline)
  }

  /// Relays pieces of scans until there are `wanted` bytes, or the server runs out; the first piece
  /// has a mask of channels.
  private mutating func relayScans(_ wanted: Int, _ deadline: Deadline) throws {
    var left = wanted
    var isFirst = true
    while left > 0 {
      let count = try number(deadline)
      guard count <= left else {
        throw ServerProblem(reason: "\(count) bytes of scans, where iio-network asked for \(left)")
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

  /// The number at the beginning of an answer.
  private mutating func number(_ deadline: Deadline) throws -> Int {
    for _ in 0..<Self.mostEmptyLines {
      let line = try answers.line(atMost: 64, until: deadline, besides: client)
      // libiio ignores empty lines, too.
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

/// The problem of a server that does not answer as it must.
struct ServerProblem: Error, Hashable {
  let reason: String
}
