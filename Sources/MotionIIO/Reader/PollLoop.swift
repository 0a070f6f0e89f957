// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// Waits for the buffer's descriptor: each reading is processed as it comes.
///
/// A dispatch source begins a turn; after a silence it is waited for again.
final class PollLoop: ReadingLoop {
  let isWoken = true
  private let times: ReaderTimes

  init(_ times: ReaderTimes) {
    self.times = times
  }

  func sources(
    _ reader: QueueBound<ReaderShell>, _ session: AccelerometerSession
  ) throws(Errno) -> [QueueSource] {
    let descriptor = FileDescriptor(rawValue: session.pollDescriptor ?? -1)
    return [
      try reader.readSource(copying: descriptor) { $0.turn() },
      // It fires between turns alone: a turn ends before the first silence that is reported.
      reader.timer(every: .nanoseconds(times.silence)) { $0.tick() },
    ]
  }

  func turn(_ reader: ReaderShell, _ stream: OpenStream) throws(Errno) {
    guard let session = stream.session else { return }
    let set = try reader.pollSet(stream, scans: session.pollDescriptor)
    let end = bootTime() + times.longestTurn
    let period = session.info.period ?? 0
    let patience = min(max(times.patience, period * 3 / 2), times.longestWait)
    while reader.drain(stream) < end, reader.reads(stream) {
      switch set.wait(nanoseconds: patience) {
      case .scans: continue
      case .deviceEvents: reader.processDeviceEvents()
      case .chipEvents: reader.processChipEvents()
      case .interrupted, .nothing: return
      }
    }
  }
}
