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
    func take(_ milliseconds: Int64, isStill: Bool) -> Bool {
      rule.take(time(milliseconds), isStill: isStill)
    }
    #expect(!take(0, isStill: true))
    #expect(!take(999, isStill: true))
    #expect(!take(1000, isStill: false))
    #expect(!rule.isResting)
    #expect(take(1100, isStill: true))
    #expect(rule.isResting)
    // The chip cannot report a movement: readings go on, and it is not asked again.
    #expect(!take(1200, isStill: true))
    #expect(!take(9000, isStill: true))
  }

  @Test("after a movement another second is read, so that a detector can see it")
  func wakes() {
    var rule = RestRule()
    _ = rule.take(time(0), isStill: true)
    _ = rule.take(time(1000), isStill: true)
    rule.wake()
    #expect(!rule.isResting)
    let rests = [600_000, 600_900, 601_000].map { rule.take(time($0), isStill: true) }
    #expect(rests == [false, false, true])
  }
}
