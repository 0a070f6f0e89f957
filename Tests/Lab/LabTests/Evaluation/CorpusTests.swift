// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionEvaluation
import Testing

/// The detector on other people's recordings.
@Suite(.besideCorpus, .wholeCorpus)
struct CorpusTests {
  /// The recordings that tell shakes from other motion and that `isWanted` names.
  private func cases(_ isWanted: (CorpusRecording) -> Bool) throws -> [EvaluationCase] {
    try Corpus.recordings().filter { $0.isJudgedAsShake && isWanted($0) }.map(\.labeled)
  }

  /// What was measured, as bounds that tighten; a trade for another bound is told in the history.
  private struct Bounds {
    /// The least shares of recordings and of shakes that are found, and of cuts that end as they
    /// should.
    var recordings: Double
    var found: Double
    var cuts: [ShakeCut: Double]
    /// The median latency in seconds.
    var latency: Double
    /// The most `ended` and `began` an hour of everyday motion.
    var everydayEnded: Double
    var everydayBegan: Double
    /// The share of hard recordings with an `ended`, and the `began` in each of them.
    var hardEnded: Double
    var hardBegan: Double

    /// On all sets, which the weights were learned from.
    static let learned = Bounds(
      recordings: 0.978, found: 0.957,
      cuts: [.endedAt700: 0.772, .endedAt950: 0.885, .cancelledAt2500: 0.980], latency: 0.263,
      everydayEnded: 0.04, everydayBegan: 2.47, hardEnded: 0.0043, hardBegan: 0.159)
    /// By weights that have seen nothing that moves alike, and no other motion at the same place.
    static let crossValidated = Bounds(
      recordings: 0.978, found: 0.957,
      cuts: [.endedAt700: 0.772, .endedAt950: 0.879, .cancelledAt2500: 0.980], latency: 0.263,
      everydayEnded: 0, everydayBegan: 2.64, hardEnded: 0.0038, hardBegan: 0.182)
  }

  private func expect(_ score: MotionScore, within bounds: Bounds) throws {
    print(score.table())
    #expect(try #require(score.recordings.fraction) >= bounds.recordings)
    #expect(try #require(score.found.fraction) >= bounds.found)
    for (cut, least) in bounds.cuts {
      #expect(try #require(score.cuts[cut]?.fraction) >= least, "\(cut)")
    }
    #expect(try #require(score.latency(atShare: 0.5)) <= bounds.latency)
    let (everyday, hard) = (score.everyday, score.hard)
    #expect(try #require(everyday.hourly(Double(everyday.ended))) <= bounds.everydayEnded)
    #expect(try #require(everyday.hourly(Double(everyday.events))) <= bounds.everydayBegan)
    #expect(try #require(hard.withEnded.fraction) <= bounds.hardEnded)
    #expect(try #require(hard.eventsEach) <= bounds.hardBegan)
  }

  @Test("every recording parses, and the detector does as well as it did")
  func score() throws {
    let evaluation = try Evaluation(cases { _ in true })
    let score = try evaluation.scores([.shake()]) { _, _, _ in }.joined().sum
    try expect(score, within: .learned)
    // Else fit the weights of ShakeConfidence again.
    let calibration = try #require(Calibration(score.beginnings))
    #expect((0.9...1.1).contains(calibration.slope) && abs(calibration.offset) < 0.1)
  }

  @Test("on recordings that its weights were learned without it does as well as it did")
  func crossValidation() throws {
    let evaluation = try Evaluation(cases { _ in true })
    try expect(
      evaluation.crossValidation(ShakeConfiguration()) { _, _, _ in }.score,
      within: .crossValidated)
  }

  @Test("the weights in the detector are those that are learned")
  func learned() throws {
    let learned = try Evaluation(cases { _ in true }).weights {
      _, _, _ in
    }
    for (path, name) in [(\ShakeWeights.begin, "begin"), (\ShakeWeights.end, "end")] {
      let (there, now) = (ShakeWeights.learned[keyPath: path], learned[keyPath: path])
      // Half of the last decimal; what might be a shake is chosen with the weights themselves.
      #expect(abs(there.typical - now.typical) < 0.03, "\(name)")
      for term in [
        \ShakeTerms.swings, \.amplitude, \.duration, \.slowness, \.across, \.scatter, \.first,
        \.prominence,
      ] {
        #expect(abs(there.terms[keyPath: term] - now.terms[keyPath: term]) < 0.06, "\(name)")
      }
    }
  }

  @Test(
    "shakes stay shakes on a sensor that clips at 2 g, and mostly at 12.5 Hz",
    arguments: [
      (Corpus.Part.earlier, Variation.fault(.clipping(g: 2)), found: 0.969, same: 0.969),
      (.earlier, .rate(12.5), found: 0.917, same: 0.877),
      (.fifth, .fault(.clipping(g: 2)), found: 0.975, same: 0.957),
      (.fifth, .rate(12.5), found: 0.953, same: 0.921),
    ])
  func variations(_ part: Corpus.Part, _ variation: Variation, found: Double, same: Double) throws {
    let evaluation = try Evaluation(cases { $0.part == part && $0.label.content != .other })
    let native = try evaluation.scores([.shake()]) { _, _, _ in }
    let score = try evaluation.score(on: variation, comparedTo: native, [.shake()]) { _, _, _ in }
    print(
      "\(part.rawValue), \(variation.name): \(score.scores[0].recordings), same \(score.sameOfMotions)"
    )
    #expect(try #require(score.scores[0].recordings.fraction) >= found)
    #expect(try #require(score.sameOfMotions.fraction) >= same)
  }

  @Test("what a low sensitivity finds, a higher one finds")
  func sensitivity() throws {
    let evaluation = try Evaluation(cases { $0.label.content != .other })
    var before = [Bool](repeating: false, count: evaluation.cases.count)
    for step in 0...4 {
      let sensitivity = try #require(Sensitivity(Double(step) / 4))
      let scores = try evaluation.scores(
        [.shake(ShakeConfiguration(sensitivity: sensitivity))]
      ) { _, _, _ in }
      let found = scores.map { $0[0].recordings.hits > 0 }
      for (index, recording) in evaluation.cases.enumerated() where before[index] {
        #expect(found[index], "\(recording.label.file), at \(sensitivity.value)")
      }
      before = found
    }
    #expect(before.contains(true))
  }
}
