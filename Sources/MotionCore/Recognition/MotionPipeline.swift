// SPDX-License-Identifier: Apache-2.0

/// The way from readings to motion events, for every source and every output.
///
/// Readings of a live accelerometer, a recording or a simulation go in, and what the wanted
/// detectors find comes out. It reads no clock and does no I/O; a reading allocates nothing. Every
/// source feeds this value and adds no rules of its own.
///
/// No reading stops the process, whatever its time: one whose time is beyond ``Timestamp/limit`` is
/// dropped and counted, as are values that no accelerometer measures.
///
/// - Clock: the readings' own. Within one epoch events never go back in time. A timestamp that goes
///   back by more than 250 ms starts a new epoch: whatever was open is cancelled.
public struct MotionPipeline: Sendable {
  private var gate = StreamGate()
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

  /// Counts of readings, from the beginning on.
  public var statistics: StreamStatistics { gate.statistics }

  /// Detects `wanted` from now on, and nothing else; detectors that stay keep what they have seen.
  ///
  /// - Parameters:
  ///   - wanted: the motions to detect
  ///   - emit: called for each open motion that is cancelled because it is no longer wanted
  public mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    bank.reconcile(wanted, isExplaining: isExplaining, at: gate.time, emit)
  }

  /// Processes the next event of the source.
  ///
  /// Inlinable, as it is generic: otherwise it would look the type of the event up at each reading.
  ///
  /// - Parameters:
  ///   - event: of the source; every interruption, loss and end closes what is open
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

  /// Notes that a silence follows that is not a gap.
  @usableFromInline mutating func pause() {
    gate.pause()
  }

  /// Reports a motion that the device itself recognized.
  ///
  /// How long it lasted is not known: a kind that lasts began and ended at once.
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
  /// A reading that is implausible or not later than the one before is dropped and counted in
  /// ``statistics``. After a gap of more than 250 ms (four periods, if that is longer) open motions
  /// are cancelled first.
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
    case .admittedAfterBreak(let moment): bank.interrupt(at: moment, emit)
    case .admitted: break
    }
    bank.process(reading, emit)
  }

  /// The distance of each kind of motion from its threshold.
  ///
  /// - Parameter reading: the one processed last
  /// - Returns: a gauge for each kind that has something to show
  package func gauges(at reading: Reading) -> [MotionKind: MotionGauge] {
    bank.gauges(at: reading)
  }

  /// Notes that time has passed: it is `now`, and no reading up to now is waiting.
  ///
  /// This can only cancel: quiet is proved by readings, so that a live run and its replay agree.
  ///
  /// - Parameters:
  ///   - now: on the clock of the readings
  ///   - emit: called for each finding, in order, before this returns
  public mutating func advance(
    to now: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    guard let moment = gate.advance(to: now) else { return }
    bank.interrupt(at: moment, emit)
  }

  /// Ends the stream: its device was lost, stalled or reset, or there is no more.
  ///
  /// Open motions are cancelled as ``CancellationReason/interrupted``; the next reading may carry
  /// any timestamp.
  ///
  /// - Parameter emit: called for each finding, in order, before this returns
  public mutating func interrupt(_ emit: (MotionFinding, MotionConfiguration) -> Void) {
    guard let moment = gate.interrupt() else { return }
    bank.interrupt(at: moment, emit)
  }
}

extension Sequence<Reading> {
  /// The motion events of these readings as a stream of their own, its end included.
  ///
  /// - Parameter wanted: the motions to detect
  /// - Returns: the events in order; a motion that is open at the end is cancelled
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
  /// Readings dropped because a value was not a number or beyond ``Reading/limit``, or the time
  /// beyond ``Timestamp/limit``.
  public var implausible = 0
  /// Readings dropped because they were not later than the one before.
  public var late = 0
  /// Gaps and backward jumps of the clock.
  public var breaks = 0

  /// Statistics of a stream that has not begun.
  public init() {}
}
