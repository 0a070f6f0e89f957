// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionEvaluation

@Suite struct ScoreSentenceTests {
  private func score(
    _ kind: MotionKind, found: Share, ended: Int = 0, events: Int = 0, hours: Double
  ) -> MotionScore {
    var score = MotionScore(kind)
    (score.recordings, score.found) = (found, found)
    var alarms = Alarms()
    (alarms.ended, alarms.events, alarms.hours) = (ended, events, hours)
    if hours > 0 { score.elsewhere["walk"] = alarms }
    return score
  }

  @Test("a score is one sentence: what was found, and what was false in how much time")
  func sentences() {
    let all = Share(hits: 4, total: 4)
    #expect(
      score(.shake, found: all, hours: 19.0 / 3600).sentence
        == "4 of 4 shakes found; no false end in 19 s")
    #expect(
      score(.shake, found: Share(hits: 3, total: 4), ended: 1, events: 7, hours: 0.5).sentence
        == "3 of 4 shakes found; 1 false end in 30 min")
    #expect(
      score(.freeFall, found: all, events: 2, hours: 4.84).sentence
        == "freeFall: 4 of 4 found; 2 false events in 4.8 h")
    #expect(
      score(.tap, found: Share(), hours: 0).sentence
        == "tap: none labeled; no other motion to judge by")
  }
}
