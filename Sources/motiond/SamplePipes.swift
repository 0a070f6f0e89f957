import Dispatch
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import MotionIIO
import MotionSources
import SystemPackage

/// The pipes to programs that want the readings themselves, as lines of a recording.
actor SamplePipes: QueueActor {
  nonisolated let executor = SerialQueue(label: "org.motiond.samples", rank: .samples)
  private var handler: @Sendable (SamplePipe.Ending) -> Void = { _ in }
  private var info: AccelerometerInfo?
  private var pipes: [(pipe: SamplePipe, user: UInt32, rate: Hertz)] = [] {
    didSet { watchReaders() }
  }
  /// Looks for readers that have left; nil without any.
  private var timer: QueueSource?
  private var quota: Quota

  /// No pipes yet, of which there are only so many.
  init(limits: Quota.Limits) {
    quota = Quota(limits)
  }

  /// Calls `handler` whenever a pipe was closed.
  func watch(_ handler: @escaping @Sendable (SamplePipe.Ending) -> Void) {
    self.handler = handler
  }

  /// Notes the accelerometer of the readings that follow.
  nonisolated func begin(_ info: AccelerometerInfo) {
    async { $0.info = info }
  }

  /// Writes `reading` to every pipe, later.
  nonisolated func write(_ reading: Reading) {
    async { $0.writeNow(reading) }
  }

  /// The sampling frequency that serves all readers; nil if there are none.
  var rate: Hertz? { pipes.map(\.rate).max() }

  /// Adds a pipe.
  ///
  /// - Parameters:
  ///   - user: the user of its reader
  ///   - rate: the lowest sampling frequency that serves the reader
  /// - Returns: the end to read from, which the caller closes
  /// - Throws: a refusal if there are too many pipes, or if the process has no descriptor left
  func open(
    for user: UInt32, at rate: Hertz = Demand.readingsRate
  ) throws(Refusal) -> FileDescriptor {
    removeClosed()
    let (readEnd, writeEnd): (FileDescriptor, FileDescriptor)
    do {
      (readEnd, writeEnd) = try FileDescriptor.pipe()
    } catch {
      throw Refusal(name: Motion1.ErrorName.failed, message: "cannot make a pipe: \(error)")
    }
    guard quota.take(user) else {
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
    return readEnd
  }

  private func writeNow(_ reading: Reading) {
    remove { pipe in
      guard let ending = pipe.write(reading, of: info) else { return false }
      handler(ending)
      return true
    }
  }

  /// Looks for readers that have left each second, as while no readings come nothing else tells that: dispatch has no
  /// source for it.
  private func watchReaders() {
    guard pipes.isEmpty || timer == nil else { return }
    timer =
      pipes.isEmpty
      ? nil
      : .timer(
        at: .now() + DispatchTimeInterval.seconds(1), every: .seconds(1),
        leeway: .milliseconds(500),
        on: executor.queue
      ) { [weak self] in self?.assumeIsolated { $0.removeClosed() } }
  }

  /// Drops pipes whose readers have left.
  private func removeClosed() {
    remove { pipe in
      guard pipe.isClosed else { return false }
      handler(.closed)
      return true
    }
  }

  private func remove(_ isOver: (SamplePipe) -> Bool) {
    pipes.removeAll { pipe, user, _ in
      guard isOver(pipe) else { return false }
      quota.giveBack(user)
      return true
    }
  }
}

/// A pipe of recording lines to one reader.
///
/// It never blocks: lines that the reader does not take are kept up to a limit, and a reader that falls behind
/// further loses the pipe, so that it never takes a part for the whole.
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
