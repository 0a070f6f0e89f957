// SPDX-License-Identifier: Apache-2.0

import Commands
import LinuxSupport
import Logging
import MotionBus
import MotionCore
import MotionSensors
import MotionSynthesis
import SystemPackage

/// The daemon's shell: it performs the actions of the machine, and hands it what happens, on the
/// service queue.
final class DaemonShell {
  private(set) var machine: DaemonMachine
  /// The actions still to be performed: one that causes an input is finished first.
  private var actions: [DaemonMachine.Action] = []
  private var isActing = false

  private weak var own: QueueBound<DaemonShell>?
  private let logger: Logger
  private let wakeups: Daemon.Wakeups
  private let readOptions: @Sendable () throws -> Settings
  private let queues: SensorQueues
  /// The stage on the sensor queue.
  let stage: QueueBound<Reference<DetectionStage>>
  let questions: StageQuestions
  let printer: EventPrinter
  private let samples: SamplePipes
  private var latest = LatestFindings()
  private var lateness = LatenessRule()

  /// The time when the daemon was made, since the machine was started.
  private let startTime = Timestamp.now()
  private var source: SourceControl?
  /// Watches for accelerometers that come and go, for clients.
  private var watch: AccelerometerWatch?
  private var service: MotionService?
  /// The words that the log has of the accelerometer that was found.
  private var found: String?
  private var retry: QueueSource?
  /// Takes the name on the bus though the opener has not looked for the accelerometer yet; nil
  /// once that was tried, and while the bus is not wanted.
  private var connection: QueueSource?
  /// The longest wait for the opener, which an accelerometer may hold up.
  private static let patience = Duration.seconds(1)
  /// Gives memory back once the accelerometer has sampled for a while.
  private var release: QueueSource?
  private var player: (simulation: Simulation, timer: QueueSource?)?
  private var watchdog: QueueSource?
  private var end: QueueSource?
  /// The reason why the daemon cannot go on.
  private(set) var failure: (any Error)?

  /// The shell of a daemon that has not begun; see ``Daemon``.
  init(
    _ own: QueueBound<DaemonShell>, _ settings: Settings, _ logger: Logger, _ output: OutputFile,
    _ wakeups: Daemon.Wakeups, _ readOptions: @escaping @Sendable () throws -> Settings
  ) {
    self.own = own
    machine = DaemonMachine(settings)
    queues = SensorQueues(isRealTime: settings.scheduling == .fifo)
    (self.logger, self.wakeups, self.readOptions) = (logger, wakeups, readOptions)
    printer = EventPrinter(output) { [weak own] in
      own.flatMap { own in output.whenThereIsRoom(of: own) { $0.printer.flush() } }
    } fail: {
      wakeups.stop.raise()
    }
    let limits = settings.bus.address.map { ServiceLimits.of($0) } ?? .single
    samples = SamplePipes(limits: limits.samples) { [weak own] in
      own?.timer(every: .seconds(1), leeway: .milliseconds(500)) { $0.samples.removeClosed() }
    } _: { [weak own] ending, demand in
      own?.sync { shell in
        if case .behind = ending { shell.handle(.readerFellBehind) }
        shell.handle(.samples(demand))
      }
    }
    stage = QueueBound(to: queues.sensor) { [weak own] _ in
      Reference(DetectionStage { [weak own] report in own?.async { $0.handle(report) } })
    }
    questions = StageQuestions(to: stage, of: own)
  }

  /// Begins, and feeds the watchdog of systemd while the source is alive.
  func begin() {
    handle(.begin)
    guard let period = ServiceManager.watchdogPeriod else { return }
    // Half of it, as sd_watchdog_enabled(3) recommends.
    watchdog = own?.timer(every: period / 2) { shell in
      shell.questions.ask(.liveness) { answer in
        if case .liveness(true) = answer { ServiceManager.feedWatchdog() }
      }
    }
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
    case .keepReadings(let isWanted): stage.async { $0.value.keepRecentReadings(isWanted) }
    case .openSource(let settings): openSource(settings)
    case .connect:
      connection = own?.timer(after: Self.patience) { $0.connect(showing: nil) }
      find(isLogged: true) { $0.connect(showing: $1) }
    case .disconnect: disconnect()
    case .retry(let delay): retry = own?.timer(after: delay) { $0.handle(.bus(.retryDue)) }
    case .updateClients(let settings): service?.update(defaults: settings.detection.options)
    case .detect(let demand): stage.async { $0.value.detect(demand) }
    case .settle(let settled): stage.async { [weak own] _ in own?.async { _ in settled() } }
    case .play: source?.play()
    case .start(let demand, let waiting):
      source?.start(demand, waiting: waiting) { [weak own] error in
        own?.async { $0.handle(.source(.unavailable(error))) }
      }
    case .sample(let demand): source?.sample(demand)
    case .stopSampling: source?.stop()
    case .serve:
      ServiceManager.ready()
      wakeups.hasBegun.raise()
    case .show(let device): service?.show(device)
    case .lookForDevice(let isLogged):
      find(isLogged: isLogged) { $0.service?.show($1) }
    case .log(let level, let message, let metadata):
      logger.log(level: level, "\(message)", metadata: metadata)
    case .releaseMemory(after: .zero): StartupMemory.release()
    case .releaseMemory(let delay):
      release = own?.timer(after: delay, leeway: .seconds(1)) { _ in StartupMemory.release() }
    case .simulate(let readings): simulate(readings)
    case .endSimulation:
      player = nil
      stage.async { $0.value.endSimulation() }
    case .carryOut(let call): carryOut(call)
    case .reply(let call, let result): call.reply(result)
    case .fail(let error):
      failure = failure ?? error
      wakeups.stop.raise()
    case .refuseClaims:
      (retry, connection) = (nil, nil)
      service?.refuseClaims()
    case .closeSource:
      watchdog = nil
      source?.stop { [weak own] status in
        own?.async { shell in
          shell.questions.note(status)
          shell.handle(.sourceClosed)
        }
      }
    case .limitEnd(let time): end = own?.timer(after: time) { $0.handle(.endDue) }
    case .over:
      end = nil
      wakeups.isOver.raise()
    }
  }

  // MARK: Source

  private func openSource(_ settings: Settings) {
    watch = nil
    if settings.bus.address != nil, case .accelerometer = settings.source, let own {
      watch = AccelerometerWatch(on: own.queue.queue) { [weak own] in
        own?.sync { $0.handle(.source(.devicesChanged)) }
      }
    }
    source = SourceControl(settings, wanted: wakeups.isWanted, queues, stage)
  }

  /// Handles a report of the stage.
  private func handle(_ report: StageReport) {
    switch report {
    case .found(let found): hand(on: found)
    case .readings(let batch): samples.write(batch)
    case .rested(let demand): handle(.source(.rested(demand)))
    case .minute(let status):
      questions.note(status)
      service?.announceHealth(in: self.status(with: status))
    case .source(let event, let readings):
      if case .started(let info) = event { samples.begin(info) }
      handle(.source(.event(event, readings: readings)))
    }
  }

  /// Hands findings to the outputs.
  private func hand(on found: [StageReport.Found]) {
    var reported: [(MotionFinding, MotionConfiguration)] = []
    let now = Timestamp.now()
    for each in found {
      switch each.finding {
      case .event(var event):
        lateness.judge(&event, of: each.configuration, punctual: each.punctual, at: now)
        printer.print(event, of: each.configuration)
        let shifted = event.shifted(byNanoseconds: each.offset)
        latest.add(shifted)
        reported.append((.event(shifted), each.configuration))
      case .state: reported.append((each.finding, each.configuration))
      case .rejection(let rejection): latest.add(rejection)
      }
    }
    if !reported.isEmpty { service?.emit(reported) }
  }

  /// Finds the accelerometer that there is, or the recording, for `use`, which is called at once
  /// with a recording, and otherwise once the opener has looked.
  private func find(
    isLogged: Bool, _ use: @escaping @Sendable (DaemonShell, ShownDevice?) -> Void
  ) {
    let recording = source?.find { [weak own] info in
      own?.async { shell in
        let device = info.map { ShownDevice($0, readRate: shell.machine.readRate(of: $0)) }
        if isLogged, case .accelerometer = shell.machine.settings.source {
          let text = device.map { "the accelerometer is \($0.name)" } ?? "no accelerometer yet"
          // A device that only changed is known.
          if text != shell.found { shell.logger.info("\(text)") }
          shell.found = text
        }
        use(shell, device)
      }
    }
    if let recording { use(self, recording) }
  }

  // MARK: Clients

  /// Takes the name on the bus: clients that see it see the accelerometer too, unless that holds
  /// motiond up.
  private func connect(showing device: ShownDevice?) {
    guard connection != nil else {
      // It was tried meanwhile, or given up.
      service?.show(device)
      return
    }
    connection = nil
    // As they are by now: they may have been read again meanwhile.
    let settings = machine.settings
    guard let address = settings.bus.address, let own else { return }
    let service = MotionService(address, on: own.queue) { [weak own] request in
      own?.sync { $0.handle(.request(request)) }
    }
    service.update(defaults: settings.detection.options)
    service.show(device)
    do throws(BusError) {
      try service.start()
    } catch { return handle(.bus(.unreachable(error))) }
    self.service = service
    handle(.bus(.connected))
  }

  private func disconnect() {
    service?.stop()
    service = nil
  }

  /// Carries out a call that takes no decision, and answers it.
  private func carryOut(_ call: GrantedCall) {
    let reply = call.reply
    switch call.call {
    case .openSamples(let chosenRate):
      do throws(Refusal) {
        let end = try samples.open(for: call.user, at: chosenRate ?? Demand.readingsRate)
        reply(.success(.descriptor(end)))
        handle(.samples(samples.demand))
      } catch { reply(.failure(error)) }
    case .status: askForStatus { reply(.success(.status($0))) }
    case .capture:
      questions.ask(.recentReadings) { answer in
        guard case .recentReadings(let recent) = answer else {
          let refusal = Refusal(
            name: Motion1.ErrorName.failed, message: "the accelerometer holds motiond up; try again"
          )
          return reply(.failure(refusal))
        }
        do throws(Refusal) {
          reply(.success(.descriptor(try Capture.file(of: recent))))
        } catch { reply(.failure(error)) }
      }
    case .reload: reply(reload().map { .failure(.invalid($0)) } ?? .success(.done))
    case .simulate, .claim, .release, .holdOff:
      preconditionFailure("DaemonShell: machine and service answer these themselves")
    }
  }

  // MARK: Simulation

  private func simulate(_ readings: [Reading]) {
    stage.async { $0.value.beginSimulation() }
    player = (
      Simulation(readings, at: Timestamp.now()),
      own?.timer(every: Simulation.period) { $0.advanceSimulation() }
    )
  }

  private func advanceSimulation() {
    let now = Timestamp.now()
    guard let readings = player?.simulation.advance(to: now) else { return }
    stage.async { $0.value.simulate(readings) }
    if player?.simulation.isOver == true { handle(.simulationFinished) }
  }

  // MARK: Options

  /// Reads the options again, and applies them.
  ///
  /// - Returns: the problem, if they stay as they are; nil if they are in use now
  func reload() -> String? {
    ServiceManager.reloading()
    defer { ServiceManager.ready() }
    do {
      let settings = try readOptions()
      let fixed = machine.settings.fixedOptions(changedIn: settings)
      guard fixed.isEmpty else {
        throw Failure(
          .usage, "\(settings.optionsFile ?? ""): \(fixed.joined(separator: ", ")) takes a restart")
      }
      handle(.options(settings))
      let words = settings.optionsFromFile.joined(separator: " ")
      logger.info("options read again: \(words.isEmpty ? "none" : words)")
      return nil
    } catch {
      let problem = "the options stay as they are: \(error)"
      logger.error("\(problem)")
      return problem
    }
  }

  // MARK: Status

  /// Calls `answer` with the status of the daemon, without its clients.
  ///
  /// If the stage does not answer in time, it is the last one that was known, with its age.
  private func askForStatus(_ answer: @escaping (DaemonStatus) -> Void) {
    questions.ask(.status) { [unowned self] told in
      if case .status(let status) = told { return answer(self.status(with: status)) }
      let age = Timestamp.now().nanoseconds(since: questions.known.time) / 1_000_000_000
      var status = status(with: questions.known.status)
      status.age = UInt64(max(1, age))
      answer(status)
    }
  }

  /// The status of the daemon, without its clients.
  private func status(with stage: StageStatus) -> DaemonStatus {
    let settings = machine.settings
    let uptime = Timestamp.now().nanoseconds(since: startTime) / 1_000_000_000
    var status = DaemonStatus()
    (status.version, status.source) = (version, settings.sourceName)
    status.uptime = UInt64(max(0, uptime))
    status.optionsFile = settings.optionsFile ?? ""
    status.options = settings.optionsFromFile.joined(separator: " ")
    status.defaults = MotionClaim.values(of: settings.detection.options)
    status.readings = UInt64(stage.readings)
    status.dropped = UInt64(stage.dropped)
    (status.measuredRate, status.keepsReadings) = (stage.measuredRate ?? 0, settings.capture)
    status.lag = stage.lag.map { Double($0 / 1_000_000) / 1000 }
    (status.events, status.nearMisses) = (latest.events, latest.nearMisses)
    status.lastShake = latest.lastShake
    status.sampling = machine.device?.samplingText
    status.warning = machine.warning
    if let statistics = source?.statistics {
      status.gaps = UInt64(statistics.gaps)
      status.overruns = UInt64(statistics.overruns)
      status.losses = UInt64(statistics.losses)
      status.lateBatches = UInt64(statistics.lateBatches)
      // A buffer that was full has lost one reading at least.
      status.lostReadings = UInt64(statistics.missed + statistics.overruns)
    }
    return status
  }

  /// Logs the status, as `motionctl status` shows it.
  func showStatus() {
    askForStatus { [unowned self] status in
      let shown = status.adding(service?.status ?? DaemonStatus())
      for line in StatusText(shown).text.split(separator: "\n") { logger.info("\(line)") }
      showStatistics()
    }
  }

  /// Logs statistics of the readings so far, as the stage told them last.
  func showStatistics() {
    let status = questions.known.status
    var text = "\(status.readings) readings, \(status.dropped) of them dropped"
    if let statistics = source?.statistics { text += "; \(statistics.text)" }
    if let shortfall = machine.shortfall { text += "; \(shortfall)" }
    logger.info("\(text)")
  }
}
