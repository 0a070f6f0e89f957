// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// The events of devices that come and go, which wake a reader.
final class DeviceEvents {
  let monitor: UdevMonitor
  private let source: QueueSource

  /// The events from now on; nil where udev sends none.
  init?(of subsystems: [any AccelerometerSubsystem], _ reader: QueueBound<ReaderShell>?) {
    guard let monitor = UdevMonitor(of: subsystems),
      let source = try? reader?.readSource(
        copying: monitor.descriptor, { $0.processDeviceEvents() })
    else { return nil }
    (self.monitor, self.source) = (monitor, source)
  }
}

/// The shell of a reader: on the sensor queue, it carries out the decisions of its machine, and has
/// the opener open and close.
final class ReaderShell {
  enum Open: ReaderResources {
    typealias Devices = DeviceEvents?
    typealias Retry = QueueSource
    typealias Device = OpenStream
  }

  private weak var own: QueueBound<ReaderShell>?
  private let queues: SensorQueues
  private let opener: Opener
  /// Where its accelerometer may be.
  private let subsystems: [any AccelerometerSubsystem]
  private let counter: SharedCounter
  let handler: @Sendable (AccelerometerEvent) -> Void

  private(set) var machine: ReaderMachine<Open>
  private var demand: SamplingDemand
  /// The refusals that were reported.
  private var reported: Set<AccelerometerError> = []
  /// Those still to be reported, once something is open.
  private var unreported: [AccelerometerError] = []
  /// Called with the outcome of the first attempt to open the accelerometer.
  private var starts: [(isWaiting: Bool, report: @Sendable (AccelerometerError?) -> Void)] = []
  /// Called once nothing is open any more.
  private var ends: [@Sendable () -> Void] = []

  init(
    _ own: QueueBound<ReaderShell>, _ choice: AccelerometerChoice,
    of subsystems: [any AccelerometerSubsystem], _ sampling: SamplingOptions, _ times: ReaderTimes,
    _ counter: SharedCounter, _ queues: SensorQueues,
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    (self.own, self.queues) = (own, queues)
    (self.counter, self.handler) = (counter, handler)
    self.subsystems = subsystems.open(to: choice)
    opener = Opener(own, queues, choice, of: subsystems, sampling, times)
    demand = SamplingDemand(rate: sampling.rate)
    machine = ReaderMachine(times: times)
  }

  /// A reader that is let go while it reads leaves the closing to the opener.
  deinit {
    if let stream { opener.close(stream) {} }
  }

  /// A Boolean value that indicates whether it has nothing open.
  var isIdle: Bool {
    if case .idle = machine.state { true } else { false }
  }

  /// What is open; nil if nothing is.
  var stream: OpenStream? {
    switch machine.state {
    case .idle, .searching, .opening, .abandoned, .closing: nil
    case .streaming(_, let stream), .watching(_, let stream): stream
    }
  }

  // MARK: Demand

  /// Starts it; `report` is called once with the outcome of the first attempt, nil if it samples or
  /// watches.
  func start(waiting: Bool, _ report: @escaping @Sendable (AccelerometerError?) -> Void) {
    starts.append((waiting, report))
    // Before it is looked for: no device that is plugged in from now on is to be missed.
    perform(machine.start(at: bootTime()) { DeviceEvents(of: subsystems, own) })
    switch machine.state {
    case .opening(_, _, .start): reportEnds()
    case .closing(.open(_, _, .start)): break
    // It was started before.
    case .searching(_, let search), .opening(_, let search, .search),
      .closing(.search(_, let search)), .closing(.open(_, let search, .search)):
      reportStart(search.reported)
    case .idle, .opening, .abandoned, .streaming, .watching, .closing: reportStart(nil)
    }
  }

  /// Stops it; with `isDraining`, the readings that are waiting are reported before.
  ///
  /// `report` is called once nothing is open any more.
  func stop(draining isDraining: Bool, _ report: @escaping @Sendable () -> Void = {}) {
    if isDraining { drain() }
    counter.withLock { $0.stopped() }
    reportStart(nil)
    ends.append(report)
    perform(machine.stop())
  }

  /// Samples or watches as `demand` says, from now on, after the readings that are waiting.
  func change(to demand: SamplingDemand) {
    guard demand != self.demand else { return }
    self.demand = demand
    guard let stream, !opener.serves(demand, by: stream) else { return }
    drain()
    perform(machine.restart(at: bootTime()))
  }

  // MARK: Actions

  private func perform(_ action: ReaderMachine<Open>.Action) {
    switch action {
    case .none: break
    case .open: opener.open(demand)
    case .close(let stream): close(stream)
    case .rest: reportEnds()
    case .wait: waitForRetry()
    case .lost(let error):
      // A reader that nobody waits for is stopped by its first failure, which its callers learn.
      let isOver = !starts.isEmpty && !starts.contains(where: \.isWaiting)
      reportStart(error)
      if isOver { return perform(machine.stop()) }
      waitForRetry()
      reportLoss(error)
    case .warn(let error):
      waitForRetry()
      handler(.warning(error))
    case .reportTime(let silence): reportTime(silence)
    case .giveUp(let stream, let silence): giveUp(stream, silence)
    }
  }

  /// Reports that it is started, and a failure to those who do not wait for an accelerometer.
  private func reportStart(_ error: AccelerometerError?) {
    let due = starts
    starts = []
    for start in due { start.report(start.isWaiting ? nil : error) }
  }

  private func reportEnds() {
    let due = ends
    ends = []
    for report in due { report() }
  }

  /// Looks for the accelerometer again when that is due.
  private func waitForRetry() {
    guard let wait = machine.untilSearch(from: bootTime()),
      let retry = own?.timer(after: .nanoseconds(wait), { $0.tick() })
    else { return }
    machine.wait(for: retry)
  }

  // MARK: The opener

  private func close(_ stream: OpenStream) {
    // A reader that was let go lives until then: somebody waits for its end.
    opener.close(stream) { [own] in
      own?.async { shell in
        shell.reportEnds()
        shell.perform(shell.machine.closed())
      }
    }
  }

  /// Handles a report of the opener.
  func handle(_ report: OpeningReport) {
    do throws(AccelerometerError) {
      let (device, refusals) = try opener.opened(report).get()
      let stream = try opener.stream(of: device)
      // What the driver does not accept is not asked for again.
      unreported += refusals.filter { reported.insert($0).inserted }
      adopt(stream)
      // Whoever hears of it may stop the reader, which reports no more then.
      while reads(stream), !unreported.isEmpty { handler(.warning(unreported.removeFirst())) }
    } catch { perform(machine.openFailed(error, at: bootTime())) }
  }

  /// Has the reader wait for what was opened.
  private func adopt(_ stream: OpenStream) {
    let session = stream.session
    let action = machine.opened(
      stream, at: bootTime(), isSampling: session != nil, period: session?.info.period,
      longestSilence: session?.longestSilence)
    guard case .none = action else { return perform(action) }
    reportStart(nil)
    guard reads(stream) else { return }
    if let session {
      let info = session.info
      counter.withLock { $0.opened(clock: info.clock, period: info.period) }
      handler(.started(info))
      if session.hasTakenBuffer, reads(stream) {
        handler(.warning(.bufferTaken(device: session.title)))
      }
      if stream.loop?.isWoken == false { askForTurn(stream) }
    } else if let info = stream.info {
      // Readings after this rest continue nothing that is counted.
      counter.withLock { $0.stopped() }
      handler(.started(info))
      if reads(stream) { handler(.paused) }
    }
    // The demand may have changed since the order.
    if demand != opener.ordered, reads(stream), !opener.serves(demand, by: stream) {
      perform(machine.restart(at: bootTime()))
    }
  }

  // MARK: Losses

  /// Gives up what is open, because of `error`.
  func lose(_ error: AccelerometerError, at now: Int64 = bootTime()) {
    guard let stream else { return }
    stream.session?.gaveUp(&opener.memory, error)
    perform(machine.failed(error, at: now))
    reportLoss(error)
  }

  private func reportLoss(_ error: AccelerometerError) {
    counter.withLock { $0.lost() }
    handler(.lost(error))
  }

  private func giveUp(_ stream: OpenStream, _ silence: Int64) {
    guard let session = stream.session else { return }
    session.gaveUp(&opener.memory, nil)
    close(stream)
    reportLoss(
      .stalled(
        device: session.title, silence: .nanoseconds(silence), causes: session.causesOfSilence))
  }

  private func reportTime(_ silence: Int64) {
    guard let session = stream?.session else { return }
    if let problem = session.problemWhileSilent() {
      lose(problem)
    } else if let last = session.lastReading {
      handler(.time(last.advanced(byNanoseconds: silence)))
    }
  }

  // MARK: Waiting

  /// Returns true as long as `stream` is open, and may be used on this queue.
  func reads(_ stream: OpenStream) -> Bool { self.stream === stream }

  /// Has the loop of `stream` take a turn, after what else there is to do on the queue.
  private func askForTurn(_ stream: OpenStream) {
    let asked = Handover(ObjectIdentifier(stream))
    queues.sensor.queue.async { [weak own] in
      own?.sync { reader in
        guard let stream = reader.stream, ObjectIdentifier(stream) == asked.value else { return }
        reader.turn()
      }
    }
  }

  /// Stays with the readings of the stream for a while.
  func turn() {
    guard let stream, let loop = stream.loop else { return }
    do throws(Errno) {
      try loop.turn(self, stream)
    } catch {
      lose(.failed(action: "wait for", device: stream.session?.title ?? "", error: error))
    }
    if reads(stream), !loop.isWoken { askForTurn(stream) }
  }

  /// The descriptors to wait for in a turn; `scans` is the buffer's, if that can be waited for.
  func pollSet(_ stream: OpenStream, scans: Int32?) throws(Errno) -> PollSet {
    try PollSet(
      interruption: queues.interruption, deviceEvents: devices?.monitor.descriptor.rawValue,
      chipEvents: stream.device.watch?.descriptor.rawValue, scans: scans)
  }

  /// The events of devices, as long as it is started.
  private var devices: DeviceEvents? {
    switch machine.state {
    case .idle, .abandoned, .closing(.rest): nil
    case .searching(let devices, _), .opening(let devices, _, _), .streaming(let devices, _),
      .watching(let devices, _), .closing(.open(let devices, _, _)),
      .closing(.search(let devices, _)):
      devices
    }
  }

  /// Does what is due.
  func tick() {
    // Drain waiting scans first, so that they do not count as silence.
    if let stream, let session = stream.session {
      let now = drain(stream)
      guard reads(stream) else { return }
      if let problem = session.problem(at: now) { return lose(problem, at: now) }
      // What just sent readings is not silent.
      if machine.silence.last == now { return }
    }
    perform(machine.tick(at: bootTime()))
  }

  /// Opens the accelerometer anew, after the readings that are waiting, if udev says now that it is
  /// mounted otherwise; one that is looked for may be usable now.
  private func changed(_ id: String) {
    guard let stream else { return perform(machine.appeared(at: bootTime())) }
    guard let session = stream.session, session.info.id == id, session.isMountedOtherwise else {
      return
    }
    drain()
    perform(machine.restart(at: bootTime()))
  }

  /// Processes the events of udev that are waiting.
  func processDeviceEvents() {
    while let event = devices?.monitor.next() {
      switch event {
      case .added: perform(machine.appeared(at: bootTime()))
      case .removed(let id):
        guard let info = stream?.info, info.id == id else { continue }
        lose(.removed(device: info.title))
      case .changed(let id): changed(id)
      }
    }
  }
}

/// What a reader hands on.
extension ReaderShell {
  /// Processes the readings that are waiting.
  private func drain() {
    if let stream, stream.session != nil { drain(stream) }
  }

  /// Processes the readings of `stream` that are waiting.
  ///
  /// - Returns: the time on `CLOCK_BOOTTIME` when they were read, in nanoseconds
  @discardableResult func drain(_ stream: OpenStream) -> Int64 {
    guard let session = stream.session else { return bootTime() }
    let (clock, isChecked) = (session.clock, session.isChecked)
    var wasFull = false
    var problem: AccelerometerError?
    do throws(AccelerometerError) {
      wasFull = try session.read()
    } catch { problem = error }
    let (readings, arrival) = session.latest
    let clockNow = session.clock
    if clockNow != clock || session.isChecked != isChecked {
      let info = session.info
      counter.withLock { $0.opened(clock: info.clock, period: info.period) }
      handler(.started(info))
    }
    if reads(stream) { process(readings, of: session, arrival, on: clockNow) }
    if wasFull, counter.withLock({ $0.overran(at: arrival) }), reads(stream) {
      handler(.warning(.overrun(device: session.title)))
    }
    if let problem, reads(stream) { lose(problem, at: arrival) }
    return arrival
  }

  private func process(
    _ readings: [Reading], of session: any AccelerometerSession, _ arrival: Int64,
    on clock: AccelerometerInfo.Clock?
  ) {
    guard !readings.isEmpty else { return }
    if !session.isProven { session.delivered(&opener.memory) }
    machine.received(at: arrival)
    let now = clock == .boottime ? Timestamp(nanoseconds: arrival) : clock?.now
    counter.withLock { $0.add(readings, now: now) }
    handler(.readings(readings[...]))
  }

  /// So many timed reads came too late to be made.
  func count(missed: Int) {
    counter.withLock { $0.missed(missed) }
  }
}
