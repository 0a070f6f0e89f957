import Testing

@testable import MotionBus

@Suite struct QuotaTests {
  private static let limits = Quota.Limits(total: 8, user: 3, reserve: 2)

  @Test("a user has a share, and what is kept for root is root's alone")
  func shares() {
    var quota = Quota(Self.limits)
    let taken = [UInt32(1), 1, 1, 1, 2, 2, 2, 2, 3].map { quota.take($0) }
    #expect(taken == [true, true, true, false, true, true, true, false, false])
    let kept = [UInt32(0), 0, 0].map { quota.take($0) }
    #expect(kept == [true, true, false])
  }

  @Test("root may have everything, and others then nothing")
  func root() {
    var quota = Quota(Self.limits)
    let taken = (0..<9).map { _ in quota.take(0) }
    #expect(taken == Array(repeating: true, count: 8) + [false])
    let isBeyond = quota.take(1)
    quota.giveBack(0)
    let isFree = quota.take(1)
    #expect(!isBeyond && isFree)
  }

  @Test("what is given back can be taken again, by anybody")
  func givingBack() {
    var quota = Quota(Self.limits)
    for _ in 0..<3 { _ = quota.take(1) }
    quota.giveBack(1)
    let isFree = quota.take(1)
    #expect(isFree)
    for _ in 0..<3 { quota.giveBack(1) }
    // More than was taken does not make room.
    quota.giveBack(1)
    #expect(quota == Quota(Self.limits))
  }

  @Test("on the bus of one user the whole is his share")
  func single() {
    var quota = Quota(ServiceLimits.single.samples)
    let taken = (0..<17).map { _ in quota.take(1000) }
    #expect(taken == Array(repeating: true, count: 16) + [false])
    #expect(ServiceLimits.of(.session) == .single)
    #expect(ServiceLimits.of(.system) == .shared)
  }
}
