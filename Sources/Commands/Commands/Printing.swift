// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The format of printed events.
public enum EventFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs: one JSON object a line.
  case json

  /// `finding` as a line, with its newline.
  ///
  /// - Parameters:
  ///   - finding: an event or a rejection
  ///   - source: the source of the readings, as the user named it
  ///   - isAtEnd: true if the source is a recording that was played to its end
  /// - Returns: the line; empty for a state, which events imply
  public func line(_ finding: MotionFinding, source: String, isAtEnd: Bool = false) -> String {
    switch (self, finding) {
    case (.json, .event(let event)): event.jsonLine(source: source) + "\n"
    case (.json, .rejection(let rejection)): rejection.jsonLine(source: source) + "\n"
    case (.text, .event(let event)):
      "\(source.printable): \(isAtEnd ? event.textAtEnd : event.text)\n"
    case (.text, .rejection(let rejection)): "\(source.printable): \(rejection.text)\n"
    case (_, .state): ""
    }
  }
}

/// A progress line on a terminal, for work that takes more than a second.
///
/// Nothing is shown without a terminal, or if results go to the same terminal.
public struct Progress {
  private let command: String
  private var pace = ProgressPace(from: .now)
  private let isShown: Bool

  /// Progress of a command.
  ///
  /// - Parameters:
  ///   - command: its name, for the line
  ///   - sharesTerminal: true if results are written to standard output meanwhile
  public init(of command: String, sharesTerminal: Bool = false) {
    self.command = command
    isShown =
      OutputFile.standardError.isTerminal
      && !(sharesTerminal && OutputFile.standardOutput.isTerminal)
  }

  /// Shows `text`, such as `12 of 100 recordings`, at most five times a second.
  public mutating func show(_ text: @autoclosure () -> String) throws {
    guard isShown, pace.shows(at: .now) else { return }
    try OutputFile.standardError.write("\r\u{1B}[K\(command): \(text())")
  }

  /// Removes the line, before other output and at the end.
  public mutating func clear() throws {
    guard pace.clears() else { return }
    try OutputFile.standardError.write("\r\u{1B}[K")
  }
}

/// The moments of a progress line: none in the first second, then at most five a second.
package struct ProgressPace {
  private let start: ContinuousClock.Instant
  /// The moment of the line that stands on the terminal; nil if none does.
  private var last: ContinuousClock.Instant?

  package init(from start: ContinuousClock.Instant) {
    self.start = start
  }

  /// True if a line is due at `now`, which then stands there.
  package mutating func shows(at now: ContinuousClock.Instant) -> Bool {
    guard start.duration(to: now) > .seconds(1),
      last.map({ $0.duration(to: now) > .milliseconds(200) }) ?? true
    else { return false }
    last = now
    return true
  }

  /// True if a line stood there, which then is gone.
  package mutating func clears() -> Bool {
    defer { last = nil }
    return last != nil
  }
}
