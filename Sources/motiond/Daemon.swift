import CommandSupport
import LinuxSupport
import Logging
import MotionBus
import MotionCore
import MotionIIO
import MotionSources
import MotionSynthesis
import SystemPackage

/// The daemon: it samples while something wants motions or readings, and passes them on.
///
/// Its queue decides what is wanted, and reconciles source and detectors with that. Readings are handled by the
/// stage on the queue of their source, clients by the service on its own, and printing on a third, so that none
/// waits for another.
actor Daemon: QueueActor {
  nonisolated let executor = SerialQueue(label: "org.motiond.daemon", rank: .daemon)

  private let logger: Logger
  private let stop: Wakeup
  private let readOptions: @Sendable () throws -> Motiond
  private let printer: EventPrinter
  private let samples: SamplePipes
  private let stage: DetectionStage
  /// Raised once a recording is wanted.
  private let isWanted: Wakeup

  private var settings: Settings
  /// The options file, and the options in it.
  private var optionsFile: String?
  private var optionsFromFile: [String]
  /// The rate of the source; nil before it is known.
  private var rate: Hertz?
  /// The motions to print that the rate of the source carries; nil before it is known.
  private var carried: Set<MotionConfiguration>?
  private var source: SourceControl?
  /// Watches for accelerometers that come and go, for clients.
  private var watch: AccelerometerWatch?
  private var clients: ClientService?
  private var simulation: Simulation?
  private var watchdog: QueueSource?
  /// The accelerometer that is read.
  private var started: AccelerometerInfo?
  /// The number of readings when the accelerometer fell silent; nil if that was not the reason of its last loss.
  private var readingsAtSilence: Int?
  /// A Boolean value that indicates whether the accelerometer is to sample again, as it was moved.
  private var isWaking = false
  /// The reason why the daemon cannot go on.
  private var failure: (any Error)?

  /// A daemon that has not begun.
  ///
  /// - Parameters:
  ///   - command: the command with its settings
  ///   - logger: the log of what it does
  ///   - output: the file to print events to
  ///   - stop: ends the wait of the thread that runs it
  ///   - readOptions: reads the options of the command anew
  /// - Throws: a ``Failure`` if the process has no descriptor left
  init(
    _ command: Motiond, _ logger: Logger, output: OutputFile, stop: Wakeup,
    _ readOptions: @escaping @Sendable () throws -> Motiond
  ) throws(Failure) {
    settings = command.settings
    (optionsFile, optionsFromFile) = (command.optionsFile, command.optionsFromFile)
    self.logger = logger
    self.stop = stop
    self.readOptions = readOptions
    isWanted = try Wakeup.made()
    printer = EventPrinter(output, stop)
    let limits = settings.bus.address.map { ServiceLimits.of($0) } ?? .single
    samples = SamplePipes(limits: limits.samples)
    stage = DetectionStage(printer, samples)
  }

  // MARK: Life

  /// Serves clients, then reads what is wanted.
  ///
  /// - Throws: an error if there is no bus; without a bus, if there is no accelerometer
  func begin() throws {
    samples.sync { samples in
      samples.watch { [weak self] ending in self?.async { $0.take(ending) } }
    }
    stage.onRest { [weak self] in self?.async { $0.reconcileSource() } }
    printer.setStyle(settings.style)
    stage.keepRecentReadings(settings.capture)
    makeSource()
    if let address = settings.bus.address {
      clients = ClientService(address, stage) { [weak self] request in
        self?.async { $0.take(request) }
      }
      try serveClients()
      reconcile()
      StartupMemory.release()
    } else {
      detectForOutputs()
      try source?.start(samplingDemand(for: demand), waiting: settings.wait)
    }
    startWatchdog()
  }

  /// Stops sampling, cancels open motions and leaves the bus.
  ///
  /// - Throws: the error that ended the daemon, if one did
  func end() throws {
    watchdog = nil
    if simulation != nil { endSimulation() }
    _ = source?.stop()
    stage.stop()
    clients?.stop()
    clients = nil
    if let failure { throw failure }
  }

  /// Plays the recording `path` once it is wanted, until its end or a signal, on the thread that calls.
  ///
  /// For clients on a bus a file is played in real time, and a pipe as its readings come. Without a bus, playing
  /// waits until each event is printed.
  nonisolated func play(
    _ path: String, _ bus: BusChoice, _ signals: borrowing StopSignals
  ) throws {
    let source = Source.recording(path)
    let player = try SourcePlayer(source, pace: bus != .none && source.isFile ? .realTime : .live)
    logger.info("started", metadata: ["source": "\(path)", "version": "\(version)"])
    guard case .ready = signals.waitToRead(isWanted.descriptor) else { return logStop() }
    var isFirst = true
    var probe = RateProbe(for: sync { $0.settings.detection })
    let ending = try player.play(signals) { event in
      try probe.process(event) { rate in
        try sync { try $0.check(rate) }
      } pass: { event in
        if isFirst, case .reading(let reading) = event {
          isFirst = false
          let zero = AccelerometerInfo.Clock.bootTimeNow.nanoseconds(since: reading.timestamp)
          stage.setClock(.other(zero: zero))
          // Clients hear times of CLOCK_BOOTTIME, which are later than those of the recording.
          if bus != .none {
            logger.info("the recording plays", metadata: ["clock_shift_ns": "\(zero)"])
          }
        }
        if stage.take(event), bus == .none { printer.finish() }
      }
    }
    switch ending {
    case .finished: logger.info("the readings ended")
    case .stopped: logStop()
    }
  }

  /// Logs that a signal ended the wait, unless it was a failure, which is reported at the end.
  nonisolated func logStop() {
    guard sync({ $0.failure == nil }), printer.problem == nil else { return }
    logger.info("stopped by a signal")
  }

  /// Waits until every event was printed; after a signal a slow reader is not waited for.
  ///
  /// To be called on a thread of its own, because it can take forever.
  ///
  /// - Throws: an ``OutputError`` if the output cannot be written
  nonisolated func finishPrinting() throws(OutputError) {
    printer.finish()
    if let problem = printer.problem { throw problem }
  }

  // MARK: Demand

  private var printed: Set<MotionConfiguration> {
    settings.style.map { carried ?? $0.motions } ?? []
  }

  /// The demand of clients, of standard output, and of programs that read samples.
  private var demand: Demand {
    var demand = clients?.demand ?? Demand()
    demand.motions.formUnion(printed)
    demand.rateOfReadings = samples.sync { $0.rate }
    return demand
  }

  private func detectForOutputs() {
    stage.detect(printed: printed, wantsReadings: demand.wantsReadings)
  }

  /// Leaves out the motions to print that `rate` does not carry, and logs them.
  ///
  /// - Parameters:
  ///   - rate: the rate of the source; nil if it is not known
  ///   - chipKinds: the kinds that the chip recognizes, which need no readings
  /// - Throws: a ``Failure`` if one of them was named
  private func check(_ rate: Hertz?, besides chipKinds: [MotionKind] = []) throws {
    self.rate = rate
    carried = nil
    guard settings.style != nil else { return }
    carried = try settings.detection.configurations(carriedAt: rate, besides: chipKinds) { line in
      logger.warning("\(line)")
    }
    detectForOutputs()
  }

  /// Makes detectors and source fit the demand.
  private func reconcile() {
    detectForOutputs()
    if demand.isEmpty { stopSource() } else { reconcileSource() }
  }

  /// Has the source do what is wanted now, unless that is nothing.
  private func reconcileSource() {
    let demand = demand
    guard !demand.isEmpty else { return }
    // A reader that waits for its accelerometer throws nothing.
    try? source?.start(samplingDemand(for: demand), waiting: true)
  }

  /// The demand of the accelerometer: readings at the rate of the settings, or else at the lowest that serves
  /// `demand`, and events of its chip.
  private func samplingDemand(for demand: Demand) -> SamplingDemand {
    guard settings.chipEvents else {
      return SamplingDemand(rate: settings.sensor.options(for: demand).rate)
    }
    var (readings, events) = (demand, [ChipEvent: Hertz]())
    for event in ChipEvent.allCases {
      let motions = event.motions.intersection(demand.motions)
      guard !motions.isEmpty else { continue }
      readings.motions.subtract(motions)
      events[event] = settings.sensor.options(for: Demand(motions)).rate
    }
    let rate = readings.isEmpty ? nil : settings.sensor.options(for: readings).rate
    guard let rate, stage.isResting else { return SamplingDemand(rate: rate, events: events) }
    events[.motion] = rate
    return SamplingDemand(rate: nil, events: events)
  }

  private func stopSource() {
    guard source?.stop() == true else { return }
    stage.stop()
    started = nil
    // An accelerometer that was lost may be there, such as one that another program read.
    clients?.update(device: source?.device ?? (nil, nil, nil))
  }

  // MARK: Source

  private func makeSource() {
    watch = nil
    if settings.bus.address != nil, case .accelerometer(let choice) = settings.source,
      !choice.isRemote
    {
      watch = AccelerometerWatch(on: executor.queue) { [weak self] in
        self?.assumeIsolated { daemon in
          // A reader that is started notices by itself.
          if daemon.source?.isSampling != true { daemon.showDevice() }
        }
      }
    }
    source = SourceControl(settings, wanted: isWanted, stage) { [weak self] event in
      self?.async { $0.take(event) }
    }
  }

  /// Logs the accelerometer that there is.
  private func findDevice() -> ClientService.Device {
    let device: ClientService.Device = source?.device ?? (nil, nil, nil)
    if case .accelerometer = settings.source {
      logger.info("\(device.name.map { "the accelerometer is \($0)" } ?? "no accelerometer yet")")
    }
    return device
  }

  /// Takes the name on the bus; whoever sees it sees the accelerometer too.
  private func serveClients() throws(BusError) {
    try clients?.start(settings, device: findDevice())
  }

  /// Shows clients the accelerometer that there is, before they claim motions of it.
  private func showDevice() {
    clients?.update(device: findDevice())
  }

  /// Logs an event of an accelerometer, and shows it to clients.
  private func take(_ event: AccelerometerEvent) {
    switch event {
    case .started(let info):
      let name = info.name ?? info.id
      let events = info.enabledEvents ?? []
      // A device that lies still and is moved, again and again, would fill the log.
      logger.log(
        level: events.contains(.motion) || isWaking || isSilent ? .debug : .info, "started",
        metadata: [
          "accelerometer": "\(name)", "rate": "\(info.rate.map { "\($0) Hz" } ?? "unknown")",
          "clock": "\(info.clock.map { "\($0)" } ?? "unknown")",
          "sampling": "\(info.sampling.map { "\($0)" } ?? "unknown")",
          "chip": "\(events.isEmpty ? "nothing" : events.map(\.rawValue).joined(separator: ", "))",
          "version": "\(version)",
        ])
      isWaking = false
      // Opening an accelerometer takes much that reading it does not.
      if started == nil { StartupMemory.release() }
      started = info
      // One that has less than is asked for has no more.
      let readRate = source?.readRate(of: info) ?? (shortfall == nil ? nil : info.rate)
      clients?.update(device: (name, info.rate, readRate))
      // Who asked for a rate knows it.
      if settings.sensor.rate == nil, let shortfall {
        logger.notice("\(shortfall)")
      }
      // A chip that watches needs no rate.
      if !events.contains(.motion) {
        do { try check(info.rate, besides: events.compactMap(\.kind)) } catch { refuse(error) }
      }
      if info.sampling == .poll, !events.contains(.motion) {
        logger.notice(
          """
          \(name) is polled, each axis by itself, as no trigger fills its buffer: that wakes the processor \
          for each reading, and delays are not even; the kernel's iio-trig-hrtimer would do better
          """)
      }
    case .lost(let error):
      started = nil
      if case .stalled = error {
        logger.log(level: isSilent ? .debug : .warning, "\(error); looking for it")
        readingsAtSilence = stage.counts.readings
      } else {
        logger.warning("\(error); looking for it")
        readingsAtSilence = nil
      }
      clients?.update(device: (nil, nil, nil))
    case .warning(let error):
      logger.warning("\(error)")
    case .moved:
      isWaking = true
      reconcileSource()
    case .reading, .time, .paused, .recognized, .interrupted, .ended:
      break
    }
  }

  /// A Boolean value that indicates whether no reading has come since the accelerometer fell silent: it is started and
  /// given up again and again, which was told.
  private var isSilent: Bool { stage.counts.readings == readingsAtSilence }

  /// Ends the daemon without clients because of `error`; with clients it goes on for them.
  private func refuse(_ error: any Error) {
    guard settings.bus == .none else { return logger.error("\(error); not printed") }
    failure = error
    stop.raise()
  }

  /// Logs the status, as `motionctl status` shows it.
  func showStatus() {
    let shown = status.merging(clients?.status ?? [:]) { $1 }
    for line in StatusText(shown).text.split(separator: "\n") { logger.info("\(line)") }
    showStatistics()
  }

  /// Logs statistics of the readings so far.
  func showStatistics() {
    let counts = stage.counts
    var text = "\(counts.readings) readings, \(counts.dropped) of them dropped"
    if let statistics = source?.statistics { text += "; \(statistics.text)" }
    if let shortfall { text += "; \(shortfall)" }
    logger.info("\(text)")
  }

  /// The rate that readings lack, in words; nil if they come as often as is wanted.
  private var shortfall: String? {
    guard let info = started, let rate = info.rate else { return nil }
    let events = info.enabledEvents ?? []
    var demand = demand
    for event in events { demand.motions.subtract(event.motions) }
    guard !events.contains(.motion), let wanted = demand.rate, rate < wanted * 0.999 else {
      return nil
    }
    return "readings come at \(MotionOption.text(rate)) Hz; what is wanted asks for "
      + "\(MotionOption.text(wanted)) Hz"
  }

  // MARK: Clients

  private func take(_ request: MotionService.Request) {
    switch request {
    case .demand(let demand):
      clients?.demand = demand
      reconcile()
    case .simulate(let name, let caller, let reply):
      simulate(name, caller, reply)
    case .left(let caller):
      if simulation?.caller == caller { endSimulation() }
    case .openSamples(let user, let rate, let reply):
      openSamples(user, rate, reply)
    case .status(let reply): reply(.success(status))
    case .capture(let reply):
      do throws(Refusal) {
        reply(.success(try Capture.file(of: stage.recentReadings)))
      } catch { reply(.failure(error)) }
    case .reload(let reply):
      reply(reload().map { .failure(.invalid($0)) } ?? .success(()))
    case .disconnected(let error):
      logger.warning("\(error); trying again")
      retry(after: error)
      reconcile()
    }
  }

  private func retry(after failure: any Error) {
    let isWaiting = clients?.retry { delay in timer(after: delay) { $0.reconnect() } } ?? false
    guard !isWaiting else { return }
    self.failure = failure
    stop.raise()
  }

  private func reconnect() {
    do {
      try serveClients()
      logger.info("the bus is back")
    } catch { retry(after: error) }
  }

  private func simulate(
    _ name: String, _ caller: String, _ reply: MotionService.Reply<Void>
  ) {
    do throws(Refusal) {
      let readings = try Simulation.readings(of: name)
      guard simulation == nil else {
        throw Refusal(
          name: Motion1.ErrorName.busy,
          message: "a simulation is under way; try again when it is over")
      }
      stage.setSimulating(true)
      simulation = Simulation(
        readings, at: AccelerometerInfo.Clock.bootTimeNow,
        // A motion by name takes a few seconds, and is played to its end: a command calls and leaves.
        caller: SampleLibrary.simulation(name) == nil ? caller : nil,
        timer: timer(every: Simulation.period) { $0.advanceSimulation() })
      reply(.success(()))
    } catch { reply(.failure(error)) }
  }

  private func advanceSimulation() {
    guard let readings = simulation?.advance(to: AccelerometerInfo.Clock.bootTimeNow) else {
      return
    }
    stage.simulate(readings)
    if simulation?.isOver == true { endSimulation() }
  }

  private func endSimulation() {
    stage.setSimulating(false)
    simulation = nil
  }

  private func openSamples(
    _ user: UInt32, _ rate: Hertz?, _ reply: MotionService.Reply<FileDescriptor>
  ) {
    do throws(Refusal) {
      reply(
        .success(
          try samples.sync { samples throws(Refusal) in
            try samples.open(for: user, at: rate ?? Demand.readingsRate)
          }))
      reconcile()
    } catch { reply(.failure(error)) }
  }

  private func take(_ ending: SamplePipe.Ending) {
    if ending == .behind {
      logger.warning("a reader of samples fell behind, and was disconnected")
    }
    reconcile()
  }

  /// The status of the daemon, without its clients.
  private var status: [String: BusValue] {
    let (counts, latest) = (stage.counts, stage.latest)
    var status: [String: BusValue] = [
      "Version": .string(version), "Source": .string(settings.sourceName),
      "OptionsFile": .string(optionsFile ?? ""),
      "Options": .string(optionsFromFile.joined(separator: " ")),
      "Defaults": .dictionary(MotionClaim.values(of: settings.detection.options)),
      "Readings": .uint64(UInt64(counts.readings)), "Dropped": .uint64(UInt64(counts.dropped)),
      "Capture": .bool(settings.capture), "Events": .strings(latest.events),
      "NearMisses": .strings(latest.nearMisses),
    ]
    status["Sampling"] = started?.sampling.map { .string("\($0)") }
    if let statistics = source?.statistics {
      status["Gaps"] = .uint64(UInt64(statistics.gaps))
      status["Overruns"] = .uint64(UInt64(statistics.overruns))
      status["Losses"] = .uint64(UInt64(statistics.losses))
    }
    return status
  }

  // MARK: Service manager

  /// Reads the options again, and applies them.
  ///
  /// - Returns: the problem, if they stay as they are; nil if they count now
  func reload() -> String? {
    ServiceManager.reloading()
    defer { ServiceManager.ready() }
    do {
      let command = try readOptions()
      let fixed = settings.fixedOptions(changedIn: command.settings)
      guard fixed.isEmpty else {
        throw Failure(
          .usage, "\(command.optionsFile ?? ""): \(fixed.joined(separator: ", ")) takes a restart")
      }
      apply(command.settings)
      optionsFromFile = command.optionsFromFile
      let words = command.optionsFromFile.joined(separator: " ")
      logger.info("options read again: \(words.isEmpty ? "none" : words)")
      return nil
    } catch {
      let problem = "the options stay as they are: \(Motiond.message(for: error))"
      logger.error("\(problem)")
      return problem
    }
  }

  private func apply(_ new: Settings) {
    let old = settings
    settings = new
    do { try check(rate) } catch { refuse(error) }
    if new.style != old.style { printer.setStyle(new.style) }
    stage.keepRecentReadings(new.capture)
    clients?.update(new)
    if (new.sourceName, new.sensor.sampling) != (old.sourceName, old.sensor.sampling) {
      stopSource()
      makeSource()
      if clients != nil { showDevice() }
    }
    reconcile()
  }

  /// Logs statistics at the end, if the settings say so.
  func showFinalStatistics() {
    if settings.stats { showStatistics() }
  }

  /// Feeds the watchdog of systemd while the source is alive.
  private func startWatchdog() {
    guard let period = ServiceManager.watchdogPeriod else { return }
    // Half of it, as sd_watchdog_enabled(3) recommends.
    watchdog = timer(every: period / 2) { daemon in
      if daemon.stage.isAlive() { ServiceManager.feedWatchdog() }
    }
  }
}

extension SamplingStatistics {
  /// The statistics in words.
  fileprivate var text: String {
    """
    \(batches) batches, \(lateBatches) of them late \
    (at worst \((worstLateness / .milliseconds(1)).text(decimals: 1)) ms); \(gaps) gaps; \
    \(overruns) overruns; \(missed) missed; lost \(losses) times, found again \
    \(reopenings) times
    """
  }
}
