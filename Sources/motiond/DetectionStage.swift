// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore
import MotionSensors

/// A report of the stage: a message from the sensor queue to the service queue.
enum StageReport: Sendable {
  /// A finding with the configuration of its detector.
  struct Found: Sendable {
    var finding: MotionFinding
    var configuration: MotionConfiguration
    /// The nanoseconds from the clock of the finding to `CLOCK_BOOTTIME`.
    var offset: Int64
    /// The nanoseconds to the time on that clock when it is due; nil if it is never late.
    var punctual: Int64?
  }

  /// Findings that came together, in order; never empty.
  case found([Found])
  /// Readings, while somebody wants them.
  case readings(ArraySlice<Reading>)
  /// An event of the accelerometer that concerns people and clients, after so many readings in all.
  case source(AccelerometerEvent, readings: Int)
  /// The device is still, and with this demand its chip can watch it alone.
  case rested(Demand)
  /// A minute of readings has passed.
  case minute(StageStatus)
}

/// The state of the stage, as far as a status shows it.
struct StageStatus: Sendable {
  /// Readings of the source.
  var readings = 0
  /// The readings that were late or implausible, or from long before.
  var dropped = 0
  /// The rate of the source's readings; nil before it is known.
  var measuredRate: Hertz?
  /// The greatest delay of a pipe's readings in the last minute, in ns; nil without a pipe.
  var lag: Int64?
}

/// The stage between a source of readings and the outputs: recognition, on the sensor queue.
///
/// It reads and writes nothing: what it finds goes to the service queue as a message. A value, as
/// each access to a property of an object is checked for conflicts, which takes 90 instructions.
struct DetectionStage {
  private var sources = MergedSources()
  private var rest = RestRule()
  private var liveness = SourceLiveness()
  private var meter = RateMeter()
  private var health = HealthRule()
  /// Readings of the source.
  private var readings = 0
  /// The readings of long before, which its reader left out.
  private var old = 0
  /// The clock of the source's readings.
  private var clock = ReadingClock.kernel(.boottime)
  /// The latest readings of the source, where they are kept.
  private var recent = RecentReadings()
  private var keepsReadings = true
  private let report: @Sendable (StageReport) -> Void

  /// A stage that detects nothing yet; `report` is called with what is found.
  init(_ report: @escaping @Sendable (StageReport) -> Void) {
    self.report = report
  }

  // MARK: Demand

  /// Detects `demand` from the next reading on, and passes readings on if it wants them.
  mutating func detect(_ demand: Demand) {
    rest.wake()
    let found = sources.reconcile(demand)
    report(found)
  }

  /// Begins or stops to keep the latest readings.
  mutating func keepRecentReadings(_ isWanted: Bool) {
    keepsReadings = isWanted
    if !isWanted { recent.forget() }
  }

  // MARK: Source

  /// Sets the clock of the readings that follow.
  mutating func setClock(_ clock: ReadingClock) {
    self.clock = clock
  }

  /// Processes the next event of a recording or a pipe, whose readings are dropped while nothing is
  /// wanted: an old shake in a pipe is not for a client that claims later.
  mutating func play(_ event: AccelerometerEvent) {
    if case .readings = event, sources.demand.isEmpty { return }
    process(event)
  }

  /// Processes the next event of the source.
  mutating func process(_ event: AccelerometerEvent) {
    liveness.process(event)
    switch event {
    case .readings(let batch): return process(batch)
    case .started(let info):
      meter.pause()
      if let clock = info.clock { self.clock = .kernel(clock) }
      recent.begin(info)
    case .moved, .lost, .ended: rest.wake()
    case .warning(.old(_, let count)):
      old += count
      readings += count
    case .time, .paused, .recognized, .interrupted, .warning: break
    }
    let found = sources.process(event)
    report(found)
    switch event {
    case .started, .moved, .lost, .warning: report(.source(event, readings: readings))
    case .readings, .time, .paused, .recognized, .interrupted, .ended: break
    }
  }

  private mutating func process(_ batch: ArraySlice<Reading>) {
    readings += batch.count
    if sources.demand.wantsReadings { report(.readings(batch)) }
    for reading in batch {
      meter.add(reading.timestamp)
      if keepsReadings { recent.add(reading) }
    }
    // Not in one expression, which would copy the stage, and its detectors with it. To report
    // copies it too.
    let found = sources.process(batch)
    if !found.isEmpty { report(found) }
    guard let now = batch.last?.timestamp else { return }
    if rest.process(now, isStill: sources.isStill) { report(.rested(sources.demand)) }
    if health.process(now) { report(.minute(status)) }
  }

  /// Cancels open motions, as the source was stopped: no events are expected of it.
  mutating func stop() {
    liveness.stop()
    rest.wake()
    let found = sources.stop()
    report(found)
  }

  // MARK: Simulation

  /// Begins a simulation.
  mutating func beginSimulation() {
    sources.beginSimulation()
  }

  /// Processes the next readings of the simulation, stamped with `CLOCK_BOOTTIME`.
  mutating func simulate(_ readings: ArraySlice<Reading>) {
    let found = sources.simulate(readings)
    report(found)
  }

  /// Ends the simulation, and cancels its open motions.
  mutating func endSimulation() {
    let found = sources.endSimulation()
    report(found)
  }

  // MARK: Status

  /// The state, for a status.
  var status: StageStatus {
    let statistics = sources.statistics
    return StageStatus(
      readings: readings, dropped: statistics.implausible + statistics.late + old,
      measuredRate: meter.rate, lag: clock.lag)
  }

  /// A question of the service queue, which does not wait for its answer.
  enum Question: Sendable {
    /// The state, for a status.
    case status
    /// The liveness of the source: false if it streams and sent nothing since the last such
    /// question.
    case liveness
    /// The latest readings, for a capture.
    case recentReadings
  }

  /// The answer to a question.
  enum Answer: Sendable {
    case status(StageStatus)
    case liveness(Bool)
    /// Nil if none are kept.
    case recentReadings(RecentReadings?)
  }

  /// The answer to `question`.
  mutating func answer(to question: Question) -> Answer {
    switch question {
    case .status: .status(status)
    case .liveness: .liveness(liveness.check())
    case .recentReadings: .recentReadings(keepsReadings ? recent : nil)
    }
  }

  // MARK: Reports

  /// Reports findings, if there are any: one message for all that a batch proves.
  private func report(_ found: [MergedSources.Found]) {
    guard !found.isEmpty else { return }
    report(
      .found(
        found.map { finding, configuration in
          let isSimulated = finding.event?.isSimulated ?? false
          let (offset, punctual) = isSimulated ? (0, nil) : clock.offsets
          return StageReport.Found(
            finding: finding, configuration: configuration, offset: offset, punctual: punctual)
        }))
  }
}
