// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// An event of an ``AccelerometerReader``.
///
/// `started` comes again after a change of rate, and when the scans turn out to have no timestamps,
/// with the clock that stamps them instead. A `warning` says that readings were dropped, or why the
/// reader cannot open the accelerometer that it looks for; once, not each time.
public typealias AccelerometerEvent = SourceEvent<AccelerometerInfo, AccelerometerError>

/// The two queues of a reader.
///
/// The sensor queue has the accelerometer's dispatch sources, and everything that handles readings
/// at once. The opener opens and closes devices, which may block for seconds.
package struct SensorQueues: Sendable {
  /// The queue of the readings.
  ///
  /// The queue sees a message at once, even while its thread waits for a reading.
  package let sensor: SerialQueue
  let opener = SerialQueue(label: "org.motiond.opener")
  /// The openings and closings under way, on the sensor queue.
  let closings: QueueBound<Closings>
  /// A wakeup that a message raises, and the wait that it ends lowers; nil if the process has no
  /// descriptor left.
  let interruption: Wakeup?

  /// Two queues with nothing to do.
  ///
  /// - Parameter isRealTime: true for a sensor queue whose turns are real-time
  package init(isRealTime: Bool = false) {
    interruption = try? Wakeup(isCounting: false)
    sensor = SerialQueue(
      label: "org.motiond.sensor", interruption: interruption, isRealTime: isRealTime)
    closings = QueueBound(to: sensor) { _ in Closings() }
  }

  /// Runs `body` on the opener, because it may block in the kernel.
  package func open(_ body: @escaping @Sendable () -> Void) {
    opener.async(body)
  }
}

/// Reads an accelerometer as long as there is a demand, whatever happens to the device.
///
/// A stopped reader does nothing at all. While readings come, its queue's thread stays with them:
/// this costs a fraction of a dispatch source that wakes it for each. The thread waits for the
/// buffer itself, or sleeps until its next look. It goes back to the queue after 1 s, and at once
/// when another thread calls a method; a reader that is released without ``stop()`` reads on until
/// then. After a silence a dispatch source wakes it.
///
/// The reader looks for a lost accelerometer again as soon as udev reports a new one; also after
/// 0.25 s at first, then less and less often, every 3 s in the end. Another queue opens and closes
/// the device: one that blocks for seconds holds up nothing else.
public final class AccelerometerReader: Sendable {
  private let shell: QueueBound<ReaderShell>
  private let counter: SharedCounter

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - subsystems: the subsystems that may have it, in the order of the search
  ///   - sampling: the rate and the mode
  ///   - queues: its queues, which its owner may use too
  ///   - times: its waits; tests have others
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
  /// This does not wait for the reader, which may wait for a device.
  public var statistics: SamplingStatistics { counter.statistics }

  /// Looks for the accelerometer and starts it; returns when it samples, or is not found.
  ///
  /// From the handler it returns at once, and reports a failure as a loss.
  ///
  /// - Parameter waiting: true to go on looking if it is not there, or not ready
  /// - Throws: an ``AccelerometerError`` if it is not there, or not ready, and `waiting` is false;
  ///   it returns where another thread stops the reader meanwhile
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
  ///   - report: called on the reader's queue: with nil when it samples, or with the reason why it
  ///     does not, if `waiting` is false
  package func start(
    waiting: Bool, _ report: @escaping @Sendable (AccelerometerError?) -> Void
  ) {
    shell.send { $0.start(waiting: waiting, report) }
  }

  /// Starts the reader for `demand` in one message: ``demand(_:)`` and ``start(waiting:_:)``.
  package func start(
    for demand: SamplingDemand, waiting: Bool,
    _ report: @escaping @Sendable (AccelerometerError?) -> Void
  ) {
    shell.send {
      $0.change(to: demand)
      $0.start(waiting: waiting, report)
    }
  }

  /// Stops the reader: when this returns, the accelerometer's buffer is off, and no more events
  /// come.
  ///
  /// It reports waiting readings first. From the handler it returns at once, without the waiting
  /// readings, and the buffer goes off soon.
  public func stop() {
    let isClosed = Answer<Void>()
    stop { isClosed.give(()) }
    if !SerialQueue.isAnyCurrent { isClosed.wait() }
  }

  /// Stops without waiting for the end; calls `report` on the reader's queue when the buffer is
  /// off.
  package func stop(_ report: @escaping @Sendable () -> Void) {
    stop(draining: !shell.queue.isCurrent, report)
  }

  /// Stops without waiting for the end; if `isDraining`, after the waiting readings.
  package func stop(draining isDraining: Bool, _ report: @escaping @Sendable () -> Void) {
    shell.send { $0.stop(draining: isDraining, report) }
  }

  /// Samples at another rate from now on: the accelerometer's nearest rate above `rate`.
  ///
  /// Drivers accept another rate only while the buffer is off: the reader switches a sampling
  /// accelerometer off and on again, unless it has the rate already. It reports waiting readings
  /// before, and `started` follows. The next reading comes after one or two periods of the new rate
  /// and the sensor's time to start: at 10 Hz and more, this is mostly no gap, and motions stay
  /// open. This method does not wait for the reading.
  public func setRate(_ rate: Hertz) {
    demand(SamplingDemand(rate: rate))
  }

  /// Has the accelerometer do `demand` from now on: like ``setRate(_:)``, and with events of its
  /// chip.
  ///
  /// `started` says which events the chip recognizes. If the chip recognizes all wanted events, the
  /// buffer is off, and the reader reports `paused`. If the driver refuses an event, the reader
  /// reports a `warning`, once, and asks again when it opens the accelerometer again, unless the
  /// driver does not know the event.
  package func demand(_ demand: SamplingDemand) {
    shell.async { $0.change(to: demand) }
  }

  /// Runs `body` on the reader's queue, after all earlier requests.
  package func afterwards(_ body: @escaping @Sendable () -> Void) {
    shell.queue.async(body)
  }

  /// A Boolean value that indicates whether the reader has no accelerometer, and nothing that could
  /// wake it.
  var isIdle: Bool { shell.sync { $0.isIdle } }
}
