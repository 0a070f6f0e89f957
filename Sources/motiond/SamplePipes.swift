import CommandSupport
import DispatchSupport
import Glibc
import MotionBus
import MotionCore
import MotionIIO
import SystemPackage

/// The pipes to programs that want the readings themselves, as lines of a recording.
actor SamplePipes: QueueActor {
  nonisolated let executor = QueueExecutor(label: "org.motiond.samples")
  private var handler: @Sendable (SamplePipe.Ending) -> Void = { _ in }
  private var info: AccelerometerInfo?
  private var pipes: [SamplePipe] = []

  /// The largest number of pipes: each may take 1 MB.
  static let limit = 16

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

  /// A Boolean value that indicates whether there are no pipes.
  var isEmpty: Bool { pipes.isEmpty }

  /// Adds a pipe.
  ///
  /// - Returns: the end to read from, which the caller closes
  /// - Throws: a refusal if there are too many pipes, or if the process has no descriptor left
  func open() throws(Refusal) -> FileDescriptor {
    // Readers that left while no readings came were not noticed.
    pipes.removeAll(where: \.isClosed)
    guard pipes.count < Self.limit else {
      throw Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "\(Self.limit) programs read samples already; try again later")
    }
    let (readEnd, writeEnd): (FileDescriptor, FileDescriptor)
    do {
      (readEnd, writeEnd) = try FileDescriptor.pipe()
    } catch {
      throw Refusal(name: Motion1.ErrorName.failed, message: "cannot make a pipe: \(error)")
    }
    for end in [readEnd, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    // Only our end: the client may read as it likes.
    _ = fcntl(writeEnd.rawValue, F_SETFL, O_NONBLOCK)
    pipes.append(SamplePipe(writeEnd))
    return readEnd
  }

  private func writeNow(_ reading: Reading) {
    pipes.removeAll { pipe in
      guard let ending = pipe.write(reading, of: info) else { return false }
      handler(ending)
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
