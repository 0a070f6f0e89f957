// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// An event of an ``AccelerometerReader``.
///
/// `started` comes again when the scans turn out to have no timestamps, with the clock that stamps
/// them instead, and when the rate was changed. A `warning` says that readings were dropped, or why
/// an accelerometer that is being looked for cannot be had; once, not each time.
public typealias AccelerometerEvent = SourceEvent<AccelerometerInfo, AccelerometerError>

/// The two queues of a reader.
///
/// The sensor queue has the dispatch sources of the accelerometer and everything that its readings
/// pass at once. The opener opens and closes devices, which may block for seconds.
package struct SensorQueues: Sendable {
  /// The queue of the readings.
  ///
  /// A message to it is seen at once, also while its thread waits for a reading.
  package let sensor: SerialQueue
  let opener = SerialQueue(label: "org.motiond.opener")
  /// The openings and closings that are under way, on the sensor queue.
  let closings: QueueBound<Closings>
  /// Raised by a message, lowered by the wait that it ends; nil if the process has no descriptor
  /// left.
  let interruption: Wakeup?

  /// Two queues with nothing to do.
  package init() {
    interruption = try? Wakeup(isCounting: false)
    sensor = SerialQueue(label: "org.motiond.sensor", interruption: interruption)
    closings = QueueBound(to: sensor) { _ in Closings() }
  }

  /// Runs `body` on the opener, for what may block in the kernel.
  package func open(_ body: @escaping @Sendable () -> Void) {
    opener.async(body)
  }
}

/// Reads an accelerometer for as long as it is wanted, through whatever happens to it.
///
/// A stopped reader does nothing at all. While readings come its queue's thread stays with them, as
/// that costs a fraction of being woken by a dispatch source for each: it waits for the buffer
/// itself, or sleeps until it looks again. It goes back to the queue after 1 s, and at once when
/// another thread calls a method; one that is let go without ``stop()`` reads on for as long. After
/// a silence a dispatch source wakes it.
///
/// An accelerometer that is lost is looked for again, as soon as udev reports a new one, and at
/// first after 0.25 s, then less and less often, every 2 s in the end. Another queue opens and
/// closes it, so that a device which blocks for seconds holds up nothing else.
public final class AccelerometerReader: Sendable {
  private let shell: QueueBound<ReaderShell>
  private let counter: SharedCounter

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - subsystems: where it may be, the first first
  ///   - sampling: the rate and the mode
  ///   - queues: its queues, which its owner may use too
  ///   - times: its waits, others in tests
  ///   - handler: called on the reader's queue, in order, for each event; it may call ``stop()``
  package init(
    _ choice: AccelerometerChoice, of subsystems: [any AccelerometerSubsystem],
    sampling: SamplingOptions, on queues: SensorQueues = SensorQueues(),
    times: ReaderTimes = .standard,
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    let counter = SharedCounter()
    self.counter = counter
    shell = QueueBound(to: queues.sensor) { own in
      ReaderShell(own, choice, of: subsystems, sampling, times, counter, queues, handler)
    }
  }

  /// Counts of readings, losses and delays so far, over every start and stop.
  ///
  /// It does not wait for the reader, which may wait for a device.
  public var statistics: SamplingStatistics { counter.statistics }

  /// Looks for the accelerometer and starts it; returns once it samples, or was not found.
  ///
  /// From the handler it returns at once, and what is wrong is reported as a loss.
  ///
  /// - Parameter waiting: true to go on looking if it is not there, or not ready
  /// - Throws: an ``AccelerometerError`` if it is not, and `waiting` is false
  public func start(waiting: Bool) throws(AccelerometerError) {
    guard !SerialQueue.isAnyCurrent else { return start(waiting: true) { _ in } }
    let outcome = Answer<AccelerometerError?>()
    start(waiting: waiting) { outcome.give($0) }
    if let error = outcome.wait() { throw error }
  }

  /// Looks for the accelerometer and starts it, without waiting for it.
  ///
  /// - Parameters:
  ///   - waiting: true to go on looking if it is not there, or not ready
  ///   - report: called on the reader's queue once it samples, with nil, or with the reason why it
  ///     does not, if `waiting` is false
  package func start(
    waiting: Bool, _ report: @escaping @Sendable (AccelerometerError?) -> Void
  ) {
    shell.send { $0.start(waiting: waiting, report) }
  }

  /// Stops: when this returns, the accelerometer's buffer is off and no event comes any more.
  ///
  /// The readings that are waiting are reported before that. From the handler it returns at once,
  /// without the readings that are waiting, and the buffer is switched off soon.
  public func stop() {
    let isClosed = Answer<Void>()
    stop { isClosed.give(()) }
    if !SerialQueue.isAnyCurrent { isClosed.wait() }
  }

  /// Stops without waiting for it; `report` is called on the reader's queue once the buffer is off.
  package func stop(_ report: @escaping @Sendable () -> Void) {
    stop(draining: !shell.queue.isCurrent, report)
  }

  /// Stops without waiting for it, where `isDraining`, after the readings that are waiting.
  package func stop(draining isDraining: Bool, _ report: @escaping @Sendable () -> Void) {
    shell.send { $0.stop(draining: isDraining, report) }
  }

  /// Samples at another rate from now on: the nearest above `rate` that the accelerometer has.
  ///
  /// Drivers accept another rate only while the buffer is off, so an accelerometer that samples is
  /// switched off and on again, unless it has the rate already. The readings that are waiting are
  /// reported before, and `started` follows. The next reading comes after one or two periods of the
  /// new rate and what the sensor needs to start: at 10 Hz and more that is mostly no gap, so that
  /// motions stay open. It does not wait for that.
  public func setRate(_ rate: Hertz) {
    demand(SamplingDemand(rate: rate))
  }

  /// Has the accelerometer do `demand` from now on: as ``setRate(_:)``, and with events of its
  /// chip.
  ///
  /// `started` says which events the chip recognizes. Where it recognizes all that are wanted, the
  /// buffer is off, and `paused` is reported. An event that the driver refuses is reported as a
  /// `warning`, once, and asked for again when the accelerometer is opened again, unless the driver
  /// does not know it.
  package func demand(_ demand: SamplingDemand) {
    shell.async { $0.change(to: demand) }
  }

  /// Runs `body` on the reader's queue, after what was asked of it before.
  package func afterwards(_ body: @escaping @Sendable () -> Void) {
    shell.queue.async(body)
  }

  /// A Boolean value that indicates whether it has no accelerometer, and nothing that could wake
  /// it.
  var isIdle: Bool { shell.sync { $0.isIdle } }
}
