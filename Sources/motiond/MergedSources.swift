// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSensors

/// The source and a simulation, and what is recognized of both: one stream of findings.
///
/// A simulation has a pipeline of its own, so that the source is recognized all the time. It is
/// pure: its inputs are events and the demand, its output findings with the configuration of their
/// detector.
struct MergedSources {
  typealias Found = (finding: MotionFinding, configuration: MotionConfiguration)

  private var pipeline = MotionPipeline([], isExplaining: true)
  /// The pipeline of a simulation; nil while none is played.
  private var simulation: MotionPipeline?
  private var merged = MergedMotions()
  /// The demand of the clients.
  private(set) var demand = Demand()
  /// The motions that the chip of the accelerometer recognizes, so that readings need not.
  private var chipMotions: Set<MotionConfiguration> = []
  /// The accelerometer, which may not serve all kinds; nil before it is known.
  private var device: AccelerometerInfo?
  /// The motions that are recognized from readings if all of them are stillness; nil otherwise.
  private var stillness: Set<MotionConfiguration>?

  /// Counts of readings.
  var statistics: StreamStatistics { pipeline.statistics }

  /// A Boolean value that indicates whether the device lies still, and readings serve only to
  /// recognize that.
  ///
  /// Kept, as each batch of readings needs it.
  private(set) var isStill = false

  private mutating func judgeStillness() {
    isStill = stillness?.allSatisfy { merged.isOpen($0) } ?? false
  }

  // MARK: Demand

  /// Detects `demand` from the next reading on.
  ///
  /// - Returns: cancellations of open motions that are no longer wanted
  mutating func reconcile(_ demand: Demand) -> [Found] {
    self.demand = demand
    return reconcile()
  }

  private mutating func reconcile() -> [Found] {
    let wanted = demand.motions.subtracting(chipMotions)
    let motions = device.map { wanted.recognizable(by: $0) } ?? wanted
    let isStillness =
      !motions.isEmpty && motions.allSatisfy { MotionRegistry[$0.kind]?.canRestSensor == true }
    stillness = isStillness && !demand.wantsReadings ? motions : nil
    defer { judgeStillness() }
    return recognize { $0.reconcile(motions, $1) } + reconcileSimulation()
  }

  private mutating func reconcileSimulation() -> [Found] {
    // The chip takes no part in a simulation.
    let motions = demand.motions
    return simulate { $0.reconcile(motions, $1) }
  }

  // MARK: Source

  /// Processes the next readings of the source.
  mutating func process(_ batch: ArraySlice<Reading>) -> [Found] {
    recognize { $0.process(batch, $1) }
  }

  /// Processes the next event of the source.
  mutating func process(_ event: AccelerometerEvent) -> [Found] {
    var found: [Found] = []
    if case .started(let info) = event {
      device = info
      chipMotions = (info.enabledEvents ?? []).reduce(into: []) { $0.formUnion($1.motions) }
      found = reconcile()
    }
    return found + recognize { $0.process(event, $1) }
  }

  /// Cancels open motions, as the source was stopped.
  mutating func stop() -> [Found] {
    chipMotions = []
    let cancelled = recognize { $0.interrupt($1) }
    return cancelled + reconcile()
  }

  private mutating func recognize(
    _ body: (inout MotionPipeline, (MotionFinding, MotionConfiguration) -> Void) -> Void
  ) -> [Found] {
    // An empty array allocates nothing.
    var found: [Found] = []
    body(&pipeline) { found.append(($0, $1)) }
    guard !found.isEmpty else { return found }
    defer { judgeStillness() }
    return found.flatMap { merge($0) }
  }

  // MARK: Simulation

  /// Begins a simulation.
  mutating func beginSimulation() {
    simulation = MotionPipeline(demand.motions)
  }

  /// Processes the next readings of the simulation.
  ///
  /// - Parameter readings: stamped with `CLOCK_BOOTTIME`
  /// - Returns: what they prove
  mutating func simulate(_ readings: ArraySlice<Reading>) -> [Found] {
    simulate { $0.process(readings, $1) }
  }

  /// Ends the simulation, and cancels its open motions.
  mutating func endSimulation() -> [Found] {
    defer { simulation = nil }
    return simulate { $0.interrupt($1) }
  }

  private mutating func simulate(
    _ body: (inout MotionPipeline, (MotionFinding, MotionConfiguration) -> Void) -> Void
  ) -> [Found] {
    guard var pipeline = simulation else { return [] }
    var found: [Found] = []
    body(&pipeline) { finding, configuration in
      // States are the device's states.
      guard case .event(var event) = finding else { return }
      event.isSimulated = true
      found.append((.event(event), configuration))
    }
    simulation = pipeline
    return found.flatMap { merge($0) }
  }

  private mutating func merge(_ found: Found) -> [Found] {
    guard case .event(let event) = found.finding else { return [found] }
    return merged.merge(event, of: found.configuration).map { (.event($0), found.configuration) }
  }
}

/// The motions of the source and of a simulation, merged into one stream that follows the grammar
/// of `MotionEvent`.
///
/// Each of the two follows the grammar by itself; both together do not, as a kind that lasts has
/// one open motion at a time. The source comes first: its motion cancels an open simulated motion,
/// and no simulated motion begins before it ends.
struct MergedMotions {
  /// The beginnings of open motions.
  private var open: [MotionConfiguration: MotionEvent] = [:]
  /// The time of the latest simulated event.
  private var latest = Timestamp(nanoseconds: 0)

  /// A Boolean value that indicates whether a motion of the source is open.
  func isOpen(_ configuration: MotionConfiguration) -> Bool {
    open[configuration].map { !$0.isSimulated } ?? false
  }

  /// Adds the next event of either.
  ///
  /// - Parameters:
  ///   - event: the event
  ///   - configuration: of its detector
  /// - Returns: the events to report
  mutating func merge(_ event: MotionEvent, of configuration: MotionConfiguration) -> [MotionEvent]
  {
    if event.isSimulated { latest = event.timestamp }
    switch (event.phase, open[configuration]) {
    case (.recognized, _): return [event]
    case (.began, nil):
      open[configuration] = event
      return [event]
    case (.began, let former?):
      guard former.isSimulated, !event.isSimulated else { return [] }
      open[configuration] = event
      return [former.interrupted(at: latest), event]
    case (.ended, let began?), (.cancelled, let began?):
      guard event.isSimulated == began.isSimulated else { return [] }
      open[configuration] = nil
      return [event]
    case (.ended, nil), (.cancelled, nil): return []
    }
  }
}
