// SPDX-License-Identifier: Apache-2.0

import MotionEvaluation
import Testing

/// Against tables of statistics.
@Suite struct ConfidenceTests {
  @Test(
    "of a probability",
    arguments: [
      (0, 10, 0.0, 0.2775), (8, 10, 0.4902, 0.9433), (10, 10, 0.7225, 1.0),
      (263, 300, 0.8346, 0.9093),
    ])
  func probability(_ hits: Int, _ total: Int, _ low: Double, _ high: Double) {
    let confidence = Confidence.probability(hits, of: total)
    #expect(abs(confidence.low - low) < 0.0002)
    #expect(abs(confidence.high - high) < 0.0002)
  }

  @Test("of sources that agree within themselves alone: wider than of recordings that do not")
  func groups() throws {
    func share(_ count: Int, of total: Int) -> (count: Double, total: Double) {
      (Double(count), Double(total))
    }
    let alike = (0..<40).map { share($0 < 30 ? 100 : 0, of: 100) }
    let bounds = try #require(Confidence.ratio(ofGroups: alike))
    // As of 40 tries, not of 4000: Wilson has 0.598 to 0.858.
    #expect(abs(bounds.low - 0.6) < 0.03 && abs(bounds.high - 0.87) < 0.03)
    #expect(Confidence.ratio(ofGroups: [share(3, of: 4), share(0, of: 0)]) == nil)
    // None, or all, says nothing of a draw.
    #expect(Confidence.ratio(ofGroups: [share(0, of: 4), share(0, of: 3)]) == nil)
    #expect(Confidence.ratio(ofGroups: [share(4, of: 4), share(3, of: 3)]) == nil)
  }

  @Test("of nothing: anything may be")
  func nothing() {
    #expect(Confidence.probability(0, of: 0) == Confidence(low: 0, high: 1))
  }

  @Test(
    "of a count",
    arguments: [
      (0, 0.0, 3.6889), (1, 0.0253, 5.5716), (5, 1.6235, 11.6683), (50, 37.1110, 65.9188),
    ])
  func count(_ count: Int, _ low: Double, _ high: Double) {
    let confidence = Confidence.count(count)
    #expect(abs(confidence.low - low) < 0.001)
    #expect(abs(confidence.high - high) < 0.001)
  }

  @Test("of a rare event: none in n is at most 3 in n")
  func rare() {
    #expect(Confidence.rare(0) == Confidence(low: 0, high: 3))
    #expect(Confidence.rare(5) == Confidence.count(5))
  }
}
