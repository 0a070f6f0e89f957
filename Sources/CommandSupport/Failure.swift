import ArgumentParser
import Glibc
import MotionIIO

/// How a command ends, from BSD's sysexits.
public enum ExitStatus: Int32, Sendable {
  /// Anything that has no status of its own.
  case failure = 1
  /// Wrong usage of the command line.
  case usage = 64
  /// Bad data in an input.
  case badData = 65
  /// An input that is not there or cannot be read.
  case noInput = 66
  /// No accelerometer, or no daemon.
  case unavailable = 69
  /// Not permitted.
  case notPermitted = 77
}

/// Why a command cannot go on: what was being done to what, and what to do about it.
public struct Failure: Error, Sendable, CustomStringConvertible {
  /// How the command ends for this reason.
  public var status: ExitStatus
  /// For the user, in one line.
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

  /// The failure to create `path`, which must not exist, with the error `number`.
  static func creating(_ path: String, _ number: Int32) -> Failure {
    let hint = number == EEXIST ? "; remove it, or choose another name" : ""
    return Failure(
      number == EACCES ? .notPermitted : .failure,
      "cannot create \(path): \(text(of: number))\(hint)")
  }

  /// Tells the user on standard error, as `command: description`.
  public func report(from command: String) {
    // Nobody is left to tell if this fails.
    try? OutputFile.standardError.write("\(command): \(description)\n")
  }

  /// What the C library calls the error `number`.
  static func text(of number: Int32) -> String {
    String(cString: strerror(number))
  }
}

/// Runs the body of a command: failures are told on standard error and become exit statuses.
///
/// A closed standard output ends the command quietly: its reader has had enough.
///
/// - Parameters:
///   - command: its name, for messages
///   - body: what it does
/// - Throws: only what ArgumentParser turns into an exit status
public func reportingFailures(of command: String, _ body: () throws -> Void) throws {
  do {
    try body()
  } catch OutputError.closed {
    return
  } catch let failure as Failure {
    failure.report(from: command)
    throw ExitCode(failure.status.rawValue)
  } catch let error as OutputError {
    Failure(.failure, "\(error)").report(from: command)
    throw ExitCode(ExitStatus.failure.rawValue)
  }
}
