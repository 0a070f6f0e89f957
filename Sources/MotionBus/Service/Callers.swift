// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// The users of callers; it asks the bus for each once, without waiting.
///
/// Used by one thread at a time, like its connection.
package final class Callers {
  /// A call whose caller's user is known, or not.
  package typealias Continuation = (Result<UInt32, Refusal>) -> Void

  private struct Call {
    let bytes: Int
    let continuation: Continuation
  }

  private let connection: BusConnection
  /// The calls that wait for the user of a client, in order.
  private var waiting: [String: [Call]] = [:]
  private var budget = Budget<String>(limits)
  /// The users that the bus has told, by unique names, which no other client gets.
  private var users: [String: UInt32] = [:]

  /// The calls that wait until the bus has told who makes them: anybody may make them.
  ///
  /// As many as there are claims, since all clients claim at once when a daemon starts again, and a
  /// client that the service refuses waits for the next daemon. The bytes are few.
  package static let limits = Budget<String>.Limits(
    total: 256, each: 2, bytes: 4 << 20, bytesOfEach: 3 << 20)
  /// The time until this asks once more, and then twice as long each time.
  private static let patience = Duration.milliseconds(200)
  /// The time that the bus has, as long as a caller waits.
  private static let limit = Duration.seconds(25)
  /// The most users that are remembered; then all are forgotten, and asked for again.
  package static let mostUsers = 1024
  private let mostUsers: Int

  /// Nobody has called yet; so many users at most are remembered.
  package init(_ connection: BusConnection, mostUsers: Int = mostUsers) {
    (self.connection, self.mostUsers) = (connection, mostUsers)
  }

  /// A Boolean value that indicates whether calls of `client` wait: later ones wait behind them.
  package func isAsking(of client: String) -> Bool { waiting[client] != nil }

  /// The user of `client`; nil if the bus has not told it.
  package func user(of client: String) -> UInt32? { users[client] }

  /// Calls `continuation` with the user of `client`, after those that wait already.
  ///
  /// - Parameters:
  ///   - client: a client whose user is not known
  ///   - bytes: the bytes of text in its call, which waits meanwhile
  ///   - continuation: called later
  /// - Throws: a ``Refusal`` if too many wait
  package func identify(
    _ client: String, holding bytes: Int = 0, _ continuation: @escaping Continuation
  ) throws(Refusal) {
    guard budget.take(bytes, for: client) else {
      throw Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "too many calls wait until the bus says who makes them: at most "
          + "\(Self.limits.each) of a client, and \(Self.limits.total) of all; wait for answers")
    }
    waiting[client, default: []].append(Call(bytes: bytes, continuation: continuation))
    if waiting[client]?.count == 1 { ask(about: client, after: .zero) }
  }

  /// Asks the bus, `time` after the first question, and once more if no answer comes.
  ///
  /// It loses answers for whom too much waits; one that comes late counts too.
  private func ask(about client: String, after time: Duration) {
    do throws(BusError) {
      // Not sd_bus_query_sender_creds, which waits for the answer.
      let question = try connection.callBus("GetConnectionUnixUser", [.string(client)])
      try connection.send(question, timeout: Self.limit - time) { [weak self] result in
        self?.answer(client, result)
      }
    } catch { return answer(client, .failure(error)) }
    // 0.2, 0.6, 1.4 s after the first question, and so on.
    let next = time * 2 + Self.patience
    guard next < Self.limit else { return }
    connection.after(next - time) { [weak self] in
      if self?.isAsking(of: client) == true { self?.ask(about: client, after: next) }
    }
  }

  private func answer(_ client: String, _ result: Result<[BusValue], BusError>) {
    guard let calls = waiting.removeValue(forKey: client) else { return }
    let user: Result<UInt32, Refusal>
    switch result {
    case .success(let values):
      if case .uint32(let number)? = values.first {
        user = .success(number)
        if users.count >= mostUsers { users = [:] }
        users[client] = number
      } else {
        user = .failure(.denied("the bus does not say who calls"))
      }
    case .failure(let error): user = .failure(.denied("cannot find out who calls: \(error)"))
    }
    for call in calls {
      budget.giveBack(call.bytes, of: client)
      call.continuation(user)
    }
  }
}
