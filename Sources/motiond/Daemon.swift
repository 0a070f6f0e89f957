import CommandSupport
import Dispatch
import DispatchActors
import Logging
import MotionBus
import MotionCore
import MotionIIO

/// The daemon: samples as long as something wants events, and passes them on.
///
/// Its own queue decides. Readings are handled on the queue of their source, clients on that of the
/// service, so that neither waits for the other.
actor Daemon {
  let executor = QueueExecutor(label: "org.motiond.daemon")
  let logger: Logger
  let outlets = Outlets()
  let sampler: Sampler
  let pulse = Pulse()
  let stop: StopRequest
  private let output: OutputFile
  /// Readable once somebody wants what a recording has.
  private let isWanted: Gate

  var settings: Settings
  var reader: AccelerometerReader?
  var isSampling = false
  var deviceWatch: AccelerometerWatch?
  var service: MotionService?
  var claims = Demand()
  var simulation: Simulation?
  var attempts = Attempts()
  var watchdog: (any DispatchSourceTimer)?
  /// Why the daemon cannot go on.
  var failure: Failure?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A daemon that has not begun.
  ///
  /// - Parameters:
  ///   - settings: what it is to do
  ///   - logger: where it says what it does
  ///   - output: where events are printed
  ///   - stop: ends the wait of the thread that runs it
  /// - Throws: a ``Failure`` if the process has no descriptor left
  init(
    _ settings: Settings, _ logger: Logger, output: OutputFile, stop: StopRequest
  ) throws(Failure) {
    self.settings = settings
    self.logger = logger
    self.output = output
    self.stop = stop
    isWanted = try Gate()
    sampler = Sampler(outlets)
  }

  /// Runs `body` on the daemon's queue, and waits for it.
  nonisolated func sync<T: Sendable>(
    _ body: @Sendable (isolated Daemon) throws(Failure) -> T
  ) throws(Failure) -> T {
    let result = executor.queue.sync {
      assumeIsolated { daemon in
        Result { () throws(Failure) -> T in try body(daemon) }
      }
    }
    return try result.get()
  }

  /// Runs `body` on the daemon's queue, later.
  nonisolated func async(_ body: @escaping @Sendable (isolated Daemon) -> Void) {
    executor.queue.async { [weak self] in self?.assumeIsolated { body($0) } }
  }

  // MARK: Life

  /// Opens the doors: for clients first, then for readings.
  func begin() throws(Failure) {
    outlets.watchPipes { [weak self] health in self?.async { $0.pipeEnded(health) } }
    setPrinter()
    if let address = settings.bus.address { try connect(address) }
    makeReader()
    if service == nil {
      try startPrinting()
    } else {
      look()
      watchDevices()
      reconcile()
    }
  }

  /// Closes them: when this returns, the buffer is off and everybody has been told.
  func end() throws(Failure) {
    watchdog?.cancel()
    watchdog = nil
    deviceWatch = nil
    simulation = nil
    stopSampling()
    sampler.interrupt()
    outlets.finishPrinting()
    service?.stop()
    service = nil
    outlets.serve(nil)
    if let failure { throw failure }
  }

  /// Logs that a signal ended the wait, unless it was a failure, which is told at the end.
  nonisolated func logStop() {
    let hasFailed = executor.queue.sync { assumeIsolated { $0.failure != nil } }
    guard !hasFailed, outputProblem == nil else { return }
    logger.info("stopped by a signal")
  }

  /// Prints events if it was told to, and stops when nobody reads them.
  func setPrinter() {
    guard let format = settings.format else { return outlets.stopPrinting() }
    let printer = EventPrinter(
      settings.source, format, output, stop, isWaitedFor: settings.bus == .none)
    outlets.print(settings.shake, with: printer)
  }

  /// Why printing failed, if it did.
  nonisolated var outputProblem: OutputError? { outlets.problem }

  // MARK: Demand

  /// What is wanted now: by clients, on standard output, and of the readings themselves.
  var demand: Demand {
    var demand = claims
    if settings.format != nil { demand.detectors.insert(settings.shake) }
    demand.wantsReadings = sampler.hasPipes
    return demand
  }

  /// Makes detectors and source fit what is wanted.
  func reconcile() {
    let demand = demand
    sampler.reconcile(demand.detectors)
    if demand.isEmpty {
      stopSampling()
    } else {
      isWanted.open()
      // It waits for one that is not there, so there is nothing to throw.
      try? startSampling(waiting: true)
    }
  }

  /// Without a bus the accelerometer must be there at once, unless it is to be waited for.
  private func startPrinting() throws(Failure) {
    sampler.reconcile(demand.detectors)
    isWanted.open()
    do throws(AccelerometerError) {
      try startSampling(waiting: settings.isWaiting)
    } catch { throw Failure(error) }
  }

  private func startSampling(waiting: Bool) throws(AccelerometerError) {
    guard !isSampling, let reader else { return }
    isSampling = true
    try reader.start(waiting: waiting)
  }

  /// Stops the reader: it makes no wakeups until it is started again.
  func stopSampling() {
    guard isSampling, let reader else { return }
    isSampling = false
    reader.stop()
    pulse.rest()
    sampler.interrupt()
  }

  private func pipeEnded(_ health: SamplePipe.Health) {
    if case .behind = health { logger.warning("a reader of samples fell behind, and was let go") }
    reconcile()
  }

  /// Waits until something is wanted of a recording, or a signal comes.
  nonisolated func waitUntilWanted(_ signals: borrowing StopSignals) -> StopSignals.Outcome {
    signals.waitToRead(isWanted.descriptor)
  }
}
