// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// The shares of the service that users hold.
package typealias UserBudget = Budget<UInt32>

extension Budget where Holder == UInt32 {
  /// A budget of users, whose owner is root.
  package init(ofUsers limits: Limits) {
    self.init(limits, owner: 0)
  }
}

/// The limits of the service.
package struct ServiceLimits: Hashable, Sendable {
  /// The clients that have claimed: on the system bus each takes one of the 512 match rules of a
  /// connection.
  package var claims: UserBudget.Limits
  /// The callers that wait for polkit, each with its call.
  package var questions: UserBudget.Limits
  /// The calls that wait for an answer of another queue, with their texts.
  package var calls: UserBudget.Limits
  /// The pipes of readings, each of which may take 1 MB.
  package var samples: UserBudget.Limits

  /// Limits of claims, questions and pipes; of calls the usual ones.
  package init(
    claims: UserBudget.Limits, questions: UserBudget.Limits, samples: UserBudget.Limits,
    calls: UserBudget.Limits = .init(
      total: 256, each: 32, reserve: 32, bytes: 8 << 20, bytesOfEach: 4 << 20)
  ) {
    (self.claims, self.questions, self.calls, self.samples) = (claims, questions, calls, samples)
  }

  /// The most memory of motiond in bytes, whatever clients ask for.
  package static let mostMemory = 64 << 20

  /// The limits on a bus that several users reach.
  package static let shared = ServiceLimits(
    claims: .init(total: 256, each: 64, reserve: 16),
    questions: .init(total: 32, each: 4, bytes: 8 << 20, bytesOfEach: 4 << 20),
    samples: .init(total: 16, each: 6, reserve: 4))
  /// The limits on the bus of one user.
  package static let single = ServiceLimits(
    claims: .init(total: 256), questions: .init(total: 32, bytes: 8 << 20),
    samples: .init(total: 16), calls: .init(total: 256, bytes: 8 << 20))

  /// The limits on the bus at `address`.
  package static func of(_ address: BusAddress) -> ServiceLimits {
    address == .system ? shared : single
  }
}
