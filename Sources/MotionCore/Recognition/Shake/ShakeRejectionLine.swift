extension ShakeRejection {
  /// This rejection as one line of JSON, without a newline: keys are only ever added.
  ///
  /// `lacks` names the rule; `has` and `needs` are in its unit (m/s², m/s, a share, seconds), and
  /// `needs` is the most that is allowed where `lacks` is `direction`.
  ///
  /// - Parameter source: what the readings came from, as the user named it
  /// - Returns: an object whose phase is `rejected`
  public func jsonLine(source: String) -> String {
    let (rule, has, needs) = shortcoming.members
    let amount = has.map { ",\"has\":\(JSON.number($0))" } ?? ""
    return "{\"source\":\(JSON.string(source)),\"motion\":\"shake\",\"phase\":\"rejected\""
      + ",\"timestamp_ns\":\(end.nanoseconds)"
      + ",\"first_swing_ns\":\(start.nanoseconds),\"last_swing_ns\":\(end.nanoseconds)"
      + ",\"swings\":\(swings),\"lacks\":\"\(rule)\"\(amount),\"needs\":\(JSON.number(needs))}"
  }
}

extension ShakeShortcoming {
  fileprivate var members: (rule: String, has: Double?, needs: Double) {
    switch self {
    case .swings(let count, let needed): ("swings", Double(count), Double(needed))
    case .strength(let amplitude, let needed): ("strength", amplitude, needed)
    case .stroke(let stroke, let needed): ("stroke", stroke, needed)
    case .prominence(let amplitude, let needed): ("prominence", amplitude, needed)
    case .direction(let across, let allowed): ("direction", across, allowed)
    case .quiet(let needed): ("quiet", nil, needed)
    }
  }
}
