import ArgumentParser
import MotionCore

/// The format in which events are printed.
public enum EventFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs: one JSON object a line.
  case json

  /// `finding` as a line, with its newline.
  ///
  /// - Parameters:
  ///   - finding: an event or a rejection
  ///   - source: the source of the readings, as the user named it
  /// - Returns: the line; empty for a state, which events tell
  public func line(_ finding: MotionFinding, source: String) -> String {
    switch (self, finding) {
    case (.json, .event(let event)): event.jsonLine(source: source) + "\n"
    case (.json, .rejection(let rejection)): rejection.jsonLine(source: source) + "\n"
    case (.text, .event(let event)): "\(source): \(event.text)\n"
    case (.text, .rejection(let rejection)): "\(source): \(rejection.text)\n"
    case (_, .state): ""
    }
  }
}
