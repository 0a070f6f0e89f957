// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension EvaluationReport: Encodable {
  private enum Key: String, CodingKey {
    case motions, bySource, sources, places, classes, baselines, rates, faults, crossValidated,
      hardCrossValidated, foretold, frontier
    case predictions
  }

  /// Writes the results that were requested, the scores by kind.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(scores.byKind, forKey: .motions)
    if sources.count > 1 {
      let bounds = scores.map { ($0.kind.rawValue, SourceBounds($0.kind, sources)) }
      try object.encode(Dictionary(uniqueKeysWithValues: bounds), forKey: .bySource)
    }
    try object.encode(sources.byName, forKey: .sources)
    if !places.isEmpty { try object.encode(places.byName, forKey: .places) }
    if !classes.isEmpty { try object.encode(classes.byName, forKey: .classes) }
    if !baselines.isEmpty { try object.encode(baselines, forKey: .baselines) }
    if !rates.isEmpty { try object.encode(rates, forKey: .rates) }
    if !faults.isEmpty { try object.encode(faults, forKey: .faults) }
    try object.encodeIfPresent(folds?.score, forKey: .crossValidated)
    try object.encodeIfPresent(folds?.hard, forKey: .hardCrossValidated)
    try object.encodeIfPresent(folds.map { Foretold($0) }, forKey: .foretold)
    if !frontier.isEmpty { try object.encode(frontier, forKey: .frontier) }
    if !predictions.isEmpty { try object.encode(predictions, forKey: .predictions) }
  }
}

extension [ScoreGroup] {
  fileprivate var byName: [String: [String: MotionScore]] {
    Dictionary(uniqueKeysWithValues: map { ($0.name, $0.scores.byKind) })
  }
}

extension [MotionScore] {
  fileprivate var byKind: [String: MotionScore] {
    Dictionary(uniqueKeysWithValues: map { ($0.kind.rawValue, $0) })
  }
}

extension VariationScore: Encodable {
  private enum Key: String, CodingKey {
    case name, same, sameOfMotions, motions
  }

  /// Writes the scores by kind.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(name, forKey: .name)
    try object.encode(same, forKey: .same)
    try object.encode(sameOfMotions, forKey: .sameOfMotions)
    try object.encode(scores.byKind, forKey: .motions)
  }
}

extension MotionScore: Encodable {
  private enum Key: String, CodingKey {
    case recordings, found, extra, latencyMedian, latencyP90, cuts, falseAlarms, everyday, hard
    case calibration, elsewhere, everywhere, leftOut, mistakes
  }

  /// Writes counts with their 95 % confidence; latencies in seconds; for shakes also what only
  /// shakes have.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(recordings, forKey: .recordings)
    try object.encode(found, forKey: .found)
    try object.encode(extra, forKey: .extra)
    try object.encodeIfPresent(latency(atShare: 0.5), forKey: .latencyMedian)
    try object.encodeIfPresent(latency(atShare: 0.9), forKey: .latencyP90)
    if kind == .shake {
      let cuts = Dictionary(uniqueKeysWithValues: cuts.map { ($0.key.rawValue, $0.value) })
      try object.encode(cuts, forKey: .cuts)
      try object.encode(everyday, forKey: .everyday)
      try object.encode(hard, forKey: .hard)
      try object.encodeIfPresent(Calibration(beginnings), forKey: .calibration)
    }
    try object.encode(falseAlarms, forKey: .falseAlarms)
    try object.encode(elsewhere, forKey: .elsewhere)
    try object.encode(everywhere.mapValues(\.events), forKey: .everywhere)
    try object.encode(leftOut, forKey: .leftOut)
    try object.encode(mistakes, forKey: .mistakes)
  }
}

extension Alarms: Encodable {
  private enum Key: String, CodingKey {
    case withEvent, withEnded, events, ended, hours
  }

  /// Events that were counted, and the number to expect in an hour.
  private struct Rate: Encodable {
    var count: Int
    var hourly: Double?
    var confidence: Confidence?
  }

  /// Writes counts with their 95 % confidence.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(withEvent, forKey: .withEvent)
    try object.encode(rate(events), forKey: .events)
    if withEnded.total > 0 {
      try object.encode(withEnded, forKey: .withEnded)
      try object.encode(rate(ended), forKey: .ended)
    }
    try object.encode(hours, forKey: .hours)
  }

  private func rate(_ count: Int) -> Rate {
    Rate(count: count, hourly: hourly(Double(count)), confidence: confidence(count))
  }
}

extension Share: Encodable {
  private enum Key: String, CodingKey {
    case hits, total, confidence
  }

  /// Writes the counts and the 95 % confidence of their share.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(hits, forKey: .hits)
    try object.encode(total, forKey: .total)
    try object.encode(Confidence.probability(hits, of: total), forKey: .confidence)
  }
}
