// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import motiond

@Suite struct LatestFindingsTests {
  private func rejection(_ end: Int64, swings: Int = 3) -> MotionRejection {
    .shake(
      ShakeRejection(
        start: Timestamp(nanoseconds: 0), end: Timestamp(nanoseconds: end), swings: swings,
        shortcoming: .swings(count: swings, needed: 4)))
  }

  @Test("what detectors with other options find alike counts once")
  func alike() {
    var latest = LatestFindings()
    for _ in 0..<3 {
      latest.add(MotionEvent(.shake, .began, at: Timestamp(nanoseconds: 5)))
      latest.add(rejection(7))
    }
    latest.add(MotionEvent(.shake, .ended, at: Timestamp(nanoseconds: 5)))
    latest.add(MotionEvent(.still, .began, at: Timestamp(nanoseconds: 5)))
    latest.add(rejection(8))
    #expect(latest.events.count == 3)
    #expect(latest.nearMisses.count == 2)
  }

  @Test("a shake says how long it was, and one that was too long by how much")
  func lastShake() {
    var latest = LatestFindings()
    latest.add(rejection(3))
    #expect(latest.lastShake == nil)
    func ended(_ seconds: Double, at time: Int64) -> MotionEvent {
      let end = Timestamp(nanoseconds: time)
      return MotionEvent(
        .shake, .ended, at: end,
        measurements: MotionMeasurements(
          ShakeMeasurements(lastSwing: end, duration: .seconds(seconds))))
    }
    latest.add(ended(0.84, at: 4))
    #expect(latest.lastShake == "0.8 s")
    latest.add(
      .shake(
        ShakeRejection(
          start: Timestamp(nanoseconds: 5), end: Timestamp(nanoseconds: 6), swings: 20,
          shortcoming: .long(2.8, window: 1))))
    #expect(latest.lastShake == "2.8 s, too long by 1.8 s")
    var simulated = ended(0.5, at: 7)
    simulated.isSimulated = true
    latest.add(simulated)
    #expect(latest.lastShake == "2.8 s, too long by 1.8 s")
    latest.add(ended(0.5, at: 8))
    #expect(latest.lastShake == "0.5 s")
  }

  @Test("the last eight are kept, the newest last")
  func limit() {
    var latest = LatestFindings()
    for time in 1...20 {
      latest.add(
        MotionEvent(.shake, .began, at: Timestamp(nanoseconds: Int64(time) * 1_000_000_000)))
    }
    #expect(latest.events.count == 8)
    #expect(latest.events.first?.hasPrefix("13.000 s") == true)
    #expect(latest.events.last?.hasPrefix("20.000 s") == true)
  }
}
