// SPDX-License-Identifier: Apache-2.0

import Commands
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors
import SystemPackage

/// The pipes to programs that want the readings themselves, as lines of a recording, on the service
/// queue.
final class SamplePipes {
  private let handler: (SamplePipe.Ending, Demand) -> Void
  /// Makes a timer that calls ``removeClosed()`` each second.
  private let startTimer: () -> QueueSource?
  private var info: AccelerometerInfo?
  private var pipes: [(pipe: SamplePipe, user: UInt32, rate: Hertz)] = []
  /// Looks each second for readers that have left; nil without any.
  private var timer: QueueSource?
  private var budget: UserBudget

  /// No pipes yet; there are only so many.
  ///
  /// - Parameters:
  ///   - limits: the most pipes
  ///   - startTimer: makes a timer that calls ``removeClosed()`` each second
  ///   - handler: called once for each pipe that was closed, with what the others want
  init(
    limits: UserBudget.Limits, startTimer: @escaping () -> QueueSource?,
    _ handler: @escaping (SamplePipe.Ending, Demand) -> Void
  ) {
    budget = UserBudget(ofUsers: limits)
    (self.startTimer, self.handler) = (startTimer, handler)
  }

  /// The demand of the programs: readings at the highest of their rates.
  var demand: Demand {
    var demand = Demand()
    demand.rateOfReadings = pipes.map(\.rate).max()
    return demand
  }

  /// Notes the accelerometer of the readings that follow.
  func begin(_ info: AccelerometerInfo) { self.info = info }

  /// Writes readings to every pipe.
  func write(_ batch: ArraySlice<Reading>) {
    remove { $0.write(batch, of: info) }
  }

  /// Adds a pipe of `user`, who wants readings at `rate` or more.
  ///
  /// - Returns: the end to read from, which the caller closes
  /// - Throws: a refusal if there are too many pipes, or if the process has no descriptor left
  func open(for user: UInt32, at rate: Hertz) throws(Refusal) -> FileDescriptor {
    removeClosed()
    let (readEnd, writeEnd): (FileDescriptor, FileDescriptor)
    do {
      (readEnd, writeEnd) = try FileDescriptor.ownPipe()
    } catch {
      throw Refusal(name: Motion1.ErrorName.failed, message: "cannot make a pipe: \(error)")
    }
    guard budget.take(for: user) else {
      for end in [readEnd, writeEnd] { try? end.close() }
      throw Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "too many programs read samples: at most \(budget.limits.total), and "
          + "\(budget.limits.each) of one user; try again later")
    }
    // Only our end: the client may read as it likes.
    _ = fcntl(writeEnd.rawValue, F_SETFL, O_NONBLOCK)
    pipes.append((SamplePipe(writeEnd), user, rate))
    // While no readings come nothing else shows that a reader left: Dispatch has no source for it.
    timer = timer ?? startTimer()
    return readEnd
  }

  /// Drops pipes whose readers have left.
  func removeClosed() {
    remove { $0.isClosed ? .closed : nil }
  }

  private func remove(_ ending: (SamplePipe) -> SamplePipe.Ending?) {
    var endings: [SamplePipe.Ending] = []
    pipes.removeAll { pipe, user, _ in
      guard let ending = ending(pipe) else { return false }
      budget.giveBack(of: user)
      endings.append(ending)
      return true
    }
    if pipes.isEmpty { timer = nil }
    // The handler may open another one.
    for ending in endings { handler(ending, demand) }
  }
}

/// A pipe of recording lines to one reader.
///
/// It never blocks: lines that the reader does not take are kept up to a limit, and a reader that
/// falls behind further loses the pipe, so that it never takes a part for the whole.
final class SamplePipe {
  private let descriptor: FileDescriptor
  /// A slice, which loses its first bytes without moving the others.
  private var waiting: ArraySlice<UInt8> = []
  private var text = RecordingText()

  /// The most bytes that are kept for a slow reader: some four minutes at 100 Hz.
  private static let mostWaiting = 1 << 20

  /// The reason why a pipe is closed.
  enum Ending: Sendable {
    /// The reader closed its end.
    case closed
    /// The reader fell too far behind.
    case behind
  }

  /// A pipe into `descriptor`, which does not block and is closed with it.
  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  deinit {
    try? descriptor.close()
  }

  /// A Boolean value that indicates whether the reader closed its end.
  var isClosed: Bool {
    var wish = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
    return poll(&wish, 1, 0) > 0
  }

  /// Writes readings, and before the first one a description of the accelerometer.
  ///
  /// A reading that a parser would refuse is left out.
  ///
  /// - Returns: the reason to close the pipe; nil to keep it
  func write(_ batch: ArraySlice<Reading>, of info: AccelerometerInfo?) -> Ending? {
    text.info = info
    for reading in batch {
      if let piece = text.piece(for: reading) { waiting += piece.utf8 }
    }
    return waiting.isEmpty ? nil : flush()
  }

  private func flush() -> Ending? {
    do {
      while !waiting.isEmpty {
        waiting.removeFirst(try waiting.withUnsafeBytes { try descriptor.write($0) })
      }
      return nil
    } catch Errno.resourceTemporarilyUnavailable {
      return waiting.count > Self.mostWaiting ? .behind : nil
    } catch {
      return .closed
    }
  }
}
