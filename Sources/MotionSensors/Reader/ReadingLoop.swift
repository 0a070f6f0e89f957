// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// A reader thread's way of waiting for readings, one turn at a time.
///
/// While readings come, the thread stays with them: this costs a fraction of a dispatch source that
/// wakes it for each. Between two turns the queue does its other work.
protocol ReadingLoop: AnyObject {
  /// A Boolean value that indicates whether sources begin its turns; otherwise one turn follows the
  /// other.
  var isWoken: Bool { get }

  /// The sources that begin its turns.
  ///
  /// - Throws: the system's error if the process has no descriptor left
  func sources(
    _ reader: QueueBound<ReaderShell>, _ session: any AccelerometerSession
  ) throws(Errno) -> [QueueSource]

  /// Waits for readings and has `reader` process them, until they pause, the queue has other work,
  /// or the time of a turn is over.
  ///
  /// - Throws: the system's error if the process has no descriptor left
  func turn(_ reader: ReaderShell, _ stream: OpenStream) throws(Errno)
}

/// Waits for the buffer's descriptor, and processes each reading as it comes.
///
/// A dispatch source begins a turn; after a silence the loop waits for the source again.
final class PollLoop: ReadingLoop {
  let isWoken = true
  private let times: ReaderTimes

  init(_ times: ReaderTimes) {
    self.times = times
  }

  func sources(
    _ reader: QueueBound<ReaderShell>, _ session: any AccelerometerSession
  ) throws(Errno) -> [QueueSource] {
    let descriptor = FileDescriptor(rawValue: session.pollDescriptor ?? -1)
    return [
      try reader.readSource(copying: descriptor) { $0.turn() },
      // The timer fires only between turns: a turn ends before the first reported silence.
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

/// Looks for readings at set times, sleeps meanwhile, and processes several at once.
final class TimedLoop: ReadingLoop {
  let isWoken = false
  private let times: ReaderTimes
  /// A Boolean value that indicates whether each look is a reading.
  private let isPolling: Bool
  private var looks: LookTimes

  init(_ times: ReaderTimes, _ waiting: SessionWaiting, isPolling: Bool) {
    (self.times, self.isPolling) = (times, isPolling)
    looks = LookTimes(waiting, at: monotonicTime())
  }

  func sources(
    _ reader: QueueBound<ReaderShell>, _ session: any AccelerometerSession
  ) throws(Errno) -> [QueueSource] { [] }

  func turn(_ reader: ReaderShell, _ stream: OpenStream) throws(Errno) {
    guard let session = stream.session else { return }
    let set = try reader.pollSet(stream, scans: nil)
    // A copy: see IIOSession.Batch for what each access to an object's property costs.
    var looks = looks
    defer { self.looks = looks }
    looks.adapt(to: session.waiting, reader.demand.patience, at: monotonicTime())
    let end = looks.due + times.longestTurn
    while looks.due < end, reader.reads(stream) {
      let wait = looks.due - monotonicTime()
      if wait > 0 {
        switch set.wait(nanoseconds: wait) {
        case .deviceEvents: reader.processDeviceEvents()
        case .chipEvents: reader.processChipEvents()
        case .scans, .nothing: break
        case .interrupted: return
        }
      } else {
        let missed = looks.missed(-wait)
        // A buffer misses nothing: it keeps the readings.
        if missed > 0, isPolling { reader.count(missed: Int(missed)) }
        reader.tick()
        looks.advance(over: missed, session.latest.readings[...], reader.demand.patience)
      }
    }
  }
}

extension ReaderShell {
  /// Processes the waiting events of the chip.
  func processChipEvents() {
    guard let stream, let watch = stream.device.watch else { return }
    do throws(Errno) {
      for (event, time) in try watch.read() where reads(stream) {
        if let kind = event.kind {
          handler(.recognized(kind, at: time))
        } else {
          handler(.moved(at: time))
        }
      }
    } catch {
      lose(.removed(device: watch.info.title))
    }
  }
}
