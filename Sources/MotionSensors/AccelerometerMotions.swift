// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The motions of an accelerometer, recognized in this process, as a sequence.
///
/// ```swift
/// for await motion in AccelerometerMotions() {
///   Application.shared.sendEvent(Event(motion))
/// }
/// ```
///
/// `shakes` of MotionCore has only the ended shakes, with their measurements.
///
/// The sequence waits for an accelerometer if there is none, and goes on after losing and finding
/// one again. The events of a motion that lasts are always `(began (ended | cancelled))*`.
///
/// Several loops over it may run at once, each with its own copy of the events. Up to 256 events
/// wait for each; a loop without room drops a motion as a whole, for itself alone. A loop ends when
/// the sequence or the loop's task is cancelled; when the last loop's task is cancelled, the
/// sequence ends too. The release of the sequence and its iterators switches the accelerometer's
/// buffer off.
///
/// - Clock: the accelerometer's, `CLOCK_BOOTTIME` where possible.
public final class AccelerometerMotions: MotionSource {
  /// An event.
  public typealias Element = MotionEvent
  /// The sequence never fails: ``AccelerometerMotions/status`` reports problems.
  public typealias Failure = Never

  /// The availability of motions.
  public enum Status: Hashable, Sendable {
    /// The accelerometer samples.
    case connected(AccelerometerInfo)
    /// There is no accelerometer, for a reason to show to the user.
    ///
    /// The sequence waits for one.
    case unavailable(AccelerometerError)

    /// The availability in an event of the reader; nil if the event says nothing about it.
    init?(_ event: AccelerometerEvent) {
      switch event {
      case .started(let info): self = .connected(info)
      case .lost(let error),
        .warning(let error) where error.isBusy || error.isNotPermitted:
        self = .unavailable(error)
      case .warning, .readings, .time, .paused, .moved, .recognized, .interrupted, .ended:
        return nil
      }
    }
  }

  /// The changes of the status; only the latest waits for the iterator.
  ///
  /// One task at a time may iterate over them.
  public let status: AsyncStream<Status>

  private let queue = LoopQueue<EventBacklog>()
  private let changes: AsyncStream<Status>.Continuation
  private let reader: AccelerometerReader
  private let wishes: MotionWishes

  /// A sequence that begins to read at once.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - motions: the motions to detect, at most one configuration of each kind
  ///   - sampling: the rate, and the urgency of readings; nil for the lowest rate that serves the
  ///     motions
  /// - Precondition: No two of `motions` are of one kind. An event does not carry its
  ///   configuration: nobody could tell the beginnings of two shakes apart.
  public init(
    _ choice: AccelerometerChoice = .automatic,
    detecting motions: Set<MotionConfiguration> = [.shake()],
    sampling: SamplingOptions? = nil
  ) {
    precondition(
      Set(motions.map(\.kind)).count == motions.count,
      "AccelerometerMotions detects one configuration of each kind at most")
    let sampling = sampling ?? Demand(motions).rate.map { SamplingOptions(rate: $0) }
    (status, changes) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (queue, changes, queues) = (queue, changes, SensorQueues())
    let recognizer = QueueBound(to: queues.sensor) { _ in Recognizer(motions) }
    let process = { @Sendable (event: AccelerometerEvent) in
      recognizer.assumeIsolated { recognizer in
        recognizer.process(event) { queue.put($0) }
      }
    }
    let reader = AccelerometerReader(
      choice, sampling: sampling ?? SamplingOptions(), on: queues
    ) { event in
      if let status = Status(event) { changes.yield(status) }
      process(event)
    }
    self.reader = reader
    reader.start(waiting: true) { _ in }
    wishes = MotionWishes(isActive: true, on: queues.sensor) { isActive in
      if isActive { return reader.start(waiting: true) { _ in } }
      reader.stop(draining: true) {}
      process(.interrupted)
    }
    queue.onCancel { [weak self] in self?.cancel() }
  }

  deinit {
    cancel()
  }

  /// A Boolean value that indicates whether the app itself lets the accelerometer sample; as in
  /// UIKit, only the app with the user's focus should get motions.
  ///
  /// `ShakeToUndo` and `Application.sendEvents` follow the focus by themselves. With a loop of your
  /// own, set this whenever your toolkit moves the focus; it waits for nothing. While it is false,
  /// the accelerometer's buffer is off; the sequence cancels an open motion when this becomes
  /// false.
  public var isActive: Bool {
    get { wishes.isActive }
    set { wishes.isActive = newValue }
  }

  /// Makes a wish for motions; the accelerometer samples for 0.5 s after the last wish.
  public func makeWish(isOn: Bool) -> any MotionWish {
    wishes.make(isOn: isOn)
  }

  /// Stops reading; the sequence ends after the waiting events.
  ///
  /// It cancels an open motion. It does not wait: ``status`` ends when the accelerometer's buffer
  /// is off.
  public func cancel() {
    wishes.end()
    // In turn with what the wishes have the reader do.
    reader.afterwards { [reader, queue, changes] in
      reader.stop(draining: true) { changes.finish() }
      queue.close()
    }
  }

  /// Returns an iterator with its own copy of the events.
  ///
  /// The first iterator also gets earlier events; a further one gets motions that begin after its
  /// start.
  public func makeAsyncIterator() -> MotionIterator {
    queue.makeIterator(of: wishes.loop(over: self))
  }
}

/// The recognition of motions, on the queue of their reader.
private final class Recognizer {
  private var pipeline: MotionPipeline
  private let motions: Set<MotionConfiguration>

  init(_ motions: Set<MotionConfiguration>) {
    self.motions = motions
    pipeline = MotionPipeline(motions)
  }

  func process(_ event: AccelerometerEvent, _ put: (MotionEvent) -> Void) {
    let report = { (finding: MotionFinding, _: MotionConfiguration) in
      if case .event(let event) = finding { put(event) }
    }
    if case .started(let info) = event {
      pipeline.reconcile(motions.recognizable(by: info), report)
    }
    pipeline.process(event, report)
  }
}

extension Set<MotionConfiguration> {
  /// Returns the motions that `info` makes recognizable: with an unknown orientation of the sensor,
  /// none about the axes of the device; without calibration, none that compares with gravity.
  package func recognizable(by info: AccelerometerInfo) -> Set {
    filter { motion in
      let isAboutAxes = MotionRegistry[motion.kind]?.needsMounting == true
      let isAboutGravity = isAboutAxes || [.pickUp, .freeFall].contains(motion.kind)
      return !(isAboutAxes && info.mountProblem != nil) && !(isAboutGravity && info.isUncalibrated)
    }
  }
}
