// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// The exit status of a command, from BSD's sysexits.
public enum ExitStatus: Int32, Sendable {
  /// Any failure without another status.
  case failure = 1
  /// Wrong usage of the command line.
  case usage = 64
  /// Bad data in an input.
  case badData = 65
  /// An input that does not exist or is unreadable.
  case noInput = 66
  /// No device, or no daemon.
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

  /// The failure to create `path`, which must not exist.
  package static func creating(
    _ path: String, _ error: Errno, hint: String = "remove it"
  ) -> Failure {
    let hint = error == .fileExists ? "; \(hint), or choose another name" : ""
    return Failure(
      error == .permissionDenied ? .notPermitted : .failure,
      "cannot create \(path): \(error)\(hint)")
  }

  /// The longest wait for a reader of the log of a program that serves, as it ends.
  private static let patience = Duration.seconds(1)

  /// Writes `command: description` on standard error.
  ///
  /// It waits for a reader, except in a program that serves, which ends soon.
  public func report(from command: String) {
    let line = Journal.line(description, .error, from: command)
    let log = LogOutput.standardError
    guard log.serves else {
      // If this fails, there is no place left to report it.
      try? OutputFile.standardError.write(line + "\n")
      return
    }
    log.write(line)
    log.drain(for: Self.patience)
  }
}

/// An error that ends a command with its own status.
package protocol ExitingError: Error, CustomStringConvertible {
  /// The exit status of the command.
  var status: ExitStatus { get }
}

extension Failure: ExitingError {}

extension OutputError: ExitingError {
  /// Any failure.
  public var status: ExitStatus { .failure }
}

/// Writes the reason for a command's failure to standard error; a closed standard output ends it
/// quietly.
///
/// - Returns: the exit status; nil if the error has none: then this writes nothing
package func exitStatus(reporting error: any Error, from command: String) -> Int32? {
  switch error {
  case OutputError.closed: return 0
  case let error as any ExitingError:
    Failure(error.status, "\(error)").report(from: command)
    return error.status.rawValue
  default: return nil
  }
}
