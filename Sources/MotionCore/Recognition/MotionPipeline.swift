// SPDX-License-Identifier: Apache-2.0

/// The way from readings to motion events, for every source and every output.
///
/// Readings of a live accelerometer, a recording or a simulation go in, and findings of the wanted
/// detectors come out. The pipeline reads no clock and does no I/O; a reading allocates nothing.
/// Every source feeds this value and adds no rules.
///
/// No reading stops the process, whatever its time: the pipeline drops and counts a reading with a
/// time beyond ``Timestamp/limit``, or with values that no accelerometer measures.
///
/// - Clock: the readings' clock. Within one epoch events never go back in time. A timestamp that
///   goes back by more than 250 ms starts a new epoch, and cancels open motions.
public struct MotionPipeline: Sendable {
  private var gate = StreamGate()
  private var decimator = Decimator()
  private var bank = DetectorBank()
  private let isExplaining: Bool

  /// A pipeline that has seen no readings.
  ///
  /// - Parameters:
  ///   - wanted: the motions to detect
  ///   - isExplaining: true to report rejections too; otherwise they cost nothing
  public init(_ wanted: Set<MotionConfiguration> = [.shake()], isExplaining: Bool = false) {
    self.isExplaining = isExplaining
    reconcile(wanted) { _, _ in }
  }

  /// Counts of all readings so far.
  public var statistics: StreamStatistics { gate.statistics }

  /// Detects `wanted` from now on, and nothing else; detectors that stay keep what they have seen.
  ///
  /// - Parameters:
  ///   - wanted: the motions to detect
  ///   - emit: called for the cancellation of each open motion that is no longer wanted
  public mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    bank.reconcile(wanted, isExplaining: isExplaining, at: gate.time, emit)
  }

  /// Processes the next event of the source.
  ///
  /// Inlinable because it is generic: otherwise it would look up the event's type at each reading.
  ///
  /// - Parameters:
  ///   - event: the source's event; every interruption, loss and end closes open motions
  ///   - emit: called for each finding with the configuration of its detector, in order, before
  ///     this returns
  @inlinable
  public mutating func process<Device, Problem>(
    _ event: SourceEvent<Device, Problem>, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    switch event {
    case .readings(let batch): process(batch, emit)
    case .time(let now): advance(to: now, emit)
    case .paused: pause()
    case .recognized(let kind, let time): process(kind, at: time, emit)
    case .interrupted, .lost, .ended: interrupt(emit)
    case .started, .moved, .warning: break
    }
  }

  /// Notes a coming silence that is no gap.
  @usableFromInline mutating func pause() {
    gate.pause()
  }

  /// Reports a motion that the device itself recognized.
  ///
  /// Its duration is unknown: a kind that lasts begins and ends at once.
  @usableFromInline func process(
    _ kind: MotionKind, at time: Timestamp,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    guard let description = MotionRegistry[kind] else { return }
    func report(_ phase: MotionEvent.Phase, _ configuration: MotionConfiguration) {
      var event = MotionEvent(kind, phase, at: time)
      event.detector = .chip
      emit(.event(event), configuration)
    }
    for configuration in MotionRegistry.defaults(of: kind) {
      if description.lasts {
        report(.began, configuration)
        report(.ended, configuration)
      } else {
        report(.recognized, configuration)
      }
    }
  }

  /// Processes the next readings, as if they came one by one.
  ///
  /// - Parameters:
  ///   - batch: the readings, in order
  ///   - emit: called for each finding, in order, before this returns
  public mutating func process(
    _ batch: ArraySlice<Reading>, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for reading in batch { process(reading, emit) }
  }

  /// Processes the next reading.
  ///
  /// The pipeline drops a reading that is implausible or not later than the one before, and counts
  /// it in ``statistics``. After a gap of more than 250 ms (four periods, if that is longer) it
  /// first cancels open motions.
  ///
  /// - Parameters:
  ///   - reading: in m/s², gravity included
  ///   - emit: called for each finding, in order, before this returns
  /// - Complexity: O(1) for each detector, no heap allocation.
  public mutating func process(
    _ reading: Reading, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    switch gate.admit(reading) {
    case .implausible, .late: return
    case .admittedAfterBreak(let moment): breakOff(at: moment, emit)
    case .admitted: break
    }
    decimator.process(reading) { bank.process($0, $1, emit) }
  }

  /// The distance of each kind of motion from its threshold.
  ///
  /// - Parameter reading: the reading processed last
  /// - Returns: a gauge for each kind that has something to show
  package func gauges(at reading: Reading) -> [MotionKind: MotionGauge] {
    bank.gauges(at: reading)
  }

  /// Notes the time: it is `now`, and no reading up to now is waiting.
  ///
  /// This can only cancel. Readings alone prove quiet, so a live run and its replay agree.
  ///
  /// - Parameters:
  ///   - now: the time on the readings' clock
  ///   - emit: called for each finding, in order, before this returns
  public mutating func advance(
    to now: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    guard let moment = gate.advance(to: now) else { return }
    breakOff(at: moment, emit)
  }

  /// Ends the stream: its device was lost, stalled or reset, or the source has ended.
  ///
  /// It cancels open motions as ``CancellationReason/interrupted``; the next reading may have any
  /// timestamp.
  ///
  /// - Parameter emit: called for each finding, in order, before this returns
  public mutating func interrupt(_ emit: (MotionFinding, MotionConfiguration) -> Void) {
    guard let moment = gate.interrupt() else { return }
    breakOff(at: moment, emit)
  }

  /// Has the detectors process what they have not seen yet, and tells them of the break.
  private mutating func breakOff(
    at moment: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    decimator.end { bank.process($0, $1, emit) }
    bank.interrupt(at: moment, emit)
  }
}

extension Sequence<Reading> {
  /// The motion events of these readings as a complete stream, including its end.
  ///
  /// - Parameter wanted: the motions to detect
  /// - Returns: the events in order; the end cancels an open motion
  public func motionEvents(detecting wanted: Set<MotionConfiguration> = [.shake()]) -> [MotionEvent]
  {
    var pipeline = MotionPipeline(wanted)
    var events: [MotionEvent] = []
    func emit(_ finding: MotionFinding, _: MotionConfiguration) {
      if case .event(let event) = finding { events.append(event) }
    }
    for reading in self { pipeline.process(reading, emit) }
    pipeline.interrupt(emit)
    return events
  }
}

/// Counts of the readings of a stream.
public struct StreamStatistics: Hashable, Sendable {
  /// Readings that detectors saw.
  public var admitted = 0
  /// Readings dropped for a value that is not a number or beyond ``Reading/limit``, or a time
  /// beyond ``Timestamp/limit``.
  public var implausible = 0
  /// Readings dropped for a time that is not later than the one before.
  public var late = 0
  /// Gaps and backward jumps of the clock.
  public var breaks = 0

  /// Statistics of a stream that has not begun.
  public init() {}
}
