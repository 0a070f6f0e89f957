// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The readings of an accelerometer, as a sequence.
///
/// ```swift
/// for await reading in AccelerometerReadings() { print(reading.acceleration.z) }
/// ```
///
/// The sequence waits for an accelerometer if there is none, and goes on after losing and finding
/// one again.
///
/// Several loops over it may run at once, each with its own copy of the readings. The newest 1024
/// wait for each (10 s at 100 Hz); a full queue drops its oldest reading for a new one, and
/// ``dropped`` counts it. The first loop also gets earlier readings.
///
/// A loop ends when the sequence or the loop's task is cancelled; when the last loop's task is
/// cancelled, the sequence ends too. After the release of the sequence and its iterators, the
/// reader switches the accelerometer's buffer off.
///
/// - Units: m/s², gravity included.
/// - Clock: the accelerometer's, `CLOCK_BOOTTIME` where possible.
public final class AccelerometerReadings: AsyncSequence, Sendable {
  /// A reading.
  public typealias Element = Reading
  /// The sequence never fails: ``AccelerometerReadings/status`` reports problems.
  public typealias Failure = Never
  /// The availability of readings.
  public typealias Status = AccelerometerMotions.Status

  /// The changes of the status; only the latest waits for the iterator.
  ///
  /// One task at a time may iterate over them.
  public let status: AsyncStream<Status>

  /// The readings that wait for a loop.
  private static let capacity = 1024
  private let queue = LoopQueue<LooseElements<Reading>>(newest: capacity)
  private let changes: AsyncStream<Status>.Continuation
  private let reader: AccelerometerReader

  /// A sequence that begins to read at once.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - sampling: the rate, and the urgency of readings
  public init(
    _ choice: AccelerometerChoice = .automatic, sampling: SamplingOptions = SamplingOptions()
  ) {
    (status, changes) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (queue, changes) = (queue, changes)
    reader = AccelerometerReader(choice, sampling: sampling) { event in
      if let status = Status(event) { changes.yield(status) }
      guard case .readings(let batch) = event else { return }
      let readings = batch.filter(\.isPlausible)
      queue.refuse(batch.count - readings.count)
      readings.forEach(queue.put)
    }
    reader.start(waiting: true) { _ in }
    queue.onCancel { [weak self] in self?.cancel() }
  }

  deinit {
    cancel()
  }

  /// The number of readings that slow loops lost, summed over the loops, plus implausible readings:
  /// a time or a value is beyond the limits of `Reading.isPlausible`.
  public var dropped: Int { queue.dropped }

  /// Counts of readings, gaps, and losses before the queue, such as in the kernel's buffer.
  public var statistics: SamplingStatistics { reader.statistics }

  /// Stops reading; the sequence ends after the waiting readings.
  ///
  /// It does not wait: ``status`` ends when the accelerometer's buffer is off.
  public func cancel() {
    reader.stop { [changes] in changes.finish() }
    // After the waiting readings.
    reader.afterwards { [queue] in queue.close() }
  }

  /// Returns an iterator with its own copy of the readings.
  ///
  /// The first iterator also gets earlier readings; a further one gets readings after its start.
  public func makeAsyncIterator() -> LoopIterator<Reading> {
    queue.makeIterator(of: self)
  }
}
