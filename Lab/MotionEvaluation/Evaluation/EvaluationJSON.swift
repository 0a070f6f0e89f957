import LinuxSupport

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
    case score, sources, categories, baselines, rates, faults, crossValidated, frontier
    case calibration, predictions
  }

  /// Writes the members that were asked for.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(summary.score, forKey: .score)
    try object.encode(summary.sourceMembers, forKey: .sources)
    if !summary.categories.isEmpty {
      try object.encode(summary.categoryMembers, forKey: .categories)
    }
    if !baselines.isEmpty { try object.encode(baselines, forKey: .baselines) }
    if !rates.isEmpty { try object.encode(rates, forKey: .rates) }
    if !faults.isEmpty { try object.encode(faults, forKey: .faults) }
    try object.encodeIfPresent(folds?.summary, forKey: .crossValidated)
    if !frontier.isEmpty {
      try object.encode(
        Dictionary(uniqueKeysWithValues: frontier.map { ($0.name, $0.score) }), forKey: .frontier)
    }
    if !calibration.isEmpty { try object.encode(calibration, forKey: .calibration) }
    if !predictions.isEmpty { try object.encode(predictions, forKey: .predictions) }
  }
}

extension ScoreSummary: Encodable {
  private enum Key: String, CodingKey {
    case score, sources, categories
  }

  fileprivate var sourceMembers: [String: Score] {
    Dictionary(uniqueKeysWithValues: sources.map { ($0.source, $0.score) })
  }

  fileprivate var categoryMembers: [String: Score] {
    Dictionary(uniqueKeysWithValues: categories.map { ($0.category, $0.score) })
  }

  /// Writes the scores, those of sources and kinds of motion by name.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(score, forKey: .score)
    try object.encode(sourceMembers, forKey: .sources)
    try object.encode(categoryMembers, forKey: .categories)
  }
}

extension Score: Encodable {
  private enum Key: String, CodingKey {
    case found, intervals, endedAt700, endedAt950, cancelledAt2500
    case latencyMedian, latencyP90, everyday, hard, mistakes
  }

  /// Writes counts with their 95 % confidence; latencies in seconds.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(found, forKey: .found)
    try object.encode(intervals, forKey: .intervals)
    try object.encode(endedAt700, forKey: .endedAt700)
    try object.encode(endedAt950, forKey: .endedAt950)
    try object.encode(cancelledAt2500, forKey: .cancelledAt2500)
    try object.encodeIfPresent(latency(atShare: 0.5), forKey: .latencyMedian)
    try object.encodeIfPresent(latency(atShare: 0.9), forKey: .latencyP90)
    try object.encode(everyday, forKey: .everyday)
    try object.encode(hard, forKey: .hard)
    try object.encode(mistakes, forKey: .mistakes)
  }
}

extension Alarms: Encodable {
  private enum Key: String, CodingKey {
    case withBegan, withEnded, began, ended, hours
  }

  /// An event that was counted, and how often it is to be expected in an hour.
  private struct Rate: Encodable {
    var count: Int
    var hourly: Double?
    var confidence: Confidence?
  }

  /// Writes counts with their 95 % confidence.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(withBegan, forKey: .withBegan)
    try object.encode(withEnded, forKey: .withEnded)
    try object.encode(rate(began), forKey: .began)
    try object.encode(rate(ended), forKey: .ended)
    try object.encode(hours, forKey: .hours)
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
