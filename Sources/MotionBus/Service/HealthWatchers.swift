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

  /// Notes the health, and returns the clients that are to be sent it, in order.
  ///
  /// - Parameters:
  ///   - health: the health now
  ///   - isThere: returns true if a client still has a claim; others are forgotten
  /// - Returns: the names of the clients for which it is news
  mutating func news(_ health: DaemonHealth, _ isThere: (String) -> Bool) -> [String] {
    sent = sent.filter { isThere($0.key) }
    let clients = sent.filter { $0.value.map { health.differs(from: $0) } ?? true }.keys.sorted()
    for client in clients { sent.updateValue(health, forKey: client) }
    return clients
  }
}
