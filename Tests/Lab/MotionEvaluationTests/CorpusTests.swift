import Foundation
import MotionCore
import MotionEvaluation
import Testing

/// The detector on other people's recordings.
@Suite(
  .enabled(
    if: Corpus.shakes != nil,
    "MOTION_CORPUS has no shakes: no recordings of other people to test on"))
struct CorpusTests {
  /// All recordings, whole.
  private func cases() throws -> [EvaluationCase] {
    let directory = try #require(Corpus.shakes)
    return try Corpus.cases(in: [directory])
  }

  /// What was measured of recordings that weights had not seen, as a floor that only rises.
  private func expectFloor(_ score: Score) throws {
    print(score.table)
    #expect(score.found.fraction >= 0.993)
    #expect(score.intervals.fraction >= 0.968)
    #expect(score.endedAt700.fraction >= 0.801)
    #expect(score.endedAt950.fraction >= 0.917)
    #expect(score.cancelledAt2500.fraction >= 0.981)
    #expect(try #require(score.latency(atShare: 0.5)) <= 0.271)
    #expect(score.hard.withEnded.fraction <= 0.0094)
    #expect(try #require(score.everyday.hourly(Double(score.everyday.ended))) <= 0.13)
    #expect(try #require(score.everyday.hourly(Double(score.everyday.began))) <= 5.17)
    #expect(try #require(score.hard.beganEach) <= 0.259)
  }

  @Test("every recording parses, and the detector does as well as it did")
  func score() throws {
    try expectFloor(Evaluation(cases()).scores(ShakeConfiguration(), "") { _, _, _ in }.sum)
  }

  @Test("on what its weights were learned without it does as well as it did")
  func crossValidation() throws {
    let evaluation = try Evaluation(cases())
    try expectFloor(
      evaluation.crossValidation(ShakeConfiguration()) { _, _, _ in }.summary.score)
  }

  @Test("the weights in the detector are those that are learned")
  func learned() throws {
    let learned = try Evaluation(cases()).weights { _, _, _ in }
    for (path, name) in [(\ShakeWeights.begin, "begin"), (\ShakeWeights.end, "end")] {
      let (there, now) = (ShakeWeights.learned[keyPath: path], learned[keyPath: path])
      // Half of the last decimal; what might be a shake is chosen with the weights themselves.
      #expect(abs(there.typical - now.typical) < 0.03, "\(name)")
      for term in [
        \ShakeTerms.swings, \.amplitude, \.duration, \.across, \.scatter, \.first,
      ] {
        #expect(abs(there.terms[keyPath: term] - now.terms[keyPath: term]) < 0.06, "\(name)")
      }
    }
  }

  @Test(
    "shakes stay shakes on a sensor that clips at 2 g, and mostly at 12.5 Hz",
    arguments: [
      (Variation.fault(.clipping(g: 2)), found: 1.0, same: 0.981),
      (.rate(12.5), found: 0.965, same: 0.885),
    ])
  func variations(_ variation: Variation, found: Double, same: Double) throws {
    let evaluation = try Evaluation(cases().filter { $0.label.content != .other })
    let configuration = ShakeConfiguration()
    let native = try evaluation.scores(configuration, "") { _, _, _ in }
    let score = try evaluation.score(on: variation, comparedTo: native, configuration) { _, _, _ in
    }
    #expect(score.score.found.fraction >= found)
    #expect(score.sameOfShakes.fraction >= same)
  }

  @Test("what a low sensitivity finds, a higher one finds")
  func sensitivity() throws {
    let evaluation = try Evaluation(cases().filter { $0.label.content != .other })
    var before = [Bool](repeating: false, count: evaluation.cases.count)
    for step in 0...4 {
      let sensitivity = try #require(Sensitivity(Double(step) / 4))
      let scores = try evaluation.scores(
        ShakeConfiguration(sensitivity: sensitivity), ""
      ) { _, _, _ in }
      let found = scores.map { $0.found.hits > 0 }
      for (index, recording) in evaluation.cases.enumerated() where before[index] {
        #expect(found[index], "\(recording.label.file), at \(sensitivity.value)")
      }
      before = found
    }
    #expect(before.contains(true))
  }
}

extension Score.Share {
  fileprivate var fraction: Double { Double(hits) / Double(total) }
}
