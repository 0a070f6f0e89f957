extension ShakeRejection {
  /// This rejection in a few words, such as `1.340 s  no shake: 3 swings, but …`.
  var text: String {
    let count = swings == 1 ? "1 swing" : "\(swings) swings"
    let found = foundFrom.map { "; found from --sensitivity \($0.value.text(decimals: 2))" } ?? ""
    return "\(end.text)  no shake: \(count), but \(reason)\(found)"
  }

  private var reason: String {
    switch shortcoming {
    case .swings(let count, let needed):
      count < swings
        ? "not \(needed) in a row back and forth along one line"
        : "it takes \(needed)"
    case .score(let score):
      "too little like a shake, by \((-score.total).text(decimals: 1)): \(score.reasons)"
    case .stroke(let stroke, let needed):
      "they move too little: \(stroke.text(decimals: 1)) m/s each,"
        + " a shake has \(needed.text(decimals: 1))"
    case .prominence(let amplitude, let needed):
      "no stronger than what went before: \(amplitude.text(decimals: 1)) m/s² on average,"
        + " after that it takes \(needed.text(decimals: 1))"
    case .quiet(let needed):
      "too soon after a motion that was cancelled:"
        + " \(needed.text(decimals: 1)) s of quiet come first"
    }
  }
}

extension ShakeRejection {
  /// Tells the fields of the JSON line.
  ///
  /// `lacks` names the rule; `has` and `needs` are in its unit (m/s², m/s, seconds). Where `lacks`
  /// is `score`, the fields that begin with `points_` are the points of each measure.
  func code(_ coder: inout some EventFieldCoder) {
    let (rule, has, needs) = shortcoming.members
    coder.derived("first_swing_ns", .timestamp(start))
    coder.derived("last_swing_ns", .timestamp(end))
    coder.derived("swings", .count(swings))
    coder.derived("lacks", .word(rule))
    if let has { coder.derived("has", .number(has)) }
    coder.derived("needs", .number(needs))
    if let foundFrom { coder.derived("found_from_sensitivity", .number(foundFrom.value)) }
    if case .score(let score) = shortcoming { score.points.code(&coder) }
  }
}

extension ShakeShortcoming {
  fileprivate var members: (rule: String, has: Double?, needs: Double) {
    switch self {
    case .swings(let count, let needed): ("swings", Double(count), Double(needed))
    case .score(let score): ("score", score.total, 0)
    case .stroke(let stroke, let needed): ("stroke", stroke, needed)
    case .prominence(let amplitude, let needed): ("prominence", amplitude, needed)
    case .quiet(let needed): ("quiet", nil, needed)
    }
  }
}

extension ShakeTerms {
  fileprivate func code(_ coder: inout some EventFieldCoder) {
    coder.derived("points_swings", .number(swings))
    coder.derived("points_amplitude", .number(amplitude))
    coder.derived("points_duration", .number(duration))
    coder.derived("points_across", .number(across))
    coder.derived("points_scatter", .number(scatter))
    coder.derived("points_first", .number(first))
  }
}

extension ShakeScore {
  /// The measures that lower the score, each with its points, the lowest first.
  fileprivate var reasons: String {
    let terms = [
      (points.swings, "\(measures.swings) in a row"),
      (points.amplitude, "of \(measures.amplitude.text(decimals: 1)) m/s²"),
      (points.duration, "\((1000 * measures.duration).whole) ms each"),
      (points.across, "\((100 * measures.across).whole) % across their direction"),
      (points.scatter, "midpoints \((100 * measures.scatter).whole) % apart"),
      (points.first, "the first \((100 * measures.first).whole) % of the others"),
    ]
    return terms.filter { $0.0 <= -0.05 }.sorted { $0.0 < $1.0 }
      .map { "\($0.1) (\($0.0.text(decimals: 1)))" }.joined(separator: ", ")
  }
}

extension Double {
  /// The nearest whole number.
  fileprivate var whole: Int { Int(rounded()) }
}
