import LinuxSupport

/// A line on a terminal that tells how much is done, of what takes more than a second.
///
/// Without a terminal, or where results go to the same one, nothing is told.
public struct Progress {
  private let command: String
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?
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

  /// Tells `text`, such as `12 of 100 recordings`, if it is time.
  public mutating func show(_ text: @autoclosure () -> String) throws {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard start.duration(to: now) > .seconds(1),
      last.map({ $0.duration(to: now) > .milliseconds(200) }) ?? true
    else { return }
    last = now
    try OutputFile.standardError.write("\r\u{1B}[K\(command): \(text())")
  }

  /// Removes the line, before something else is told and at the end.
  public mutating func clear() throws {
    guard last != nil else { return }
    last = nil
    try OutputFile.standardError.write("\r\u{1B}[K")
  }
}
