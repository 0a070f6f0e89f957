// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionLabels

/// Scores on recordings, by weights learned without them.
public struct CrossValidation: Sendable {
  /// The score of all recordings, each by weights learned without similar ones.
  public var score: MotionScore
  /// The same, source by source.
  public var sources: [ScoreGroup]
  /// The same, by the place of the device.
  public var places: [ScoreGroup]
  /// The hard recordings, class by class.
  public var hard: [HardScore]
  /// The weights of every fold.
  package var weights: [ShakeWeights]
}

/// The score that was predicted for a set of recordings, and the actual one.
public struct Prediction: Sendable, Encodable {
  /// The set.
  public var set: String
  /// The sets before it.
  public var before: [String]
  /// Cross-validated on the sets before; similar recordings are left out together.
  public var predicted: MotionScore
  /// Cross-validated on them by folds that flatter: only source and category are left out.
  public var flattered: MotionScore
  /// On the set, by weights learned from the sets before.
  public var actual: MotionScore
}

extension Evaluation {
  /// Learns the weights of the shake's scores from the recordings that `isKept` keeps.
  ///
  /// - Throws: what `progress` throws; a `Failure` without examples of shakes or of other motion
  package func weights(
    _ progress: Progress, _ isKept: (LabeledRecording) -> Bool = { _ in true }
  ) throws -> ShakeWeights {
    let fit = try WeightFit(cases, progress)
    let missing = fit.missing(isKept)
    guard missing.isEmpty else {
      throw Failure(
        .badData,
        "\(missing.joined(separator: ", ")): give labeled recordings of shakes and of other motion")
    }
    return fit.weights(isKept)
  }

  /// Cross-validates: each recording is scored by weights learned without similar ones.
  ///
  /// Similar are recordings of its source and, if it is not a shake, other motion at its place and
  /// its kind of motion in any source: for a hard one its whole ``HardClass``.
  ///
  /// - Parameters:
  ///   - base: sensitivity, window and swings to begin
  ///   - progress: called now and then
  /// - Returns: the scores, and the weights of each fold
  /// - Throws: what `progress` throws
  public func crossValidation(
    _ base: ShakeConfiguration, _ progress: Progress
  ) throws -> CrossValidation {
    let folds = try folds(WeightFit(cases, progress), progress)
    let scores = try scores(folds, base, "cross-validation", progress)
    return CrossValidation(
      score: scores.sum, sources: bySource(scores.map { [$0] }),
      places: byPlace(scores.map { [$0] }), hard: try hard(folds, scores, base, progress),
      weights: folds.map(\.weights))
  }

  /// The scores of hard recordings by class, as each of ``HardScore/sensors`` would have read them.
  private func hard(
    _ folds: [Fold], _ native: [MotionScore], _ base: ShakeConfiguration, _ progress: Progress
  ) throws -> [HardScore] {
    var classes: [String: [Alarms]] = [:]
    for (column, sensor) in HardScore.sensors.enumerated() {
      let scores =
        try sensor.map { try self.scores(folds, base, $0.name, as: $0, progress) } ?? native
      for (recording, score) in zip(cases, scores) {
        guard let hardClass = HardClass(recording.label) else { continue }
        let none = [Alarms](repeating: Alarms(), count: HardScore.sensors.count)
        classes["\(hardClass): \(recording.label.category)", default: none][column] += score.hard
      }
    }
    // None are left of a class whose recordings might be shakes.
    return classes.filter { $0.value[0].withEnded.total > 0 }.sorted { $0.key < $1.key }.map {
      HardScore(name: $0.key, readings: $0.value)
    }
  }

  /// Cross-validates with other thresholds, and with more swings to begin.
  ///
  /// - Parameters:
  ///   - base: sensitivity and window
  ///   - progress: called now and then
  /// - Returns: the name of each variant, and its score
  /// - Throws: what `progress` throws
  public func frontier(
    _ base: ShakeConfiguration, _ progress: Progress
  ) throws -> [NamedScore] {
    let folds = try folds(WeightFit(cases, progress), progress)
    func row(
      _ name: String, _ configuration: ShakeConfiguration, begin: Double = 0, end: Double = 0
    ) throws -> NamedScore {
      let moved = folds.map { fold in
        var fold = fold
        fold.weights.begin.typical -= begin
        fold.weights.end.typical -= end
        return fold
      }
      return NamedScore(name: name, score: try scores(moved, configuration, name, progress).sum)
    }
    let steps = [-1, -0.5, -0.25, 0, 0.25, 0.5, 1]
    var rows = try steps.map {
      try row("to end, threshold moved by \($0.text(decimals: 2))", base, end: $0)
    }
    rows += try steps.map {
      try row("to begin, threshold moved by \($0.text(decimals: 2))", base, begin: $0)
    }
    for swings in 2...4 {
      var configuration = base
      configuration.swingsToBegin = swings
      rows.append(try row("\(swings) swings to begin", configuration))
    }
    return rows
  }

  /// Recordings that are left out together, and the weights learned without what resembles them.
  private struct Fold: Sendable {
    var indices: [Int]
    var weights: ShakeWeights
  }

  /// The folds of these recordings.
  ///
  /// - Parameters:
  ///   - fit: learns the weights of each
  ///   - isHonest: false to leave out only the source and category of hard recordings
  ///   - progress: called with how far it got
  /// - Returns: the folds, by their first recording
  /// - Throws: what the progress throws
  private func folds(
    _ fit: WeightFit, honestly isHonest: Bool = true, _ progress: Progress
  ) throws -> [Fold] {
    try Dictionary(grouping: cases.indices) { Kept(cases[$0].label, honestly: isHonest) }
      .map { (kept: $0.key, indices: $0.value) }.sorted { $0.indices[0] < $1.indices[0] }
      .spread("learning", by: 8, progress) { group in
        Fold(
          indices: group.indices, weights: fit.weights { !group.kept.resembles($0) })
      }
  }

  private func scores(
    _ folds: [Fold], _ base: ShakeConfiguration, _ name: String, as sensor: Variation? = nil,
    _ progress: Progress
  ) throws -> [MotionScore] {
    var weights = [ShakeWeights](repeating: .learned, count: cases.count)
    for fold in folds { for index in fold.indices { weights[index] = fold.weights } }
    return try Array(zip(cases, weights)).spread(name, progress) { recording, weights in
      var configuration = base
      configuration.weights = weights
      guard let sensor else { return recording.score(configuration) }
      // Only hard recordings count then.
      guard recording.label.isHard else { return MotionScore(.shake) }
      return EvaluationCase(recording.label, sensor.applied(to: recording.readings))
        .score(configuration)
    }
  }

  /// Predicts each set of recordings from the sets before it.
  ///
  /// - Parameters:
  ///   - base: sensitivity, window and swings to begin
  ///   - progress: called now and then
  /// - Returns: a prediction for each set but the first; none if recordings have no sets
  /// - Throws: what `progress` throws
  public func predictions(
    _ base: ShakeConfiguration, _ progress: Progress
  ) throws -> [Prediction] {
    let sets = Set(cases.map(\.label.set)).sorted()
    return try sets.indices.dropFirst().map { index in
      let before = Array(sets[..<index])
      let past = Evaluation(cases.filter { before.contains($0.label.set) })
      let fit = try WeightFit(past.cases, progress)
      var configuration = base
      configuration.weights = fit.weights { _ in true }
      let later = Evaluation(cases.filter { $0.label.set == sets[index] })
      return Prediction(
        set: sets[index], before: before,
        predicted: try past.scores(past.folds(fit, progress), base, "prediction", progress).sum,
        flattered: try past.scores(
          past.folds(fit, honestly: false, progress), base, "prediction", progress
        ).sum,
        actual: try later.cases.spread("set \(sets[index])", progress) {
          [configuration] in $0.score(configuration)
        }.sum)
    }
  }
}

/// The source, kind of motion and place that the weights of a fold are learned without.
private struct Kept: Hashable, Sendable {
  /// Motions that resemble each other.
  private enum Kind: Hashable, Sendable {
    /// All shakes are of one kind, and are left out by source alone.
    case shake
    /// Hard ones by their physics.
    case hard(HardClass)
    /// Others by their category.
    case category(String)
  }

  private let source: String
  private let kind: Kind
  /// The place of the device; empty if it is not known, or may be learned from.
  private let place: String
  private let isHonest: Bool

  init(_ label: LabeledRecording, honestly isHonest: Bool) {
    source = label.source
    self.isHonest = isHonest
    kind = Self.kind(of: label, honestly: isHonest)
    place = isHonest && !label.isShake ? label.place : ""
  }

  private static func kind(of label: LabeledRecording, honestly isHonest: Bool) -> Kind {
    if label.isShake { return .shake }
    if isHonest, let hardClass = HardClass(label) { return .hard(hardClass) }
    return .category(label.category)
  }

  func resembles(_ label: LabeledRecording) -> Bool {
    if label.source == source { return true }
    guard kind != .shake, !label.isShake else { return false }
    return Self.kind(of: label, honestly: isHonest) == kind
      || (!place.isEmpty && label.place == place)
  }
}
