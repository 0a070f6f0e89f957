// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import SystemPackage

/// Looks for readings at set times, and sleeps meanwhile: several are processed at once.
final class TimedLoop: ReadingLoop {
  let isWoken = false
  private let times: ReaderTimes
  /// The time from one look to the next, in nanoseconds.
  private let period: Int64
  /// The time of the next look, on `CLOCK_MONOTONIC`.
  private var due: Int64

  init(_ times: ReaderTimes, period: Int64) {
    (self.times, self.period) = (times, period)
    due = monotonicTime() + period
  }

  func sources(
    _ reader: QueueBound<ReaderShell>, _ session: AccelerometerSession
  ) throws(Errno) -> [QueueSource] { [] }

  func turn(_ reader: ReaderShell, _ stream: OpenStream) throws(Errno) {
    let isPolling = stream.session?.way == .poll
    let set = try reader.pollSet(stream, scans: nil)
    let end = due + times.longestTurn
    while due < end, reader.reads(stream) {
      let wait = due - monotonicTime()
      if wait > 0 {
        switch set.wait(nanoseconds: wait) {
        case .deviceEvents: reader.processDeviceEvents()
        case .chipEvents: reader.processChipEvents()
        case .scans, .nothing: break
        case .interrupted: return
        }
      } else {
        let missed = -wait / period
        // Of a buffer nothing is missed: it keeps the readings.
        if missed > 0, isPolling { reader.count(missed: Int(missed)) }
        due += (missed + 1) * period
        reader.tick()
      }
    }
  }
}
