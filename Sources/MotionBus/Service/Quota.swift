// SPDX-License-Identifier: Apache-2.0

/// A count of the things that users hold; there are only so many.
///
/// A user holds at most a share, and some are kept for root.
package struct Quota: Hashable, Sendable {
  /// The limits of a quota.
  package struct Limits: Hashable, Sendable {
    /// The most that all users hold together.
    package var total: Int
    /// The most that one user other than root holds.
    package var user: Int
    /// The part of the total that only root may hold.
    package var reserve: Int

    /// Limits of several users.
    package init(total: Int, user: Int, reserve: Int) {
      (self.total, self.user, self.reserve) = (total, user, reserve)
    }

    /// A limit without shares, for a bus that only one user can reach.
    package init(total: Int) {
      self.init(total: total, user: total, reserve: 0)
    }
  }

  /// The limits.
  package let limits: Limits
  private var held: [UInt32: Int] = [:]

  /// A quota that nobody holds anything of.
  package init(_ limits: Limits) {
    self.limits = limits
  }

  /// Counts one more for `user`.
  ///
  /// - Returns: false, and nothing is counted, if that is beyond a limit
  package mutating func claim(_ user: UInt32) -> Bool {
    let sum = held.values.reduce(0, +)
    let own = held[user, default: 0]
    let isFree =
      user == 0
      ? sum < limits.total
      : own < limits.user && sum - held[0, default: 0] < limits.total - limits.reserve
        && sum < limits.total
    guard isFree else { return false }
    held[user] = own + 1
    return true
  }

  /// Counts one less for `user`, who claimed it before.
  package mutating func release(_ user: UInt32) {
    let own = held[user, default: 0]
    held[user] = own > 1 ? own - 1 : nil
  }
}

/// The limits of the service.
package struct ServiceLimits: Hashable, Sendable {
  /// The clients that have claimed: on the system bus each takes one of the 512 match rules of a
  /// connection.
  package var claims: Quota.Limits
  /// The callers that wait for polkit.
  package var questions: Quota.Limits
  /// The pipes of readings, each of which may take 1 MB.
  package var samples: Quota.Limits

  /// The limits on a bus that several users reach.
  package static let shared = ServiceLimits(
    claims: Quota.Limits(total: 256, user: 64, reserve: 16),
    questions: Quota.Limits(total: 32, user: 4, reserve: 0),
    samples: Quota.Limits(total: 16, user: 6, reserve: 4))
  /// The limits on the bus of one user.
  package static let single = ServiceLimits(
    claims: Quota.Limits(total: 256), questions: Quota.Limits(total: 32),
    samples: Quota.Limits(total: 16))

  /// The limits on the bus at `address`.
  package static func of(_ address: BusAddress) -> ServiceLimits {
    address == .system ? shared : single
  }
}
