import Glibc
import MotionCore
import MotionIIO

/// A pipe of recording lines to somebody who wants the readings themselves.
///
/// It never blocks: what the reader does not take is kept up to a limit, and one who falls behind
/// further is let go, so that nobody takes a part for the whole.
final class SamplePipe {
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  private var hasBegun = false
  private var last: Timestamp?

  /// What is kept for a slow reader: some four minutes at 100 Hz.
  private static let mostWaiting = 1 << 20

  /// Whether the reader still takes what comes.
  enum Health: Sendable {
    case good
    /// It has closed its end.
    case closed
    /// It fell too far behind.
    case behind
  }

  /// A pipe into `descriptor`, which does not block and is closed with it.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Whether its reader has closed its end.
  var isClosed: Bool {
    var wish = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&wish, 1, 0) > 0
  }

  /// Writes a reading, before the first also what is known of the accelerometer.
  ///
  /// One that could not be read back is left out.
  func write(_ reading: Reading, of info: AccelerometerInfo?) -> Health {
    guard RecordingFormat.admits(reading, after: last) else { return .good }
    last = reading.timestamp
    if !hasBegun {
      hasBegun = true
      let notes = info.map { RecordingNote.notes(of: $0) } ?? []
      waiting += Array(RecordingFormat.preamble(notes).utf8)
    }
    waiting += Array(RecordingFormat.line(reading).utf8)
    return flush()
  }

  private func flush() -> Health {
    while !waiting.isEmpty {
      let count = Glibc.write(descriptor, waiting, waiting.count)
      switch (count, errno) {
      case (0..., _): waiting.removeFirst(count)
      case (_, EINTR): continue
      case (_, EAGAIN): return waiting.count > Self.mostWaiting ? .behind : .good
      case (_, _): return .closed
      }
    }
    return .good
  }
}
