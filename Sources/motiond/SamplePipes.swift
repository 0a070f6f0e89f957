// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import MotionIIO
import MotionSources
import Synchronization
import SystemPackage

/// The pipes to programs that want the readings themselves, as lines of a recording.
///
/// Readings wait until the queue of the pipes turns to them, all that came together at once.
final class SamplePipes: Sendable {
  private enum Piece {
    case reading(Reading)
    /// The readings that follow are of this accelerometer.
    indirect case device(AccelerometerInfo)
  }

  private struct Backlog {
    var pieces: [Piece] = []
    /// The memory of the pieces that were written last, to be used again.
    var spare: [Piece] = []
  }

  private let backlog = Mutex(Backlog())
  private let writer: QueueBound<Writer>

  /// No pipes yet, of which there are only so many.
  ///
  /// - Parameters:
  ///   - limits: the most pipes
  ///   - handler: called on the queue of the pipes once for each that was closed, with its rate
  init(
    limits: Quota.Limits, _ handler: @escaping @Sendable (SamplePipe.Ending, Hertz) -> Void
  ) {
    writer = QueueBound(to: SerialQueue(label: "org.motiond.samples", rank: .samples)) {
      Writer($0, limits, handler)
    }
  }

  /// Notes the accelerometer of the readings that follow.
  func begin(_ info: AccelerometerInfo) { add(.device(info)) }

  /// Writes `reading` to every pipe, later.
  func write(_ reading: Reading) { add(.reading(reading)) }

  private func add(_ piece: Piece) {
    let isFirst = backlog.withLock { backlog in
      backlog.pieces.append(piece)
      return backlog.pieces.count == 1
    }
    // Those that follow before the queue turns to this one go with it.
    if isFirst { writer.async { [weak self] in self?.drain(to: $0) } }
  }

  private func drain(to writer: Writer) {
    var pieces = backlog.withLock { backlog in
      let pieces = backlog.pieces
      backlog.pieces = backlog.spare
      backlog.spare = []
      return pieces
    }
    for piece in pieces { writer.process(piece) }
    pieces.removeAll(keepingCapacity: true)
    backlog.withLock { [pieces] in $0.spare = pieces }
  }

  /// Adds a pipe of `user`, who wants readings at `rate` or more.
  ///
  /// - Returns: the end to read from, which the caller closes
  /// - Throws: a refusal if there are too many pipes, or if the process has no descriptor left
  func open(for user: UInt32, at rate: Hertz) throws(Refusal) -> FileDescriptor {
    try writer.sync { pipes throws(Refusal) in try pipes.open(for: user, at: rate) }
  }

  /// The pipes, on their queue.
  private final class Writer {
    private let handler: @Sendable (SamplePipe.Ending, Hertz) -> Void
    private var info: AccelerometerInfo?
    private var pipes: [(pipe: SamplePipe, user: UInt32, rate: Hertz)] = []
    /// Looks each second for readers that have left; nil without any.
    private var timer: QueueSource?
    private var quota: Quota
    private weak var own: QueueBound<Writer>?

    init(
      _ own: QueueBound<Writer>, _ limits: Quota.Limits,
      _ handler: @escaping @Sendable (SamplePipe.Ending, Hertz) -> Void
    ) {
      self.own = own
      quota = Quota(limits)
      self.handler = handler
    }

    func process(_ piece: Piece) {
      switch piece {
      case .device(let info): self.info = info
      case .reading(let reading): remove { $0.write(reading, of: info) }
      }
    }

    func open(for user: UInt32, at rate: Hertz) throws(Refusal) -> FileDescriptor {
      removeClosed()
      let (readEnd, writeEnd): (FileDescriptor, FileDescriptor)
      do {
        (readEnd, writeEnd) = try FileDescriptor.pipe()
      } catch {
        throw Refusal(name: Motion1.ErrorName.failed, message: "cannot make a pipe: \(error)")
      }
      guard quota.claim(user) else {
        for end in [readEnd, writeEnd] { try? end.close() }
        throw Refusal(
          name: Motion1.ErrorName.limitExceeded,
          message: "too many programs read samples: at most \(quota.limits.total), and "
            + "\(quota.limits.user) of one user; try again later")
      }
      for end in [readEnd, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
      // Only our end: the client may read as it likes.
      _ = fcntl(writeEnd.rawValue, F_SETFL, O_NONBLOCK)
      pipes.append((SamplePipe(writeEnd), user, rate))
      // While no readings come nothing else shows that a reader left: Dispatch has no source for
      // it.
      timer =
        timer
        ?? own?.timer(every: .seconds(1), leeway: .milliseconds(500)) { $0.removeClosed() }
      return readEnd
    }

    /// Drops pipes whose readers have left.
    func removeClosed() {
      remove { $0.isClosed ? .closed : nil }
    }

    private func remove(_ ending: (SamplePipe) -> SamplePipe.Ending?) {
      pipes.removeAll { pipe, user, rate in
        guard let ending = ending(pipe) else { return false }
        quota.release(user)
        handler(ending, rate)
        return true
      }
      if pipes.isEmpty { timer = nil }
    }
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

  /// Writes a reading, and before the first one a description of the accelerometer.
  ///
  /// A reading that a parser would refuse is left out.
  ///
  /// - Returns: the reason to close the pipe; nil to keep it
  func write(_ reading: Reading, of info: AccelerometerInfo?) -> Ending? {
    text.info = info
    guard let piece = text.piece(for: reading) else { return nil }
    waiting += piece.utf8
    return flush()
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
