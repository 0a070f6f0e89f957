// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// The clients that have claimed the accelerometer, and what each of them gets.
struct ScreenClaims {
  private struct Client {
    let user: UInt32
    var access: Access
  }

  private var clients: [String: Client] = [:]
  private var budget: UserBudget

  /// No claims yet; there are only so many.
  init(limits: UserBudget.Limits) {
    budget = UserBudget(ofUsers: limits)
  }

  /// A Boolean value that indicates whether readings are wanted.
  var wantsReadings: Bool { clients.values.contains { $0.access == .full } }

  /// The clients that hear of poses, by their unique names.
  var names: [String] { Array(clients.keys) }

  /// A Boolean value that indicates whether `client` has claimed, and neither released nor left.
  func contains(_ client: String) -> Bool { clients[client] != nil }

  /// The clients of users that are not in `users`.
  func names(except users: Set<UInt32>) -> [String] {
    clients.filter { !users.contains($0.value.user) }.map(\.key)
  }

  /// Adds a claim; a second one of the same client changes nothing.
  ///
  /// - Parameters:
  ///   - client: the unique name of the client
  ///   - user: its user
  ///   - access: limited if it is not to keep the sensor awake
  /// - Throws: a ``Refusal`` if there are too many clients
  mutating func claim(_ client: String, of user: UInt32, access: Access) throws(Refusal) {
    guard !contains(client) else { return }
    guard budget.take(for: user) else {
      throw Refusal(
        name: "org.freedesktop.DBus.Error.LimitsExceeded",
        message: "too many clients have claimed the accelerometer: at most \(budget.limits.total), "
          + "and \(budget.limits.each) of one user")
    }
    clients[client] = Client(user: user, access: access)
  }

  /// Changes the access of `client`.
  mutating func set(_ access: Access, of client: String) {
    clients[client]?.access = access
  }

  /// Removes the claim of a client that releases it, or has left the bus.
  mutating func release(_ client: String) {
    guard let former = clients.removeValue(forKey: client) else { return }
    budget.giveBack(of: former.user)
  }

  /// Removes all claims.
  mutating func releaseAll() {
    for client in names { release(client) }
  }
}
