// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@Suite struct GapRuleTests {
  @Test(
    "no gap is 250 ms, or four periods where they last longer, and a day at most",
    arguments: [
      (0, 250_000_000), (10_000_000, 250_000_000), (62_500_000, 250_000_000),
      (62_500_001, 250_000_004), (1_000_000_000, 4_000_000_000),
      (21_600_000_000_000, 86_400_000_000_000), (21_600_000_000_001, 86_400_000_000_000),
      (1 << 61, 86_400_000_000_000), (.max, 86_400_000_000_000),
    ] as [(Int64, Int64)])
  func longestSilence(_ period: Int64, _ silence: Int64) {
    #expect(GapRule.longestSilence(period: period) == silence)
  }
}
