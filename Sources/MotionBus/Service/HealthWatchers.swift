// SPDX-License-Identifier: Apache-2.0

/// The clients that are sent the health of the daemon when it has changed: those that have claimed
/// motions and have called `GetStatus`.
struct HealthWatchers {
  /// The health that each was sent last; nil for what `GetStatus` has answered, which is not kept.
  private var sent: [String: DaemonHealth?] = [:]

  /// Adds a client, which has called `GetStatus`.
  mutating func add(_ client: String) {
    sent.updateValue(nil, forKey: client)
  }

  /// Forgets a client, which has left.
  mutating func remove(_ client: String) {
    sent[client] = nil
  }

  /// Notes the health, and returns the clients to send it to, in order.
  ///
  /// - Parameter health: the health now
  /// - Returns: the names of the clients that have not heard it
  mutating func news(_ health: DaemonHealth) -> [String] {
    let clients = sent.filter { $0.value.map { health.differs(from: $0) } ?? true }.keys.sorted()
    for client in clients { sent.updateValue(health, forKey: client) }
    return clients
  }
}
