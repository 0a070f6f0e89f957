// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import motiond

@Suite struct RestRuleTests {
  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("a rest begins when it lies still and was read for a second, once")
  func begins() {
    var rule = RestRule()
    func process(_ milliseconds: Int64, isStill: Bool) -> Bool {
      rule.process(time(milliseconds), isStill: isStill)
    }
    #expect(!process(0, isStill: true))
    #expect(!process(999, isStill: true))
    #expect(!process(1000, isStill: false))
    #expect(process(1100, isStill: true))
    // The chip cannot tell a movement: readings go on, and it is not asked again.
    #expect(!process(1200, isStill: true))
    #expect(!process(9000, isStill: true))
  }

  @Test("after a movement another second is read, so that a detector can see it")
  func wakes() {
    var rule = RestRule()
    _ = rule.process(time(0), isStill: true)
    _ = rule.process(time(1000), isStill: true)
    rule.wake()
    let rests = [600_000, 600_900, 601_000].map { rule.process(time($0), isStill: true) }
    #expect(rests == [false, false, true])
  }
}
