import ArgumentParser
import MotionCore

/// How events are printed.
public enum EventFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs: one JSON object a line.
  case json

  /// `finding` as a line, with its newline.
  ///
  /// - Parameters:
  ///   - finding: what was recognised
  ///   - source: what the readings came from, as the user named it
  /// - Returns: the line
  public func line(_ finding: Finding, source: String) -> String {
    switch (self, finding) {
    case (.json, .event(let event)): event.jsonLine(source: source) + "\n"
    case (.json, .rejection(let rejection)): rejection.jsonLine(source: source) + "\n"
    case (.text, .event(let event)): "\(source): \(event.text)\n"
    case (.text, .rejection(let rejection)): "\(source): \(rejection.text)\n"
    }
  }
}

extension MotionEvent {
  /// This event in a few words, such as `1.340 s  shake began`.
  public var text: String {
    let seconds = Double(timestamp.nanoseconds) * 1e-9
    let simulated = isSimulated ? " (simulated)" : ""
    return "\(seconds.text(decimals: 3)) s  \(motion.rawValue) \(phase.text)\(simulated)"
  }
}

extension MotionEvent.Phase {
  fileprivate var text: String {
    switch self {
    case .began:
      "began"
    case .ended(_, let shake):
      "ended: \(shake.swings) swings along \(shake.axis.rawValue)"
        + " in \((Double(shake.duration) * 1e-9).text(decimals: 2)) s,"
        + " peak \(shake.peak.text(decimals: 1)) m/s²"
    case .cancelled(.tooLong):
      "cancelled: it went on for longer than the window"
    case .cancelled(.notAShake):
      "cancelled: seen whole, it was not a shake"
    case .cancelled(.interrupted):
      "cancelled: the readings broke off"
    }
  }
}

extension Double {
  /// This number with exactly `decimals` decimals, of which there is at least one.
  public func text(decimals: Int) -> String {
    var factor: Int64 = 1
    for _ in 0..<decimals { factor *= 10 }
    guard let scaled = Int64(exactly: (magnitude * Double(factor)).rounded()) else {
      return "\(self)"
    }
    let fraction = String(scaled % factor)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(self < 0 && scaled > 0 ? "-" : "")\(scaled / factor).\(zeros)\(fraction)"
  }
}
