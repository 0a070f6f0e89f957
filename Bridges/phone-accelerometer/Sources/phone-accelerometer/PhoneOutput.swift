// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import PhoneProtocol

/// A failure of a phone is one of the program.
extension PhoneFailure: ExitingError {
  /// The exit status.
  package var status: ExitStatus {
    switch self {
    case .noSensor, .closedOnPhone: .unavailable
    case .notPermitted: .notPermitted
    case .refused: .failure
    case .noGravity: .badData
    }
  }
}

/// Standard output and standard error, where a recording and its messages go.
struct PhoneOutput: Sendable {
  /// Standard output, which after a signal does not wait for a reader.
  let file: OutputFile

  /// Writes all of `piece`.
  ///
  /// - Throws: an `OutputError`
  func write(_ piece: PhoneRecording.Piece) throws(OutputError) {
    for message in piece.messages { report("\(message)") }
    try file.write(piece.text)
  }

  /// Writes what a turn brought to `recording`: messages, and readings.
  ///
  /// - Throws: an `OutputError`, also if nobody reads standard output any more, which a write would
  ///   show only once readings come; a ``PhoneFailure``
  func write(
    _ recording: inout PhoneRecording, _ readings: [Reading], _ messages: [PhoneMessage],
    _ notes: [RecordingNote]
  ) throws {
    try check()
    for message in messages { report("\(message)") }
    try write(recording.add(readings, notes))
  }

  /// Throws `OutputError.closed` if nobody reads standard output any more.
  func check() throws(OutputError) {
    var wish = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if poll(&wish, 1, 0) > 0, wish.revents & Int16(POLLERR) != 0 { throw .closed }
  }

  /// Writes the lines of `text` on standard error as they are, and waits for no reader.
  func show(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in text.hasSuffix("\n") ? lines.dropLast() : lines[...] {
      LogOutput.standardError.write(String(line))
    }
  }

  /// Writes a line on standard error.
  func report(_ text: String) {
    Journal.log(text, .notice, from: "phone-accelerometer")
  }
}
