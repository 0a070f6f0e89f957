import Dispatch
import MotionCore
import MotionLabels
import Synchronization

/// The detector scored on labeled recordings, in all the ways there are.
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

  /// The sources, in alphabetical order.
  public var sources: [String] {
    Set(cases.map(\.label.source)).sorted()
  }

  /// The scores of a detector, one for each case.
  ///
  /// - Parameters:
  ///   - configuration: of the detector
  ///   - name: what is being done, for `progress`
  ///   - progress: told now and then
  /// - Returns: a score for each case, in order
  /// - Throws: what `progress` throws
  public func scores(
    _ configuration: ShakeConfiguration, _ name: String, _ progress: Progress
  ) throws -> [Score] {
    try cases.spread(name, progress) { Score($0, configuration) }
  }

  /// Adds up `scores`, of which there is one for each case, source by source.
  ///
  /// - Parameter scores: one for each case
  /// - Returns: the sum for each source
  public func bySource(_ scores: [Score]) -> [(source: String, score: Score)] {
    grouped(scores, by: \.source).map { ($0.name, $0.score) }
  }

  /// Adds up `scores` of recordings that hold no shake, kind by kind.
  ///
  /// - Parameter scores: one for each case
  /// - Returns: the sum for each kind of motion, hard ones last
  public func byCategory(_ scores: [Score]) -> [(category: String, score: Score)] {
    let hard = Set(cases.filter(\.label.isHard).map(\.label.category))
    let all = grouped(scores, by: \.category).filter {
      !$0.name.isEmpty && $0.score.others.withEnded.total > 0
    }
    return (all.filter { !hard.contains($0.name) } + all.filter { hard.contains($0.name) })
      .map { ($0.name, $0.score) }
  }

  private func grouped(
    _ scores: [Score], by name: KeyPath<LabeledRecording, String>
  ) -> [(name: String, score: Score)] {
    Dictionary(grouping: zip(cases, scores)) { $0.0.label[keyPath: name] }
      .map { (name: $0.key, score: $0.value.map(\.1).sum) }.sorted { $0.name < $1.name }
  }
}

extension Sequence<Score> {
  /// All of these together.
  public var sum: Score {
    reduce(into: Score()) { $0 += $1 }
  }
}

extension Array where Element: Sendable {
  /// The results of `body` for each element, computed on all cores, with progress after each `stretch`.
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
