// SPDX-License-Identifier: Apache-2.0

import Dispatch
import MotionCore
import MotionLabels
import Synchronization

/// Detectors scored on labeled recordings, in all the ways there are.
///
/// Recordings are spread over the cores. The result does not depend on how many there are.
public struct Evaluation: Sendable {
  /// The recordings.
  public let cases: [EvaluationCase]
  /// A report of progress: the task, the recordings done, and all recordings.
  ///
  /// Called often, on the caller's thread; what it throws ends the work.
  public typealias Progress = (String, Int, Int) throws -> Void

  /// An evaluation on `cases`.
  public init(_ cases: [EvaluationCase]) {
    self.cases = cases
  }

  /// The scores of detectors of any kinds, all of them over every reading.
  ///
  /// - Parameters:
  ///   - motions: the detectors, one of each kind at most
  ///   - variation: the sensor that would have read them; nil for the readings as they came
  ///   - progress: called now and then
  /// - Returns: for each case, in order, a score for each detector
  /// - Throws: what `progress` throws
  public func scores(
    _ motions: Set<MotionConfiguration>, as variation: Variation? = nil, _ progress: Progress
  ) throws -> [[MotionScore]] {
    try cases.spread(variation?.name ?? "scoring", progress) { $0.scores(motions, as: variation) }
  }

  /// Scores the shake rules of other projects.
  ///
  /// These rules fire once, without phases: each time in a recording of another motion is a false
  /// alarm.
  ///
  /// - Parameter progress: called now and then
  /// - Returns: a score for each rule
  /// - Throws: what `progress` throws
  public func baselines(_ progress: Progress) throws -> [NamedScore] {
    let rules = Baselines.all()
    return try rules.indices.map { index in
      let parts = try cases.spread(rules[index].name, progress) { recording in
        guard let start = recording.readings.first?.timestamp else { return MotionScore(.shake) }
        var rule = Baselines.all()[index]
        return MotionScore(
          .shake, recording,
          rule.fires(on: recording.readings).map {
            let time = $0.seconds(since: start)
            return time...time
          })
      }
      return NamedScore(name: rules[index].name, score: parts.sum)
    }
  }
}

/// A score of shakes, under a name.
public struct NamedScore: Sendable, Encodable {
  /// The name.
  public var name: String
  /// The score.
  public var score: MotionScore
}

extension Array where Element: Sendable {
  /// The results of `body` for each element, computed on all cores, with progress after each
  /// `stretch`.
  func spread<Result: Sendable>(
    _ name: String, by stretch: Int = 64, _ progress: Evaluation.Progress,
    _ body: @escaping @Sendable (Element) -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for start in stride(from: 0, to: count, by: stretch) {
      try progress(name, start, count)
      results += Array(self[start..<Swift.min(start + stretch, count)]).concurrent(body)
    }
    try progress(name, count, count)
    return results
  }

  private func concurrent<Result: Sendable>(
    _ body: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = body(self[index])
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}
