import ArgumentParser
import LinuxSupport

/// Runs the body of a command: each ``ExitingError`` is written on standard error and becomes an exit status.
///
/// A closed standard output ends the command quietly.
///
/// - Parameters:
///   - command: its name, for messages
///   - body: the work
/// - Throws: only errors that ArgumentParser turns into an exit status
public func reportingFailures(of command: String, _ body: () throws -> Void) throws {
  do {
    try body()
  } catch OutputError.closed {
    return
  } catch let error as any ExitingError {
    Failure(error.status, "\(error)").report(from: command)
    throw ExitCode(error.status.rawValue)
  }
}
