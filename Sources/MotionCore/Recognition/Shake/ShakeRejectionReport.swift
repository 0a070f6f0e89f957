extension ShakeRejection {
  /// This rejection in a few words, such as `1.340 s  no shake: 3 swings, but …`.
  var text: String {
    let count = swings == 1 ? "1 swing" : "\(swings) swings"
    return "\(end.text)  no shake: \(count), but \(reason)"
  }

  private var reason: String {
    switch shortcoming {
    case .swings(let count, let needed):
      count < swings
        ? "not \(needed) in a row back and forth along one line"
        : "it takes \(needed)"
    case .strength(let amplitude, let needed):
      "too weak: \(amplitude.text(decimals: 1)) m/s² on average,"
        + " so many would need \(needed.text(decimals: 1))"
    case .stroke(let stroke, let needed):
      "too short, like vibration: \(stroke.text(decimals: 1)) m/s each,"
        + " a hand has \(needed.text(decimals: 1))"
    case .prominence(let amplitude, let needed):
      "no stronger than what went before: \(amplitude.text(decimals: 1)) m/s² on average,"
        + " after that it takes \(needed.text(decimals: 1))"
    case .direction(let across, let allowed):
      "along no single direction: \((100 * across).text(decimals: 1)) % is across it,"
        + " \((100 * allowed).text(decimals: 1)) % may be"
    case .quiet(let needed):
      "too soon after a motion that was cancelled:"
        + " \(needed.text(decimals: 1)) s of quiet come first"
    }
  }
}

extension ShakeRejection {
  /// Tells the fields of the JSON line.
  ///
  /// `lacks` names the rule; `has` and `needs` are in its unit (m/s², m/s, a share, seconds), and `needs` is the
  /// most that is allowed where `lacks` is `direction`.
  func code(_ coder: inout some EventFieldCoder) {
    let (rule, has, needs) = shortcoming.members
    coder.tell("first_swing_ns", .timestamp(start))
    coder.tell("last_swing_ns", .timestamp(end))
    coder.tell("swings", .count(swings))
    coder.tell("lacks", .word(rule))
    if let has { coder.tell("has", .number(has)) }
    coder.tell("needs", .number(needs))
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
