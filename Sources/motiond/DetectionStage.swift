import MotionBus
import MotionCore
import MotionIIO
import Synchronization

/// The stage between a source of readings and the outputs: the pipeline, on the thread of the source.
///
/// Readings of a simulation have a pipeline of their own, so that the source is recognized all the time. Under its
/// lock nothing is read or written: outputs take events into queues of their own, in order.
final class DetectionStage: Sendable {
  private struct State {
    var pipeline = MotionPipeline([], isExplaining: true)
    /// The motions that clients have claimed.
    var claimed: Set<MotionConfiguration> = []
    /// The motions that standard output shows.
    var printed: Set<MotionConfiguration> = []
    /// The motions to recognize: both.
    var motions: Set<MotionConfiguration> = []
    /// The pipeline of a simulation; nil if there is none.
    var simulation: MotionPipeline?
    var simulations = OpenSimulations()
    /// The clock of the source's readings.
    var clock = ReadingClock.kernel(.boottime)
    var wantsReadings = false
    var service: MotionService?
    var liveness = SourceLiveness()
    /// Readings of the source.
    var readings = 0
    /// The motions that the chip of the accelerometer recognizes.
    var chipMotions: Set<MotionConfiguration> = []
    /// The motions that are recognized from readings: the others.
    var readMotions: Set<MotionConfiguration> = [] {
      didSet {
        readsStillnessAlone =
          !readMotions.isEmpty && readMotions.allSatisfy { $0.kind == .still }
      }
    }
    /// A Boolean value that indicates whether nothing but stillness is recognized from readings: kept, as it is asked
    /// at each reading.
    private var readsStillnessAlone = false
    /// The motions of the source that are open.
    var open: Set<MotionConfiguration> = []
    var latest = LatestFindings()
    /// The latest readings of the source; nil if none are kept.
    var recent: RecentReadings? = RecentReadings()
    var rest = RestRule()
    var restHandler: @Sendable () -> Void = {}

    /// A Boolean value that indicates whether nothing but stillness is recognized from readings, and the device lies
    /// still.
    var isStill: Bool {
      readsStillnessAlone && !wantsReadings && readMotions.isSubset(of: open)
    }
  }

  private let state = Mutex(State())
  private let printer: EventPrinter
  private let samples: SamplePipes

  /// A stage that detects nothing yet, with its outputs.
  init(_ printer: EventPrinter, _ samples: SamplePipes) {
    self.printer = printer
    self.samples = samples
  }

  /// Calls `handler`, on the thread of the source, when readings are not needed until the device moves.
  func onRest(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.restHandler = handler }
  }

  /// Detects what clients have claimed from the next reading on: called before a claim is answered.
  func detect(claimed motions: Set<MotionConfiguration>) {
    change { $0.claimed = motions }
  }

  /// Detects what standard output shows from the next reading on, and passes on readings if they are wanted.
  func detect(printed motions: Set<MotionConfiguration>, wantsReadings: Bool) {
    change { state in
      state.printed = motions
      state.wantsReadings = wantsReadings
    }
  }

  /// Changes what is wanted, and wakes an accelerometer that rests if that makes a difference.
  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      let (motions, wantsReadings) = (state.motions, state.wantsReadings)
      body(&state)
      state.motions = state.claimed.union(state.printed)
      guard state.motions != motions || state.wantsReadings != wantsReadings else { return }
      state.rest.wake()
      reconcile(&state)
    }
  }

  /// A Boolean value that indicates whether readings are not needed until the device moves.
  var isResting: Bool {
    state.withLock { $0.rest.isResting }
  }

  /// Detects what is wanted, and not recognized by the chip.
  private func reconcile(_ state: inout State) {
    let motions = state.motions.subtracting(state.chipMotions)
    state.readMotions = motions
    _ = detect(&state) { $0.reconcile(motions, $1) }
    let all = state.motions
    simulate(&state) { $0.reconcile(all, $1) }
  }

  /// Sends events to the clients of `service` from now on; nil for none.
  func serve(_ service: MotionService?) {
    state.withLock { $0.service = service }
  }

  /// Sets the clock of the readings that follow.
  func setClock(_ clock: ReadingClock) {
    state.withLock { $0.clock = clock }
  }

  /// Takes the next reading of the source.
  ///
  /// - Returns: true if motions were recognized
  @discardableResult
  func take(_ reading: Reading) -> Bool {
    let (isRecognized, restHandler) = state.withLock {
      state -> (Bool, (@Sendable () -> Void)?) in
      state.liveness.hear()
      state.readings += 1
      state.recent?.take(reading)
      if state.wantsReadings { samples.write(reading) }
      let isRecognized = detect(&state) { $0.take(reading, $1) }
      guard state.rest.take(reading.timestamp, isStill: state.isStill) else {
        return (isRecognized, nil)
      }
      return (isRecognized, state.restHandler)
    }
    restHandler?()
    return isRecognized
  }

  /// Takes the next event of the source.
  ///
  /// - Returns: true if motions were recognized
  @discardableResult
  func take(_ event: AccelerometerEvent) -> Bool {
    if case .reading(let reading) = event { return take(reading) }
    return state.withLock { state in
      state.liveness.take(event)
      switch event {
      case .started(let info):
        if let clock = info.clock { state.clock = .kernel(clock) }
        samples.begin(info)
        state.recent?.begin(info)
        state.chipMotions = (info.enabledEvents ?? []).reduce(into: []) { $0.formUnion($1.motions) }
        reconcile(&state)
      case .moved, .lost, .ended:
        state.rest.wake()
      case .reading, .time, .paused, .recognized, .interrupted, .warning:
        break
      }
      return detect(&state) { $0.take(event, $1) }
    }
  }

  /// Cancels open motions, since the source was stopped: no events are expected of it.
  func stop() {
    state.withLock { state in
      state.liveness.stop()
      state.chipMotions = []
      state.rest.wake()
      _ = detect(&state) { $0.interrupt($1) }
      reconcile(&state)
    }
  }

  /// The number of readings of the source, and of those that were late or implausible.
  var counts: (readings: Int, dropped: Int) {
    state.withLock { state in
      let statistics = state.pipeline.statistics
      return (state.readings, statistics.implausible + statistics.late)
    }
  }

  /// The latest events and near misses.
  var latest: LatestFindings {
    state.withLock { $0.latest }
  }

  /// Begins or stops to keep the latest readings.
  func keepRecentReadings(_ isWanted: Bool) {
    state.withLock { state in
      state.recent = isWanted ? state.recent ?? RecentReadings() : nil
    }
  }

  /// The latest readings of the source; nil if none are kept.
  var recentReadings: RecentReadings? {
    state.withLock { $0.recent }
  }

  /// Checks for the watchdog that a source which streams told something since the last check.
  func isAlive() -> Bool {
    state.withLock { $0.liveness.check() }
  }

  // MARK: Simulation

  /// Begins a simulation, or ends it and cancels its open motions.
  func setSimulating(_ isSimulating: Bool) {
    state.withLock { state in
      simulate(&state) { $0.interrupt($1) }
      state.simulation = isSimulating ? MotionPipeline(state.motions) : nil
    }
  }

  /// Takes the next readings of the simulation, stamped with `CLOCK_BOOTTIME`.
  func simulate(_ readings: ArraySlice<Reading>) {
    state.withLock { state in
      for reading in readings { simulate(&state) { $0.take(reading, $1) } }
    }
  }

  /// Runs `body` on the pipeline of the simulation, if there is one, and hands its events to the outputs.
  private func simulate(
    _ state: inout State,
    _ body: (inout MotionPipeline, (MotionFinding, MotionConfiguration) -> Void) -> Void
  ) {
    guard var pipeline = state.simulation else { return }
    var found: [(MotionEvent, MotionConfiguration)] = []
    body(&pipeline) { finding, configuration in
      // States are those of the device.
      if case .event(let event) = finding { found.append((event, configuration)) }
    }
    state.simulation = pipeline
    var told: [(MotionFinding, MotionConfiguration)] = []
    for (event, configuration) in found {
      let isOpen = state.open.contains(configuration)
      guard state.simulations.tells(event, of: configuration, whileReal: isOpen) else { continue }
      told.append(deliver(event, of: configuration, isSimulated: true, &state))
    }
    if !told.isEmpty { state.service?.emit(told) }
  }

  // MARK: Inside

  /// Runs `body` on the pipeline, and hands its events to the outputs; true if there were some.
  private func detect(
    _ state: inout State,
    _ body: (inout MotionPipeline, (MotionFinding, MotionConfiguration) -> Void) -> Void
  ) -> Bool {
    // An empty array allocates nothing.
    var found: [(MotionFinding, MotionConfiguration)] = []
    body(&state.pipeline) { found.append(($0, $1)) }
    var hasEvents = false
    // One message for all that a reading proves.
    var told: [(MotionFinding, MotionConfiguration)] = []
    for (finding, configuration) in found {
      switch finding {
      case .event(let event):
        hasEvents = true
        switch event.phase {
        case .began: state.open.insert(configuration)
        case .ended, .cancelled: state.open.remove(configuration)
        case .recognized: break
        }
        if let simulated = state.simulations.cancellation(before: event, of: configuration) {
          told.append(deliver(simulated, of: configuration, isSimulated: true, &state))
        }
        told.append(deliver(event, of: configuration, isSimulated: false, &state))
      case .state: told.append((finding, configuration))
      case .rejection(let rejection): state.latest.take(rejection)
      }
    }
    if !told.isEmpty { state.service?.emit(told) }
    return hasEvents
  }

  /// Prints and keeps an event, and returns it as clients are to hear of it.
  private func deliver(
    _ event: MotionEvent, of configuration: MotionConfiguration, isSimulated: Bool,
    _ state: inout State
  ) -> (MotionFinding, MotionConfiguration) {
    var event = event
    event.isSimulated = isSimulated
    let clock = isSimulated ? ReadingClock.kernel(.boottime) : state.clock
    printer.print(event, of: configuration)
    let shifted = event.shifted(byNanoseconds: clock.offsetToBootTime)
    state.latest.take(shifted)
    return (.event(shifted), configuration)
  }
}

/// The clock of readings, and its offset to `CLOCK_BOOTTIME`, which clients on the bus are told.
enum ReadingClock: Sendable {
  /// A clock of this machine's kernel.
  case kernel(AccelerometerInfo.Clock)
  /// Another clock, whose zero was at this time of `CLOCK_BOOTTIME`, in nanoseconds.
  case other(zero: Int64)

  /// The nanoseconds to add to a time of this clock.
  var offsetToBootTime: Int64 {
    switch self {
    case .other(let zero): zero
    // Reading the same clock twice would give two times.
    case .kernel(.boottime): 0
    case .kernel(let clock):
      clock.now.map { AccelerometerInfo.Clock.bootTimeNow.nanoseconds(since: $0) } ?? 0
    }
  }
}

/// The liveness of a source, for the watchdog: an accelerometer that streams always tells something.
struct SourceLiveness {
  private enum State {
    /// Nothing is expected.
    case idle
    /// Something is expected; nothing came since the last check.
    case silent
    /// Something is expected, and came since the last check.
    case heard
  }

  private var state = State.idle

  /// Takes an event of the source.
  mutating func take(_ event: AccelerometerEvent) {
    switch (event, state) {
    case (.started, _): state = .heard
    case (.paused, _), (.lost, _), (.ended, _): state = .idle
    case (.reading, _), (.time, _), (.moved, _), (.recognized, _), (.warning, _), (.interrupted, _):
      hear()
    }
  }

  /// Takes a sign of life of a source that streams.
  mutating func hear() {
    switch state {
    case .silent: state = .heard
    case .idle, .heard: break
    }
  }

  /// Says that the source was stopped.
  mutating func stop() {
    state = .idle
  }

  /// Checks that something came since the last check, or that nothing is expected.
  mutating func check() -> Bool {
    switch state {
    case .idle: return true
    case .silent: return false
    case .heard:
      state = .silent
      return true
    }
  }
}
