// SPDX-License-Identifier: Apache-2.0

/// The users of callers; it asks the bus for them without waiting.
///
/// Used by one thread at a time, like its connection.
package final class Callers {
  /// A call whose caller's user is known, or not.
  package typealias Continuation = (Result<UInt32, Refusal>) -> Void

  private let connection: BusConnection
  /// The calls that wait for the user of a client, in order.
  private var waiting: [String: [Continuation]] = [:]

  /// The most calls of one client that wait.
  private static let limit = 64

  /// Nobody has called yet.
  package init(_ connection: BusConnection) {
    self.connection = connection
  }

  /// A Boolean value that indicates whether calls of `client` wait: later ones wait behind them.
  package func isAsking(of client: String) -> Bool { waiting[client] != nil }

  /// Calls `continuation` with the user of `client`, after those that wait already.
  ///
  /// - Throws: a ``Refusal`` if too many wait
  package func identify(_ client: String, _ continuation: @escaping Continuation) throws(Refusal) {
    guard waiting[client, default: []].count < Self.limit else {
      throw Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "\(Self.limit) calls wait already; wait for their answers")
    }
    waiting[client, default: []].append(continuation)
    guard waiting[client]?.count == 1 else { return }
    do throws(BusError) {
      // Not sd_bus_query_sender_creds, which waits for the answer.
      let question = try connection.callBus("GetConnectionUnixUser", [.string(client)])
      try connection.send(question) { [weak self] result in
        self?.answer(client, result)
      }
    } catch { answer(client, .failure(error)) }
  }

  private func answer(_ client: String, _ result: Result<[BusValue], BusError>) {
    let user: Result<UInt32, Refusal>
    switch result {
    case .success(let values):
      if case .uint32(let number)? = values.first {
        user = .success(number)
      } else {
        user = .failure(.denied("the bus does not say who calls"))
      }
    case .failure(let error): user = .failure(.denied("cannot find out who calls: \(error)"))
    }
    for continuation in waiting.removeValue(forKey: client) ?? [] { continuation(user) }
  }
}
