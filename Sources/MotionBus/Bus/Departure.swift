// SPDX-License-Identifier: Apache-2.0

/// A wait for a client to leave the bus, which lasts as long as this object.
///
/// One thread at a time may use it, as with its connection.
package final class Departure {
  private weak var connection: BusConnection?
  private let client: String
  private var handler: (() -> Void)?
  private var match: BusSlot?
  private var isAsking = false
  /// A Boolean value that indicates whether to ask once more, as an answer may be too old.
  private var isInDoubt = false

  /// Calls `handler` when `client` is no longer on the bus, even if it has already left.
  ///
  /// - Parameters:
  ///   - client: a unique name, which no other client gets while the bus runs
  ///   - connection: the connection to the bus
  ///   - handler: called once, while processing
  /// - Throws: a ``BusError`` if the connection broke
  package init(
    of client: String, on connection: BusConnection, _ handler: @escaping () -> Void
  ) throws(BusError) {
    (self.client, self.connection, self.handler) = (client, connection, handler)
    match = try connection.matchOwner(of: client) { [weak self] _ in self?.report() }
    connection.afterFlood[ObjectIdentifier(self)] = { [weak self] in self?.ask() }
    // The client may have left before the match. The bus takes messages in order: if it still knows
    // the client at this question, the match will see the client leave.
    ask()
  }

  deinit {
    connection?.afterFlood[ObjectIdentifier(self)] = nil
  }

  private func report() {
    handler.take()?()
  }

  /// Asks the bus whether the client is there, and once more if the bus loses the answer.
  private func ask() {
    guard !isAsking else { return isInDoubt = true }
    (isAsking, isInDoubt) = (true, false)
    // It only fails as the connection broke, which shows when it is processed the next time.
    guard let question = try? connection?.callBus("NameHasOwner", [.string(client)]) else { return }
    _ = try? connection?.send(question) { [weak self] in self?.take($0) }
  }

  private func take(_ answer: Result<[BusValue], BusError>) {
    isAsking = false
    switch answer {
    case .success([.bool(false)]): report()
    case .success: if isInDoubt { ask() }
    case .failure(let error): if error.isNoReply { ask() }
    }
  }
}
