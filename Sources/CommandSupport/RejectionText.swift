import MotionCore

extension ShakeRejection {
  /// This rejection in a few words, such as `1.340 s  no shake: 3 swings, but …`.
  public var text: String {
    let seconds = Double(end.nanoseconds) * 1e-9
    let count = swings == 1 ? "1 swing" : "\(swings) swings"
    return "\(seconds.text(decimals: 3)) s  no shake: \(count), but \(reason)"
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
