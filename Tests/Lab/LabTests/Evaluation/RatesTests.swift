// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionEvaluation

/// Other people's recordings as sensors of other rates would have given them.
///
/// A sensor that is faster than the recording shows the same motion at more moments: it shows no
/// more of it, and must not show less.
@Suite(.besideCorpus, .wholeCorpus) struct RatesTests {
  private static let kinds: [MotionKind] = [.shake, .tap, .doubleTap, .freeFall]
  private static let motions = MotionOptions().configurations(of: kinds)

  /// The scores of each kind in `recording` at `rate`.
  private func scores(_ recording: EvaluationCase, at rate: Double) -> [MotionKind: MotionScore] {
    let readings = Resampling(rate: rate).applied(to: recording.readings)
    let scores = EvaluationCase(recording.label, readings).scores(Self.motions)
    return Dictionary(uniqueKeysWithValues: scores.map { ($0.kind, $0) })
  }

  /// What came of a kind at a rate.
  private struct Result {
    /// The outcomes that are the same as at 400 Hz.
    var same = Share()
    /// The motions that were found, and at 400 Hz.
    var found = Share()
    var usual = Share()
  }

  @Test("a sensor of up to 3200 Hz has the outcomes of one at 400 Hz")
  func fast() throws {
    let rates = [500.0, 1000, 3200]
    var results: [MotionKind: [Double: Result]] = [:]
    // Most other motion is long; a tap does not show at a low rate.
    for recording in try Corpus.recordings()
    where (recording.label.motion != nil || recording.label.content != .other)
      && (recording.readings.rate ?? 0) >= 80
    {
      let usual = scores(recording.labeled, at: 400)
      for rate in rates {
        for (kind, fast) in scores(recording.labeled, at: rate) {
          guard let usual = usual[kind] else { continue }
          var result = results[kind]?[rate] ?? Result()
          for (before, now) in zip(usual.outcomes, fast.outcomes) where before.total > 0 {
            result.same.count(before == now)
          }
          result.found += fast.found
          result.usual += usual.found
          results[kind, default: [:]][rate] = result
        }
      }
    }
    for kind in Self.kinds {
      for rate in rates {
        let result = try #require(results[kind]?[rate])
        print(
          "\(kind) at \(rate) Hz: the same outcome \(result.same); found \(result.found), "
            + "at 400 Hz \(result.usual)")
        // Blows in other motion are near the limits of a tap, and differ with each phase.
        let same = kind == .tap ? 0.975 : 0.99
        #expect(try #require(result.same.fraction) >= same, "\(kind) at \(rate) Hz")
        let least = result.usual.hits - result.usual.hits / 20
        #expect(result.found.hits >= least, "\(kind) at \(rate) Hz")
      }
    }
  }
}
