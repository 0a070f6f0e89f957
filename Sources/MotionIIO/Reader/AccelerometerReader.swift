// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// An event of an ``AccelerometerReader``.
///
/// `started` comes again when the scans turn out to have no timestamps, with the clock that stamps
/// them instead, and when the rate was changed. A `warning` says that readings were dropped, or why
/// an accelerometer that is being looked for cannot be had; once, not each time.
public typealias AccelerometerEvent = SourceEvent<AccelerometerInfo, AccelerometerError>

/// Reads an accelerometer for as long as it is wanted, through whatever happens to it.
///
/// A stopped reader does nothing at all. While readings come its queue's thread stays with them, as
/// that costs a fraction of being woken by a dispatch source for each: it waits for the buffer
/// itself, or sleeps until it looks again. It goes back to the queue after 1 s, and at once when
/// another thread calls a method; one that is let go without ``stop()`` reads on for as long. After
/// a silence a dispatch source wakes it. Over a network libiio has nothing to wait on, so the queue
/// blocks in libiio, half a second at a time.
///
/// An accelerometer that is lost is looked for again, as soon as udev reports a new one, and at
/// first after 0.25 s, then less and less often, every 2 s in the end.
///
/// Its methods wait for its queue: its handler must not call those of another reader.
public final class AccelerometerReader: Sendable {
  private let shell: QueueBound<ReaderShell>
  private let counter: SharedCounter

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - sampling: the rate and the mode
  ///   - handler: called on the reader's queue, in order, for each event; it may call ``stop()``
  public convenience init(
    _ choice: AccelerometerChoice, sampling: SamplingOptions = SamplingOptions(),
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    self.init(choice, sampling: sampling, times: .standard, handler)
  }

  /// A reader with times of its own, for tests.
  init(
    _ choice: AccelerometerChoice, sampling: SamplingOptions, times: ReaderTimes,
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    let interruption = try? Wakeup()
    let queue = SerialQueue(
      label: "org.motiond.accelerometer", rank: .reader, interruption: interruption)
    let counter = SharedCounter()
    self.counter = counter
    shell = QueueBound(to: queue) { _ in
      ReaderShell(
        choice, sampling, times, counter, on: queue, interruption: interruption, handler)
    }
  }

  /// Counts of readings, losses and delays so far, over every start and stop.
  ///
  /// It does not wait for the reader, which may wait for another machine.
  public var statistics: SamplingStatistics { counter.statistics }

  /// Looks for the accelerometer and starts it.
  ///
  /// - Parameter waiting: true to go on looking if it is not there, or not ready
  /// - Throws: an ``AccelerometerError`` if it is not, and `waiting` is false
  public func start(waiting: Bool) throws(AccelerometerError) {
    try shell.sync { (shell) throws(AccelerometerError) in try shell.start(waiting: waiting) }
  }

  /// Stops: when this returns, the accelerometer's buffer is off and no event comes any more.
  ///
  /// The readings that are waiting are reported before that, but for those of another machine. From
  /// the handler it stops at once, without the readings that are waiting.
  public func stop() {
    let isFromHandler = shell.queue.isCurrent
    shell.sync { $0.stop(draining: !isFromHandler) }
  }

  /// Samples at another rate from now on: the nearest above `rate` that the accelerometer has.
  ///
  /// Drivers accept another rate only while the buffer is off, so an accelerometer that samples is
  /// switched off and on again, unless it has the rate already. The readings that are waiting are
  /// reported before this returns, and `started` later. The next reading comes after one or two
  /// periods of the new rate and what the sensor needs to start: at 10 Hz and more that is mostly
  /// no gap, so that motions stay open.
  public func setRate(_ rate: Hertz) {
    demand(SamplingDemand(rate: rate))
  }

  /// Has the accelerometer do `demand` from now on: as ``setRate(_:)``, and with events of its
  /// chip.
  ///
  /// `started` says which events the chip recognizes. Where it recognizes all that are wanted, the
  /// buffer is off, and `paused` is reported. An event that the driver refuses is reported as a
  /// `warning`, once, and not asked for again.
  package func demand(_ demand: SamplingDemand) {
    let isFromHandler = shell.queue.isCurrent
    shell.sync { $0.change(to: demand, draining: !isFromHandler) }
  }

  /// A Boolean value that indicates whether it has no accelerometer, and nothing that could wake
  /// it.
  var isIdle: Bool { shell.sync { $0.isIdle } }
}
