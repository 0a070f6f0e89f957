// SPDX-License-Identifier: Apache-2.0

/// A bound of what others make this process hold: so many things and bytes, of each holder and of
/// all.
///
/// Whoever asks for more gets a refusal at once. `docs/budgets.md` has the table of all
/// budgets.
package struct Budget<Holder: Hashable & Sendable>: Hashable, Sendable {
  /// The limits of a budget.
  package struct Limits: Hashable, Sendable {
    /// The most things that all hold together.
    package var total: Int
    /// The most things of one holder other than the owner.
    package var each: Int
    /// The part of the total that only the owner may hold.
    package var reserve: Int
    /// The most bytes that all hold together.
    package var bytes: Int
    /// The most bytes of one holder other than the owner.
    package var bytesOfEach: Int

    /// Limits of several holders.
    ///
    /// - Parameters:
    ///   - total: the most things of all
    ///   - each: the most things of one holder; nil for the total
    ///   - reserve: the part of the total that only the owner may hold
    ///   - bytes: the most bytes of all; nil where only things count
    ///   - bytesOfEach: the most bytes of one holder; nil for all of them
    package init(
      total: Int, each: Int? = nil, reserve: Int = 0, bytes: Int? = nil, bytesOfEach: Int? = nil
    ) {
      (self.total, self.each, self.reserve) = (total, each ?? total, reserve)
      self.bytes = bytes ?? .max
      self.bytesOfEach = bytesOfEach ?? self.bytes
    }
  }

  private struct Sum: Hashable {
    var count = 0
    var bytes = 0
  }

  /// The limits.
  package let limits: Limits
  /// The holder without a share of its own, such as root: only the total limits it.
  private let owner: Holder?
  private var held: [Holder: Sum] = [:]
  private var all = Sum()

  /// A budget that nobody holds anything of.
  package init(_ limits: Limits, owner: Holder? = nil) {
    (self.limits, self.owner) = (limits, owner)
  }

  /// Counts one thing more, of so many bytes, for `holder`.
  ///
  /// - Returns: false, and nothing is counted, if that is beyond a limit
  package mutating func take(_ bytes: Int = 0, for holder: Holder) -> Bool {
    var own = held[holder] ?? Sum()
    guard all.count < limits.total, bytes <= limits.bytes - all.bytes else { return false }
    if holder != owner {
      let others = all.count - (owner.flatMap { held[$0]?.count } ?? 0)
      guard own.count < limits.each, others < limits.total - limits.reserve,
        bytes <= limits.bytesOfEach - own.bytes
      else { return false }
    }
    own.count += 1
    own.bytes += bytes
    all.count += 1
    all.bytes += bytes
    held[holder] = own
    return true
  }

  /// Counts one thing less, of so many bytes, for `holder`, who took it before.
  package mutating func giveBack(_ bytes: Int = 0, of holder: Holder) {
    guard var own = held[holder] else { return }
    let back = min(bytes, own.bytes)
    own.count -= 1
    own.bytes -= back
    all.count -= 1
    all.bytes -= back
    held[holder] = own.count > 0 ? own : nil
  }
}
