import ArgumentParser
import MotionBus
import MotionIIO
import SystemPackage

/// The exit status of a command, from BSD's sysexits.
public enum ExitStatus: Int32, Sendable {
  /// Any failure that has no status of its own.
  case failure = 1
  /// Wrong usage of the command line.
  case usage = 64
  /// Bad data in an input.
  case badData = 65
  /// An input that does not exist or cannot be read.
  case noInput = 66
  /// No accelerometer, or no daemon.
  case unavailable = 69
  /// Not permitted.
  case notPermitted = 77
}

/// The reason why a command cannot go on: the action, its object, and the remedy.
public struct Failure: Error, Sendable, CustomStringConvertible {
  /// The exit status of the command.
  public var status: ExitStatus
  /// The reason for the user, in one line.
  public var description: String

  /// A failure that ends the command with `status`.
  public init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }

  /// The failure to use an accelerometer.
  public init(_ error: AccelerometerError) {
    self.init(error.isNotPermitted ? .notPermitted : .unavailable, "\(error)")
  }

  /// The failure to create `path`, which must not exist.
  static func creating(_ path: String, _ error: Errno, hint: String = "remove it") -> Failure {
    let hint = error == .fileExists ? "; \(hint), or choose another name" : ""
    return Failure(
      error == .permissionDenied ? .notPermitted : .failure,
      "cannot create \(path): \(error)\(hint)")
  }

  /// Writes `command: description` on standard error.
  public func report(from command: String) {
    let text =
      Journal.hasStandardError
      ? Journal.lines(description, .error) : "\(command): \(description)"
    // Nobody is left to tell if this fails.
    try? OutputFile.standardError.write(text + "\n")
  }
}

extension Failure {
  /// The failure that `error` is for a command; nil for an error of ArgumentParser.
  fileprivate init?(reporting error: any Error) {
    let status: ExitStatus
    switch error {
    case let error as Failure: status = error.status
    case let error as AccelerometerError: status = Failure(error).status
    case let error as BusError: status = ExitStatus(error)
    case is OutputError: status = .failure
    default: return nil
    }
    self.init(status, "\(error)")
  }
}

extension ExitStatus {
  /// The exit status for the failure of a call of the daemon, or of its service.
  fileprivate init(_ error: BusError) {
    switch error {
    case .noBus, .disconnected, .noDaemon, .stopped,
      .refused(_, Motion1.ErrorName.noReadings, _):
      self = .unavailable
    case .refused(_, Motion1.ErrorName.accessDenied, _),
      .refused(_, Motion1.ErrorName.interactionRequired, _),
      .failed(_, .permissionDenied), .failed(_, .notPermitted):
      self = .notPermitted
    case .refused(_, Motion1.ErrorName.invalidArguments, _): self = .badData
    case .refused, .failed, .nameTaken: self = .failure
    }
  }
}

/// Runs the body of a command: failures are written on standard error and become exit statuses.
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
  } catch {
    guard let failure = Failure(reporting: error) else { throw error }
    failure.report(from: command)
    throw ExitCode(failure.status.rawValue)
  }
}
