// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import MotionSensors

/// The state of a named pipe that is read for one writer after the other.
public enum PipeState: Hashable, Sendable {
  /// The path leads to a pipe that no program writes to; with the problem of what the last one
  /// wrote, if there was one.
  case waiting(afterProblem: String? = nil)
  /// A program writes.
  case written
  /// The path leads to no pipe, for this reason.
  case gone(reason: String)
}

/// Plays what one program after the other writes to a named pipe, whatever becomes of the path.
///
/// A script that starts the writer may remove the pipe and make another, so an open pipe that
/// nobody writes to is compared with its path each second. A pipe that is gone is waited for.
struct NamedPipePlayer {
  /// The time from one look at the path to the next.
  private static let period = Duration.seconds(1)

  let path: String
  let pace: RecordingPlayer.Pace
  /// Called with each change of the state.
  let report: (PipeState) -> Void
  /// Called with the notes of each writer's header.
  let onHeader: (([RecordingNote]) -> Void)?
  private var state: PipeState?

  /// A player of the pipe at `path`.
  init(
    _ path: String, _ pace: RecordingPlayer.Pace, _ report: @escaping (PipeState) -> Void,
    onHeader: (([RecordingNote]) -> Void)?
  ) {
    (self.path, self.pace, self.report, self.onHeader) = (path, pace, report, onHeader)
  }

  /// Plays until a signal.
  ///
  /// - Parameters:
  ///   - signals: the signals that stop it
  ///   - body: called for each event; `interrupted` where a writer ends
  /// - Throws: the error of `body`; a ``Failure`` if there is no pipe at the start
  mutating func play(
    _ signals: borrowing StopSignals, _ body: (AccelerometerEvent) throws -> Void
  ) throws {
    while try playOnce(signals, body) != .stopped {
      let pause: Duration
      switch state {
      // A writer that goes on notices that nobody reads, and begins again.
      case .gone, .waiting(.some): pause = Self.period
      case .waiting(nil), .written, nil: pause = .zero
      }
      if signals.wait(until: .now + pause) == .stopped { return }
    }
  }

  /// Opens the pipe, and plays what one writer writes; returns before if the path changes.
  private mutating func playOnce(
    _ signals: borrowing StopSignals, _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    let pipe: InputFile
    do throws(Failure) { pipe = try open() } catch {
      guard state != nil else { throw error }
      enter(.gone(reason: "\(error)"))
      return .finished
    }
    // What a program keeps open has the readings of hours before the start.
    let oldBytes = state == nil ? pipe.waitingBytes : 0
    switch state {
    case .waiting: break
    case .written, .gone, nil: enter(.waiting())
    }
    wait: while true {
      switch signals.waitToRead(pipe.descriptor, within: Self.period) {
      case .stopped: return .stopped
      case .ready: break wait
      case .timedOut: guard pipe.isAtItsPath else { return .finished }
      }
    }
    enter(.written)
    var problem: String?
    let ending = try play(pipe, after: oldBytes, signals, body) { problem = "\($0)" }
    guard ending != .stopped else { return .stopped }
    try body(.interrupted)
    enter(.waiting(afterProblem: problem))
    return .finished
  }

  private mutating func enter(_ new: PipeState) {
    guard new != state else { return }
    state = new
    report(new)
  }

  private func open() throws(Failure) -> InputFile {
    // Opening something else, such as a terminal, might change it.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFIFO else {
      throw Failure(.noInput, "\(path) is no pipe any more")
    }
    return try InputFile(path: path)
  }

  /// Plays what one writer writes; what is wrong in it is reported.
  private func play(
    _ pipe: InputFile, after oldBytes: Int, _ signals: borrowing StopSignals,
    _ body: (AccelerometerEvent) throws -> Void, onProblem: (Failure) -> Void
  ) throws -> SourceEnding {
    var player = RecordingPlayer(pace)
    (player.onHeader, player.oldBytes) = (onHeader, oldBytes)
    var ownError: (any Error)?
    do {
      return try player.play(pipe, signals) { event in
        do { try body(event) } catch {
          ownError = error
          throw error
        }
      }
    } catch let problem as Failure where ownError == nil {
      onProblem(problem)
      return .finished
    }
  }
}
