// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore
import MotionIIO
import Synchronization

/// The stage between a source of readings and the outputs: recognition, on the thread of the
/// source.
///
/// Under its lock nothing is read or written: outputs add events to queues of their own, in order.
final class DetectionStage: Sendable {
  private struct State {
    var recognition = Recognition()
    var rest = RestRule()
    var liveness = SourceLiveness()
    var meter = RateMeter()
    var health = HealthRule()
    /// Readings of the source.
    var readings = 0
    /// The clock of the source's readings.
    var clock = ReadingClock.kernel(.boottime)
    var latest = LatestFindings()
    /// The latest readings of the source; nil if none are kept.
    var recent: RecentReadings? = RecentReadings()
    /// The service whose clients receive events.
    var service: MotionService?
  }

  private let state = Mutex(State())
  private let printer: EventPrinter
  private let samples: SamplePipes
  private let restHandler: @Sendable (Demand) -> Void
  private let healthHandler: @Sendable () -> Void

  /// A stage that detects nothing yet.
  ///
  /// - Parameters:
  ///   - printer: prints the events
  ///   - samples: receive the readings while the demand wants them
  ///   - restHandler: called on the thread of the source, with the demand, when the device is still
  ///     and its chip can watch it alone
  ///   - healthHandler: called there once a minute of readings
  init(
    _ printer: EventPrinter, _ samples: SamplePipes,
    restHandler: @escaping @Sendable (Demand) -> Void,
    healthHandler: @escaping @Sendable () -> Void
  ) {
    self.printer = printer
    self.samples = samples
    self.restHandler = restHandler
    self.healthHandler = healthHandler
  }

  // MARK: Demand

  /// Detects `demand` from the next reading on, and passes readings on if it wants them.
  func detect(_ demand: Demand) {
    state.withLock { state in
      state.rest.wake()
      report(state.recognition.reconcile(demand), &state)
    }
  }

  /// Sends events to the clients of `service` from now on; nil for none.
  func serve(_ service: MotionService?) {
    state.withLock { $0.service = service }
  }

  /// Begins or stops to keep the latest readings.
  func keepRecentReadings(_ isWanted: Bool) {
    state.withLock { state in
      state.recent = isWanted ? state.recent ?? RecentReadings() : nil
    }
  }

  // MARK: Source

  /// Sets the clock of the readings that follow.
  func setClock(_ clock: ReadingClock) {
    state.withLock { $0.clock = clock }
  }

  /// Processes the next readings of the source.
  ///
  /// - Returns: true if motions were recognized
  @discardableResult
  private func process(_ batch: ArraySlice<Reading>) -> Bool {
    let (hasEvents, rested, isMinute) = state.withLock { state -> (Bool, Demand?, Bool) in
      var (hasEvents, rested, isMinute) = (false, Demand?.none, false)
      state.liveness.hear()
      state.readings += batch.count
      for reading in batch {
        state.meter.add(reading.timestamp)
        state.recent?.add(reading)
        if state.recognition.demand.wantsReadings { samples.write(reading) }
        if report(state.recognition.process(reading), &state) { hasEvents = true }
        if state.rest.process(reading.timestamp, isStill: state.recognition.isStill) {
          rested = state.recognition.demand
        }
        if state.health.process(reading.timestamp) { isMinute = true }
      }
      return (hasEvents, rested, isMinute)
    }
    if let rested { restHandler(rested) }
    if isMinute { healthHandler() }
    return hasEvents
  }

  /// Processes the next event of the source.
  ///
  /// - Returns: true if motions were recognized
  @discardableResult
  func process(_ event: AccelerometerEvent) -> Bool {
    if case .readings(let batch) = event { return process(batch) }
    return state.withLock { state in
      state.liveness.process(event)
      switch event {
      case .started(let info):
        state.meter.pause()
        if let clock = info.clock { state.clock = .kernel(clock) }
        samples.begin(info)
        state.recent?.begin(info)
      case .moved, .lost, .ended: state.rest.wake()
      case .readings, .time, .paused, .recognized, .interrupted, .warning: break
      }
      return report(state.recognition.process(event), &state)
    }
  }

  /// Cancels open motions, as the source was stopped: no events are expected of it.
  func stop() {
    state.withLock { state in
      state.liveness.stop()
      state.rest.wake()
      report(state.recognition.stop(), &state)
    }
  }

  // MARK: Simulation

  /// Begins a simulation.
  func beginSimulation() {
    state.withLock { $0.recognition.beginSimulation() }
  }

  /// Processes the next readings of the simulation, stamped with `CLOCK_BOOTTIME`.
  func simulate(_ readings: ArraySlice<Reading>) {
    state.withLock { state in _ = report(state.recognition.simulate(readings), &state) }
  }

  /// Ends the simulation, and cancels its open motions.
  func endSimulation() {
    state.withLock { state in _ = report(state.recognition.endSimulation(), &state) }
  }

  // MARK: Status

  /// The number of readings of the source, and of those that were late or implausible.
  var counts: (readings: Int, dropped: Int) {
    state.withLock { state in
      let statistics = state.recognition.statistics
      return (state.readings, statistics.implausible + statistics.late)
    }
  }

  /// The rate at which the source's readings come; nil before it is known.
  var measuredRate: Hertz? {
    state.withLock { $0.meter.rate }
  }

  /// The latest events and near misses.
  var latest: LatestFindings {
    state.withLock { $0.latest }
  }

  /// The latest readings of the source; nil if none are kept.
  var recentReadings: RecentReadings? {
    state.withLock { $0.recent }
  }

  /// Checks for the watchdog that a source which streams sent something since the last check.
  func isAlive() -> Bool {
    state.withLock { $0.liveness.check() }
  }

  // MARK: Outputs

  /// Hands findings to the outputs; true if there were events.
  @discardableResult
  private func report(_ found: [Recognition.Found], _ state: inout State) -> Bool {
    guard !found.isEmpty else { return false }
    var hasEvents = false
    // One message for all that a reading proves.
    var reported: [(MotionFinding, MotionConfiguration)] = []
    for (finding, configuration) in found {
      switch finding {
      case .event(let event):
        hasEvents = true
        printer.print(event, of: configuration)
        let clock = event.isSimulated ? .kernel(.boottime) : state.clock
        let shifted = event.shifted(byNanoseconds: clock.offsetToBootTime)
        state.latest.add(shifted)
        reported.append((.event(shifted), configuration))
      case .state: reported.append((finding, configuration))
      case .rejection(let rejection): state.latest.add(rejection)
      }
    }
    if !reported.isEmpty { state.service?.emit(reported) }
    return hasEvents
  }
}
