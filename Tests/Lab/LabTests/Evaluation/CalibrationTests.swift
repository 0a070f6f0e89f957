// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import MotionEvaluation

@Suite struct CalibrationTests {
  /// A hundred beginnings of `confidence`, of which so many are a shake's.
  private func beginnings(_ confidence: Double, shakes: Int) -> [Beginning] {
    (0..<100).map { Beginning(confidence: confidence, isShake: $0 < shakes) }
  }

  @Test("odds that hold have the slope 1 and no offset; the bins have mean and share")
  func holds() throws {
    let calibration = try #require(
      Calibration(beginnings(0.25, shakes: 25) + beginnings(0.85, shakes: 85)))
    #expect(abs(calibration.slope - 1) < 0.001 && abs(calibration.offset) < 0.001)
    #expect(calibration.bins.map(\.least) == [0.2, 0.8])
    #expect(calibration.bins.map(\.shakes) == [25, 85].map { Share(hits: $0, total: 100) })
    #expect(abs(calibration.bins[1].mean - 0.85) < 1e-9)
  }

  @Test("beginnings that are surer than they should be have a slope below 1, others an offset")
  func fails() throws {
    let sure = try #require(
      Calibration(beginnings(0.2, shakes: 30) + beginnings(0.8, shakes: 70)))
    #expect(abs(sure.slope - log(7.0 / 3) / log(4.0)) < 0.001 && abs(sure.offset) < 0.001)
    let low = try #require(Calibration(beginnings(0.2, shakes: 50) + beginnings(0.5, shakes: 80)))
    #expect(abs(low.slope - 1) < 0.001 && abs(low.offset - log(4.0)) < 0.001)
  }

  @Test("a certain beginning counts, and of one sort alone there is no calibration")
  func edges() throws {
    let certain = try #require(Calibration(beginnings(0, shakes: 1) + beginnings(1, shakes: 99)))
    #expect(certain.bins.map(\.least) == [0, 0.8])
    #expect(Calibration(beginnings(0.5, shakes: 100)) == nil)
    #expect(Calibration([]) == nil)
  }
}
