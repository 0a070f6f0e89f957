extension EvaluationReport {
  /// The report as one JSON object, without a newline; what was not asked for is left out.
  ///
  /// - Throws: an `EncodingError` for a number that is not finite
  public var json: String {
    get throws { try jsonObject }
  }
}

extension EvaluationReport: Encodable {
  private enum Key: String, CodingKey {
    case score, sources, baselines, rates, faults, folds, keptBack
  }

  /// Writes the members that were asked for.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(score, forKey: .score)
    try object.encode(
      Dictionary(uniqueKeysWithValues: sources.map { ($0.source, $0.score) }), forKey: .sources)
    if !baselines.isEmpty { try object.encode(baselines, forKey: .baselines) }
    if !rates.isEmpty { try object.encode(rates, forKey: .rates) }
    if !faults.isEmpty { try object.encode(faults, forKey: .faults) }
    if !folds.isEmpty {
      try object.encode(folds, forKey: .folds)
      try object.encode(folds.map(\.score).sum, forKey: .keptBack)
    }
  }
}

extension Score: Encodable {
  private enum Key: String, CodingKey {
    case found, intervals, othersWithBegan, endedAt700, endedAt950, cancelledAt2500, othersWithEnded
    case latencyMedian, latencyP90, falseEnded, falseBegan, otherHours, mistakes
  }

  /// An event that was counted, and how often it is to be expected in an hour.
  private struct Rate: Encodable {
    var count: Int
    var hourly: Double?
    var confidence: Confidence?
  }

  /// Writes counts with their 95 % confidence; latencies in seconds.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(found, forKey: .found)
    try object.encode(intervals, forKey: .intervals)
    try object.encode(othersWithBegan, forKey: .othersWithBegan)
    try object.encode(endedAt700, forKey: .endedAt700)
    try object.encode(endedAt950, forKey: .endedAt950)
    try object.encode(cancelledAt2500, forKey: .cancelledAt2500)
    try object.encode(othersWithEnded, forKey: .othersWithEnded)
    try object.encodeIfPresent(latency(atShare: 0.5), forKey: .latencyMedian)
    try object.encodeIfPresent(latency(atShare: 0.9), forKey: .latencyP90)
    try object.encode(rate(falseEnded), forKey: .falseEnded)
    try object.encode(rate(falseBegan), forKey: .falseBegan)
    try object.encode(otherHours, forKey: .otherHours)
    try object.encode(mistakes, forKey: .mistakes)
  }

  private func rate(_ count: Int) -> Rate {
    let bounds = Confidence.count(count)
    guard let low = hourly(bounds.low), let high = hourly(bounds.high) else {
      return Rate(count: count)
    }
    return Rate(
      count: count, hourly: hourly(Double(count)), confidence: Confidence(low: low, high: high))
  }
}

extension Score.Share: Encodable {
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
