// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MotionBus

@Suite struct QuotaTests {
  private static let limits = Quota.Limits(total: 8, user: 3, reserve: 2)

  @Test("a user has a share, and what is kept for root is root's alone")
  func shares() {
    var quota = Quota(Self.limits)
    let taken = [UInt32(1), 1, 1, 1, 2, 2, 2, 2, 3].map { quota.claim($0) }
    #expect(taken == [true, true, true, false, true, true, true, false, false])
    let kept = [UInt32(0), 0, 0].map { quota.claim($0) }
    #expect(kept == [true, true, false])
  }

  @Test("root may have everything, and others then nothing")
  func root() {
    var quota = Quota(Self.limits)
    let taken = (0..<9).map { _ in quota.claim(0) }
    #expect(taken == Array(repeating: true, count: 8) + [false])
    let isBeyond = quota.claim(1)
    quota.release(0)
    let isFree = quota.claim(1)
    #expect(!isBeyond && isFree)
  }

  @Test("what is given back can be taken again, by anybody")
  func givingBack() {
    var quota = Quota(Self.limits)
    for _ in 0..<3 { _ = quota.claim(1) }
    quota.release(1)
    let isFree = quota.claim(1)
    #expect(isFree)
    for _ in 0..<3 { quota.release(1) }
    // More than was taken does not make room.
    quota.release(1)
    #expect(quota == Quota(Self.limits))
  }

  @Test("on the bus of one user the whole is his share")
  func single() {
    var quota = Quota(ServiceLimits.single.samples)
    let taken = (0..<17).map { _ in quota.claim(1000) }
    #expect(taken == Array(repeating: true, count: 16) + [false])
    #expect(ServiceLimits.of(.session) == .single)
    #expect(ServiceLimits.of(.system) == .shared)
  }
}
