// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import LinuxSupport

@Suite struct BudgetTests {
  private typealias Users = Budget<UInt32>
  private static let limits = Users.Limits(
    total: 8, each: 3, reserve: 2, bytes: 100, bytesOfEach: 40)

  @Test("a holder has a share, and what is kept for the owner is the owner's alone")
  func shares() {
    var budget = Users(Self.limits, owner: 0)
    let taken = [UInt32(1), 1, 1, 1, 2, 2, 2, 2, 3].map { budget.take(for: $0) }
    #expect(taken == [true, true, true, false, true, true, true, false, false])
    let kept = [UInt32(0), 0, 0].map { budget.take(for: $0) }
    #expect(kept == [true, true, false])
  }

  @Test("bytes count for each and for all; what is given back can be taken again, by anybody")
  func bytes() {
    var budget = Users(Self.limits)
    let taken = [(UInt32(1), 30), (1, 11), (1, 10), (2, 40), (3, 21), (3, 20), (4, 1)].map {
      budget.take($0.1, for: $0.0)
    }
    #expect(taken == [true, false, true, true, false, true, false])
    budget.giveBack(30, of: 1)
    let isFree = budget.take(30, for: 4)
    #expect(isFree)
  }

  @Test("whatever is taken and given back, nobody holds more than a limit; all of it comes back")
  func random() {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<200 {
      let limits = Users.Limits(
        total: .random(in: 0...9, using: &random), each: .random(in: 0...5, using: &random),
        reserve: .random(in: 0...3, using: &random), bytes: .random(in: 0...99, using: &random),
        bytesOfEach: .random(in: 0...50, using: &random))
      var budget = Users(limits, owner: 0)
      var held: [(user: UInt32, bytes: Int)] = []
      for _ in 0..<60 {
        if !held.isEmpty, Bool.random(using: &random) {
          let (user, bytes) = held.remove(at: .random(in: 0..<held.count, using: &random))
          budget.giveBack(bytes, of: user)
          continue
        }
        let (user, bytes) = (
          UInt32.random(in: 0...3, using: &random), Int.random(in: 0...30, using: &random)
        )
        let others = held.filter { $0.user != 0 }
        let own = held.filter { $0.user == user }
        let fits =
          held.count < limits.total && held.map(\.bytes).reduce(bytes, +) <= limits.bytes
          && (user == 0
            || own.count < limits.each && others.count < limits.total - limits.reserve
              && own.map(\.bytes).reduce(bytes, +) <= limits.bytesOfEach)
        let isTaken = budget.take(bytes, for: user)
        #expect(isTaken == fits)
        if isTaken { held.append((user, bytes)) }
      }
      for (user, bytes) in held { budget.giveBack(bytes, of: user) }
      // What was not taken makes no room.
      budget.giveBack(1, of: 1)
      #expect(budget == Users(limits, owner: 0))
    }
  }
}
