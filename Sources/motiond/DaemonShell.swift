// SPDX-License-Identifier: Apache-2.0

import CommandSupport
import LinuxSupport
import Logging
import MotionBus
import MotionCore
import MotionIIO
import MotionSources
import MotionSynthesis
import SystemPackage

/// The daemon's shell: it performs the actions of the machine, and hands it what happens, on the
/// daemon's queue.
final class DaemonShell {
  private(set) var machine: DaemonMachine
  /// The actions still to be performed: one that causes an input is finished first.
  private var actions: [DaemonMachine.Action] = []
  private var isActing = false

  private weak var own: QueueBound<DaemonShell>?
  private let logger: Logger
  private let stop: Wakeup
  private let readOptions: @Sendable () throws -> Motiond
  private let printer: EventPrinter
  private let samples: SamplePipes
  let stage: DetectionStage
  /// Raised once a recording is wanted.
  let isWanted: Wakeup

  /// The time since the machine was started at which the daemon was made.
  private let startTime = Timestamp.now()
  /// The options file, and the options in it.
  private let optionsFile: String?
  private var optionsFromFile: [String]
  private var source: SourceControl?
  /// Watches for accelerometers that come and go, for clients.
  private var watch: AccelerometerWatch?
  private var service: MotionService?
  private var retry: QueueSource?
  /// Gives memory back once the accelerometer has sampled for a while.
  private var release: QueueSource?
  private var player: (simulation: Simulation, timer: QueueSource?)?
  private var watchdog: QueueSource?
  /// The reason why the daemon cannot go on.
  private(set) var failure: (any Error)?

  /// The shell of a daemon that has not begun; see ``Daemon``.
  init(
    _ own: QueueBound<DaemonShell>, _ command: Motiond, _ logger: Logger, _ printer: EventPrinter,
    stop: Wakeup, _ readOptions: @escaping @Sendable () throws -> Motiond
  ) throws(Failure) {
    self.own = own
    machine = DaemonMachine(command.settings)
    (optionsFile, optionsFromFile) = (command.optionsFile, command.optionsFromFile)
    (self.logger, self.printer, self.stop) = (logger, printer, stop)
    self.readOptions = readOptions
    isWanted = try Wakeup.made()
    let limits = command.settings.bus.address.map { ServiceLimits.of($0) } ?? .single
    samples = SamplePipes(limits: limits.samples) { [weak own] ending, rate in
      own?.async { $0.handle(.samplesClosed(ending, rate)) }
    }
    stage = DetectionStage(printer, samples) { [weak own] demand in
      own?.async { $0.handle(.source(.rested(demand))) }
    } healthHandler: { [weak own] in
      own?.async { shell in shell.service?.announceHealth(in: shell.status) }
    }
  }

  /// Begins, and feeds the watchdog of systemd while the source is alive.
  func begin() {
    handle(.begin)
    guard let period = ServiceManager.watchdogPeriod else { return }
    // Half of it, as sd_watchdog_enabled(3) recommends.
    watchdog = own?.timer(every: period / 2) { shell in
      if shell.stage.isAlive() { ServiceManager.feedWatchdog() }
    }
  }

  /// Stops sampling, cancels open motions and leaves the bus.
  func end() {
    watchdog = nil
    handle(.end)
  }

  /// Has the machine handle `input`, and performs its actions.
  func handle(_ input: DaemonMachine.Input) {
    actions += machine.handle(input)
    guard !isActing else { return }
    isActing = true
    while !actions.isEmpty { perform(actions.removeFirst()) }
    isActing = false
  }

  private func perform(_ action: DaemonMachine.Action) {
    switch action {
    case .print(let style): printer.setStyle(style)
    case .keepReadings(let isWanted): stage.keepRecentReadings(isWanted)
    case .openSource(let settings): openSource(settings)
    case .connect(let settings): connect(settings)
    case .disconnect: disconnect()
    case .retry(let delay): retry = own?.timer(after: delay) { $0.handle(.bus(.retryDue)) }
    case .updateClients(let settings): service.map { update($0, settings) }
    case .detect(let demand): stage.detect(demand)
    case .settle(let settled): settled()
    case .play: source?.play()
    case .start(let demand, let waiting):
      do throws(AccelerometerError) {
        try source?.start(demand, waiting: waiting)
      } catch { handle(.source(.unavailable(error))) }
    case .sample(let demand): source?.sample(demand)
    case .stopSampling:
      source?.stop()
      stage.stop()
    case .show(let device): service?.update(device: device)
    case .lookForDevice(let isLogged): service?.update(device: findDevice(isLogged: isLogged))
    case .log(let level, let message, let metadata):
      logger.log(level: level, "\(message)", metadata: metadata)
    case .releaseMemory(after: .zero): StartupMemory.release()
    case .releaseMemory(let delay):
      release = own?.timer(after: delay, leeway: .seconds(1)) { _ in StartupMemory.release() }
    case .simulate(let readings): simulate(readings)
    case .endSimulation:
      player = nil
      stage.endSimulation()
    case .reply(let reply, let result): reply(result)
    case .fail(let error):
      failure = failure ?? error
      stop.raise()
    }
  }

  // MARK: Source

  private func openSource(_ settings: Settings) {
    watch = nil
    if settings.bus.address != nil, case .accelerometer(let choice) = settings.source,
      !choice.isRemote, let own
    {
      watch = AccelerometerWatch(on: own.queue.queue) { [weak own] in
        own?.sync { $0.handle(.source(.devicesChanged)) }
      }
    }
    source = SourceControl(settings, wanted: isWanted, stage) { [weak own] event in
      own?.async { $0.report(event) }
    }
  }

  /// Hands an event of the accelerometer to the machine.
  private func report(_ event: AccelerometerEvent) {
    switch event {
    case .started(let info): handle(.source(.started(info, readings: stage.counts.readings)))
    case .lost(let error): handle(.source(.lost(error, readings: stage.counts.readings)))
    case .moved: handle(.source(.moved))
    case .warning(let error): handle(.source(.warning(error)))
    case .readings, .time, .paused, .recognized, .interrupted, .ended: break
    }
  }

  /// The accelerometer that there is, or the recording.
  private func findDevice(isLogged: Bool) -> ShownDevice? {
    let device = source?.device { machine.readRate(of: $0) }
    if isLogged, case .accelerometer = machine.settings.source {
      logger.info("\(device.map { "the accelerometer is \($0.name)" } ?? "no accelerometer yet")")
    }
    return device
  }

  // MARK: Clients

  /// Takes the name on the bus: clients that see it see the accelerometer too.
  private func connect(_ settings: Settings) {
    guard let address = settings.bus.address else { return }
    let service = MotionService(address) { [weak own] request in
      own?.async { $0.handle(request) }
    }
    update(service, settings)
    service.update(device: findDevice(isLogged: true))
    do throws(BusError) {
      try service.start()
    } catch { return handle(.bus(.unreachable(error))) }
    self.service = service
    stage.serve(service)
    handle(.bus(.connected))
  }

  private func disconnect() {
    retry = nil
    service?.stop()
    service = nil
    stage.serve(nil)
  }

  private func update(_ service: MotionService, _ settings: Settings) {
    service.update(defaults: settings.detection.options)
  }

  private func handle(_ request: MotionService.Request) {
    switch request {
    case .demand(let demand, let settled):
      handle(.claimed(demand.motions, settled: settled))
    case .simulate(let name, let caller, let reply):
      handle(.simulation(.wanted(name, caller: caller, reply: reply)))
    case .left(let caller): handle(.simulation(.callerLeft(caller)))
    case .openSamples(let user, let chosenRate, let reply):
      let rate = chosenRate ?? Demand.readingsRate
      do throws(Refusal) {
        reply(.success(try samples.open(for: user, at: rate)))
        handle(.samplesOpened(rate))
      } catch { reply(.failure(error)) }
    case .status(let reply): reply(.success(status))
    case .capture(let reply):
      do throws(Refusal) {
        reply(.success(try Capture.file(of: stage.recentReadings)))
      } catch { reply(.failure(error)) }
    case .reload(let reply):
      reply(reload().map { .failure(.invalid($0)) } ?? .success(()))
    case .disconnected(let error): handle(.bus(.lost(error)))
    }
  }

  // MARK: Simulation

  private func simulate(_ readings: [Reading]) {
    stage.beginSimulation()
    player = (
      Simulation(readings, at: AccelerometerInfo.Clock.bootTimeNow),
      own?.timer(every: Simulation.period) { $0.advanceSimulation() }
    )
  }

  private func advanceSimulation() {
    let now = AccelerometerInfo.Clock.bootTimeNow
    guard let readings = player?.simulation.advance(to: now) else { return }
    stage.simulate(readings)
    if player?.simulation.isOver == true { handle(.simulation(.finished)) }
  }

  // MARK: Options

  /// Reads the options again, and applies them.
  ///
  /// - Returns: the problem, if they stay as they are; nil if they are in use now
  func reload() -> String? {
    ServiceManager.reloading()
    defer { ServiceManager.ready() }
    do {
      let command = try readOptions()
      let fixed = machine.settings.fixedOptions(changedIn: command.settings)
      guard fixed.isEmpty else {
        throw Failure(
          .usage, "\(command.optionsFile ?? ""): \(fixed.joined(separator: ", ")) takes a restart")
      }
      handle(.options(command.settings))
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

  // MARK: Status

  /// The status of the daemon, without its clients.
  private var status: [String: BusValue] {
    let (counts, latest, settings) = (stage.counts, stage.latest, machine.settings)
    let uptime = Timestamp.now().nanoseconds(since: startTime) / 1_000_000_000
    var status: [String: BusValue] = [
      "Version": .string(version), "Source": .string(settings.sourceName),
      "OptionsFile": .string(optionsFile ?? ""),
      "Options": .string(optionsFromFile.joined(separator: " ")),
      "Defaults": .dictionary(MotionClaim.values(of: settings.detection.options)),
      "Readings": .uint64(UInt64(counts.readings)), "Dropped": .uint64(UInt64(counts.dropped)),
      "Capture": .bool(settings.capture), "Events": .strings(latest.events),
      "NearMisses": .strings(latest.nearMisses), "Uptime": .uint64(UInt64(max(0, uptime))),
      "MeasuredRate": .double(stage.measuredRate ?? 0),
    ]
    status["Sampling"] = machine.device?.sampling.map { .string("\($0)") }
    if let statistics = source?.statistics {
      status["Gaps"] = .uint64(UInt64(statistics.gaps))
      status["Overruns"] = .uint64(UInt64(statistics.overruns))
      status["Losses"] = .uint64(UInt64(statistics.losses))
      status["LateBatches"] = .uint64(UInt64(statistics.lateBatches))
      // A buffer that was full has lost one reading at least.
      status["LostReadings"] = .uint64(UInt64(statistics.missed + statistics.overruns))
    }
    return status
  }

  /// Logs the status, as `motionctl status` shows it.
  func showStatus() {
    let shown = status.merging(service?.status ?? [:]) { $1 }
    for line in StatusText(shown).text.split(separator: "\n") { logger.info("\(line)") }
    showStatistics()
  }

  /// Logs statistics at the end, if the settings say so.
  func showFinalStatistics() {
    if machine.settings.stats { showStatistics() }
  }

  /// Logs statistics of the readings so far.
  private func showStatistics() {
    let counts = stage.counts
    var text = "\(counts.readings) readings, \(counts.dropped) of them dropped"
    if let statistics = source?.statistics { text += "; \(statistics.text)" }
    if let shortfall = machine.shortfall { text += "; \(shortfall)" }
    logger.info("\(text)")
  }
}

extension MotionService {
  /// Shows clients `device`; nil if there is none.
  fileprivate func update(device: ShownDevice?) {
    update(device: device?.name, rate: device?.rate, readRate: device?.readRate)
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
