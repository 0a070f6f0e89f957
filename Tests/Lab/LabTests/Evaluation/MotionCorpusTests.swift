// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionEvaluation
import Testing

/// Every detector over every recording of other people.
@Suite(.besideCorpus, .wholeCorpus)
struct MotionCorpusTests {
  /// Contexts of everyday life.
  private static let everyday: Set = [
    "daily", "daily_long", "walking", "running", "stairs", "driving", "still", "eating", "brushing",
    "laptop", "negatives",
  ]
  /// Contexts in which a phone is weightless: in the air with a jumper, or let go of.
  private static let weightless: Set = ["jumping", "jumping_jacks", "fall"]

  /// What was measured, as a bound that only tightens; a kind without a line is printed alone.
  private struct Bounds {
    /// The least share of labeled motions that are found.
    var found: Double
    /// The most events an hour in everyday life.
    var everyday: Double
    /// The most events in recordings of shakes.
    var inShakes: Int
  }

  private static let bounds: [Corpus.Part: [MotionKind: Bounds]] = [
    .earlier: [
      .shake: Bounds(found: 0.906, everyday: 9, inShakes: .max),
      .freeFall: Bounds(found: 1, everyday: 0, inShakes: 0),
      // Where one event was several labels' event, half were found.
      .tap: Bounds(found: 0.457, everyday: 1, inShakes: 4),
      .doubleTap: Bounds(found: 1, everyday: 0, inShakes: 0),
      // No recordings of it were at hand: only false ones are bounded.
      .twist: Bounds(found: 0, everyday: 1, inShakes: .max),
    ],
    .fifth: [
      .shake: Bounds(found: 0.963, everyday: 3.5, inShakes: .max),
      .freeFall: Bounds(found: 1, everyday: 0.54, inShakes: 0),
      .tap: Bounds(found: 1, everyday: 20.6, inShakes: 24),
      .doubleTap: Bounds(found: 1, everyday: 10.5, inShakes: 26),
      .twist: Bounds(found: 1, everyday: 0, inShakes: .max),
    ],
  ]

  /// The recordings that `isWanted` names, without those in which these kinds cannot be judged.
  private func scores(_ isWanted: (CorpusRecording) -> Bool) throws -> EvaluationReport {
    // Its phone had taken gravity out, so that it reads weightless at rest.
    let cases = try Corpus.recordings()
      .filter { isWanted($0) && $0.label.source != "phyphox_vriti" }.map(\.labeled)
    return EvaluationReport(
      Evaluation(cases),
      try Evaluation(cases).scores(MotionOptions().configurations(of: MotionRegistry.kinds)) {
        _, _, _ in
      })
  }

  @Test(
    "of each kind as many are found as were, and no more events come elsewhere",
    arguments: Corpus.Part.allCases)
  func matrix(_ part: Corpus.Part) throws {
    let report = try scores { $0.part == part }
    print("\(part.rawValue):\n\(report.text)")
    for score in report.scores {
      guard let bounds = Self.bounds[part]?[score.kind] else { continue }
      let sum = score.elsewhere.filter { Self.everyday.contains($0.key) }.values.reduce(
        into: (events: 0, hours: 0.0)
      ) {
        $0.events += $1.events
        $0.hours += $1.hours
      }
      #expect(Double(sum.events) <= bounds.everyday * sum.hours, "\(score.kind): \(sum)")
      if score.kind != .shake {
        #expect((score.everywhere["shake"]?.events ?? 0) <= bounds.inShakes, "\(score.kind)")
      }
      if score.found.total > 0 {
        #expect(
          Double(score.found.hits) >= bounds.found * Double(score.found.total), "\(score.kind)")
      }
    }
  }

  @Test(
    "free fall: 97 % of drops and throws, half a false one an hour outside jumps, none in a shake",
    .enabled(if: Corpus.hasMotions, "MOTION_CORPUS has no recordings of other motions"))
  func freeFall() throws {
    let score = try #require(
      scores { !$0.isJudgedAsShake }.scores.first { $0.kind == .freeFall })
    #expect(score.found.total >= 19)
    #expect(Double(score.found.hits) >= 0.97 * Double(score.found.total))
    let elsewhere = score.elsewhere.filter { !Self.weightless.contains($0.key) }.values
    let events = elsewhere.map(\.events).reduce(0, +)
    let hours = elsewhere.map(\.hours).reduce(0, +)
    #expect(hours > 0.9)
    #expect(Double(events) <= 0.5 * hours)
    #expect(score.everywhere["shake"]?.events == 0)
  }
}
