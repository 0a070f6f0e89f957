// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import MotionEvaluation

/// What a source that nobody has recorded is foretold to show.
@Suite struct ForecastTests {
  private func forecast(
    _ figure: Forecast.Figure, _ groups: [(Double, Double)]
  ) throws -> Forecast {
    try #require(Forecast(figure, of: groups.map { (count: $0.0, total: $0.1) }))
  }

  @Test("sources that are alike foretell one as they are; sources that differ, one that does too")
  func spread() throws {
    let alike = try forecast(.share, (0..<40).map { _ in (75, 100) })
    #expect(abs(alike.mean - 0.75) < 0.01)
    #expect(alike.range.low > 0.7 && alike.range.high < 0.8)
    // The same sum, from sources of which a quarter has none.
    let unlike = try forecast(.share, (0..<40).map { ($0 < 30 ? 100 : 0, 100) })
    #expect(abs(unlike.mean - 0.75) < 0.05)
    #expect(unlike.range.low < 0.01 && unlike.range.high > 0.99)
  }

  @Test("a rate keeps the spread between its sources, however many there are")
  func rate() throws {
    let hours = [(2.0, 1.0), (0, 1), (9, 3), (1, 2)]
    let many = try forecast(.rate, (0..<20).flatMap { _ in hours })
    #expect(abs(many.mean - 12.0 / 7) < 0.3)
    #expect(many.range.low < 0.7 && many.range.high > 3)
    let alike = try forecast(.rate, (0..<80).map { _ in (12, 7) })
    #expect(alike.range.low > 1.2 && alike.range.high < 2.3)
  }

  @Test("of sources drawn from one distribution, 95 % of others keep the bounds")
  func coverage() throws {
    var random = SeededGenerator(seed: 7)
    // Shares uniform from 0 to 2 %, as a few strange sources have.
    func source() -> (Double, Double) {
      let share = Double.random(in: 0..<0.02, using: &random)
      let hits = (0..<200).count { _ in Double.random(in: 0..<1, using: &random) < share }
      return (Double(hits), 200)
    }
    let forecast = try forecast(.share, (0..<30).map { _ in source() })
    let others = (0..<400).map { _ in Double.random(in: 0..<0.02, using: &random) }
    let kept = others.count { forecast.range.low <= $0 && $0 <= forecast.range.high }
    #expect(kept >= 370)
    #expect(abs(forecast.mean - 0.01) < 0.003 && forecast.range.high < 0.04)
  }

  @Test("nothing is foretold by two sources, or where nothing was counted")
  func nothing() {
    #expect(Forecast(.share, of: [(1, 2), (1, 3)]) == nil)
    #expect(Forecast(.rate, of: [(0, 2), (0, 3), (0, 1), (4, 0)]) == nil)
  }
}
