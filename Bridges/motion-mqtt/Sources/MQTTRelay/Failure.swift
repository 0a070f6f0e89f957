// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MotionBus

/// The reason why the program cannot go on, with its exit status, of BSD's sysexits.
package struct Failure: Error, CustomStringConvertible {
  /// The exit status.
  package enum Status: Int32 {
    case failure = 1
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case notPermitted = 77
  }

  package var status: Status
  /// The reason for the user, in one line.
  package var description: String

  package init(_ status: Status, _ description: String) {
    (self.status, self.description) = (status, description)
  }

  /// A failure with the text of `error`.
  package init(_ error: BusError) {
    let status: Status =
      switch error {
      case .noBus, .disconnected, .noDaemon, .stopped: .unavailable
      case .refused(_, "org.freedesktop.DBus.Error.AccessDenied", _),
        .refused(_, "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", _):
        .notPermitted
      case .refused(_, "org.freedesktop.DBus.Error.InvalidArgs", _): .badData
      case .failed(_, let reason)
      where reason == .permissionDenied || reason == .notPermitted:
        .notPermitted
      case .refused, .failed, .nameTaken: .failure
      }
    self.init(status, "\(error)")
  }

  /// Runs `body`, and ends the program with the status of its failure.
  package static func reporting(_ body: () throws -> Void) throws {
    do { try body() } catch let error as BusError {
      try Failure(error).exit()
    } catch let failure as Failure { try failure.exit() }
  }

  private func exit() throws {
    Log.write(description, .error)
    throw ExitCode(status.rawValue)
  }
}

/// Standard error, or the journal where that leads to it.
package enum Log {
  /// The priority of a line, by the numbers of syslog(3).
  package enum Priority: Int {
    case error = 3
    case notice = 5
  }

  /// Writes `text`, with `?` for the characters that a terminal or the journal would obey.
  package static func write(_ text: String, _ priority: Priority) {
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: "?"
          default: scalar
          }
        }))
    let whole = isJournal ? "<\(priority.rawValue)>\(line)\n" : "motion-mqtt: \(line)\n"
    // If this fails, there is no place left to report it.
    _ = Array(whole.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// A Boolean value that indicates whether standard error leads to the journal: a shell may have
  /// inherited the variable, with another standard error.
  private static let isJournal: Bool = {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }()
}
