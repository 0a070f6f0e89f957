// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore
import PhoneProtocol

/// The reason why the program ends, with its exit status, of BSD's sysexits.
struct Failure: Error, CustomStringConvertible {
  /// The exit status.
  enum Status: Int32 {
    case failure = 1
    case badData = 65
    case unavailable = 69
    case notPermitted = 77
  }

  var status: Status
  /// The reason for the user, in one line.
  var description: String

  init(_ status: Status, _ description: String) {
    (self.status, self.description) = (status, description)
  }

  /// A failure with the text of `failure`.
  init(_ failure: PhoneFailure) {
    let status: Status =
      switch failure {
      case .noSensor, .closedOnPhone: .unavailable
      case .notPermitted: .notPermitted
      case .refused: .failure
      case .noGravity: .badData
      }
    self.init(status, "\(failure)")
  }
}

/// Standard output and standard error, where a recording and what is told of it go.
enum PhoneOutput {
  /// Whoever read standard output has closed it, which ends the program quietly.
  struct Closed: Error {}

  /// Writes all of `piece`.
  ///
  /// - Throws: ``Closed`` if nobody reads it any more; a ``Failure`` if it cannot be written
  static func write(_ piece: PhoneRecording.Piece) throws {
    for message in piece.messages { report("\(message)") }
    var bytes = Array(piece.text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EPIPE {
        throw Closed()
      } else if errno == EAGAIN {
        var wish = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&wish, 1, -1)
      } else if errno != EINTR {
        throw Failure(
          .failure, "cannot write the recording: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Throws ``Closed`` if nobody reads standard output any more, which a write would show only once
  /// readings come.
  static func check() throws {
    var wish = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if poll(&wish, 1, 0) > 0, wish.revents & Int16(POLLERR) != 0 { throw Closed() }
  }

  /// Writes a line on standard error.
  static func report(_ text: String) {
    let line = Array("phone-accelerometer: \(text)\n".utf8)
    // If this fails, there is no place left to report it.
    _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension PhoneRecording {
  /// Writes what a turn brought: messages, and readings.
  ///
  /// - Throws: ``PhoneOutput/Closed``; a ``Failure``
  mutating func write(
    _ readings: [Reading], _ messages: [PhoneMessage], _ notes: [RecordingNote]
  ) throws {
    try PhoneOutput.check()
    for message in messages { PhoneOutput.report("\(message)") }
    let piece: Piece
    do throws(PhoneFailure) { piece = try add(readings, notes) } catch { throw Failure(error) }
    try PhoneOutput.write(piece)
  }
}

extension Timestamp {
  /// The time since the machine was started, also while it slept: `CLOCK_BOOTTIME`.
  static func now() -> Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }
}
