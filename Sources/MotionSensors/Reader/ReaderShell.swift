// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// The shell of a reader: on the sensor queue, it carries out the machine's decisions, and has the
/// opener open and close devices.
final class ReaderShell {
  enum Open: ReaderResources {
    typealias Devices = DeviceEvents?
    typealias Retry = QueueSource
    typealias Device = OpenStream
  }

  private weak var own: QueueBound<ReaderShell>?
  private let queues: SensorQueues
  private let opener: Opener
  /// The subsystems that may have its accelerometer.
  private let subsystems: [any AccelerometerSubsystem]
  private let counter: SharedCounter
  let handler: @Sendable (AccelerometerEvent) -> Void

  private(set) var machine: ReaderMachine<Open>
  private(set) var demand: SamplingDemand
  /// The readings of before the last opening.
  private var old = OldReadings(ordered: 0, opened: 0)
  /// The reported refusals.
  private var reported: Set<AccelerometerError> = []
  /// The refusals to report when something is open.
  private var unreported: [AccelerometerError] = []
  /// The callers waiting for the outcome of the first attempt to open the accelerometer.
  private var starts: [(isWaiting: Bool, report: @Sendable (AccelerometerError?) -> Void)] = []
  /// The callers waiting until nothing is open any more.
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

  /// A reader that is released while it reads leaves the closing to the opener.
  deinit {
    if let stream { opener.close(stream) {} }
  }

  /// A Boolean value that indicates whether the reader has nothing open.
  var isIdle: Bool {
    if case .idle = machine.state { true } else { false }
  }

  /// The open stream; nil if there is none.
  var stream: OpenStream? {
    switch machine.state {
    case .idle, .searching, .opening, .abandoned, .closing: nil
    case .streaming(_, let stream), .watching(_, let stream): stream
    }
  }

  // MARK: Demand

  /// Starts the reader; calls `report` once with the outcome of the first attempt: nil if it
  /// samples or watches.
  func start(waiting: Bool, _ report: @escaping @Sendable (AccelerometerError?) -> Void) {
    starts.append((waiting, report))
    // Before the search: the reader must not miss a device that somebody plugs in from now on.
    perform(machine.start(at: bootTime()) { DeviceEvents(of: subsystems, own) })
    switch machine.state {
    case .opening(_, _, .start): reportEnds()
    case .closing(.open(_, _, .start)): break
    // The reader was started before.
    case .searching(_, let search), .opening(_, let search, .search),
      .closing(.search(_, let search)), .closing(.open(_, let search, .search)):
      reportStart(search.reported)
    case .idle, .opening, .abandoned, .streaming, .watching, .closing: reportStart(nil)
    }
  }

  /// Stops the reader; with `isDraining`, after reporting the waiting readings.
  ///
  /// It calls `report` when nothing is open any more.
  func stop(draining isDraining: Bool, _ report: @escaping @Sendable () -> Void = {}) {
    if isDraining { drain() }
    counter.withLock { $0.stopped() }
    reportStart(nil)
    ends.append(report)
    perform(machine.stop())
  }

  /// Samples or watches for `demand` from now on, after the waiting readings.
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
    case .open: opener.open(demand, at: bootTime())
    case .close(let stream): close(stream)
    case .rest: reportEnds()
    case .wait: waitForRetry()
    case .lost(let error):
      // The first failure stops a reader that nobody waits for; its callers learn of the failure.
      let isOver = !starts.isEmpty && !starts.contains(where: \.isWaiting)
      reportStart(error)
      if isOver { return perform(machine.stop()) }
      waitForRetry()
      reportLoss(error, of: stream?.session)
    case .warn(let error):
      waitForRetry()
      handler(.warning(error))
    case .reportTime(let silence): reportTime(silence)
    case .giveUp(let stream, let silence): giveUp(stream, silence)
    }
  }

  /// Reports the start, or a failure to callers that do not wait for an accelerometer.
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

  /// Looks for the accelerometer again when the search is due.
  private func waitForRetry() {
    guard let wait = machine.untilSearch(from: bootTime()),
      let retry = own?.timer(after: .nanoseconds(wait), { $0.tick() })
    else { return }
    machine.wait(for: retry)
  }

  // MARK: The opener

  private func close(_ stream: OpenStream) {
    // A released reader lives until then: somebody waits for its end.
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
      let (stream, refusals) = try opener.opened(report)
      // The reader does not ask again for events that the driver does not accept.
      unreported += refusals.filter { reported.insert($0).inserted }
      adopt(stream, ordered: report.order.time)
      // The handler may stop the reader, which then reports nothing more.
      while reads(stream), !unreported.isEmpty { handler(.warning(unreported.removeFirst())) }
    } catch { perform(machine.openFailed(error, at: bootTime())) }
  }

  /// Has the reader wait for the opened device, which was ordered at `time`.
  private func adopt(_ stream: OpenStream, ordered time: Int64) {
    let (session, now) = (stream.session, bootTime())
    old = OldReadings(ordered: time, opened: now)
    let action = machine.opened(
      stream, at: now, isSampling: session != nil, period: session?.info.period,
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
      // Readings after this rest continue no counted stream.
      counter.withLock { $0.stopped() }
      handler(.started(info))
      if reads(stream) { handler(.paused) }
    }
    // The demand may have changed since the order.
    if demand != stream.ordered, reads(stream), !opener.serves(demand, by: stream) {
      perform(machine.restart(at: bootTime()))
    }
  }

  // MARK: Losses

  /// Gives the open device up, because of `error`.
  func lose(_ error: AccelerometerError, at now: Int64 = bootTime()) {
    guard let stream else { return }
    stream.session?.gaveUp(&opener.memory, error)
    perform(machine.failed(error, at: now))
    reportLoss(error, of: stream.session)
  }

  private func reportLoss(_ error: AccelerometerError, of session: (any AccelerometerSession)?) {
    counter.withLock { $0.lost() }
    // Nothing comes any more that would end their window.
    if let session, let readings = old.end() {
      handler(.warning(.old(device: session.title, readings: readings)))
    }
    handler(.lost(error))
  }

  private func giveUp(_ stream: OpenStream, _ silence: Int64) {
    guard let session = stream.session else { return }
    session.gaveUp(&opener.memory, nil)
    close(stream)
    reportLoss(
      .stalled(
        device: session.title, silence: .nanoseconds(silence), causes: session.causesOfSilence),
      of: session)
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

  /// Returns whether `stream` is still open, for use on this queue.
  func reads(_ stream: OpenStream) -> Bool { self.stream === stream }

  /// Has the loop of `stream` take a turn, after the other work on the queue.
  private func askForTurn(_ stream: OpenStream) {
    let asked = Handover(ObjectIdentifier(stream))
    queues.sensor.async { [weak own] in
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

  /// The descriptors to wait for in a turn; `scans` is the buffer's descriptor, if it has one.
  func pollSet(_ stream: OpenStream, scans: Int32?) throws(Errno) -> PollSet {
    try PollSet(
      interruption: queues.interruption, deviceEvents: devices?.monitor.descriptor.rawValue,
      chipEvents: stream.device.watch?.descriptor.rawValue, scans: scans)
  }

  /// The events of devices while the reader is started.
  private var devices: DeviceEvents? {
    switch machine.state {
    case .idle, .abandoned, .closing(.rest): nil
    case .searching(let devices, _), .opening(let devices, _, _), .streaming(let devices, _),
      .watching(let devices, _), .closing(.open(let devices, _, _)),
      .closing(.search(let devices, _)):
      devices
    }
  }

  /// Performs the due actions.
  func tick() {
    // Drain waiting scans first, so that they do not count as silence.
    if let stream, let session = stream.session {
      let now = drain(stream)
      guard reads(stream) else { return }
      if let problem = session.problem(at: now) { return lose(problem, at: now) }
      // A device that just sent readings is not silent.
      if machine.silence.last == now { return }
    }
    perform(machine.tick(at: bootTime()))
  }

  /// Opens the accelerometer again, after the waiting readings, if udev now reports another
  /// mounting; without an open one, looks again, because the device may be usable now.
  private func changed(_ id: String) {
    guard let stream else { return perform(machine.appeared(at: bootTime())) }
    guard let session = stream.session, session.info.id == id, session.isMountedOtherwise else {
      return
    }
    drain()
    perform(machine.restart(at: bootTime()))
  }

  /// Processes the waiting events of udev.
  func processDeviceEvents() {
    while let event = devices?.monitor.next() {
      switch event {
      case .added: perform(machine.appeared(at: bootTime()))
      case .removed(let id):
        opener.memory.forgetRefusal(id: id)
        if let info = stream?.info, info.id == id { lose(.removed(device: info.title)) }
      case .changed(let id): changed(id)
      }
    }
  }
}

/// The readings that a reader hands on.
extension ReaderShell {
  /// Processes the waiting readings.
  private func drain() {
    if let stream, stream.session != nil { drain(stream) }
  }

  /// Processes the waiting readings of `stream`.
  ///
  /// - Returns: the time on `CLOCK_BOOTTIME` of the read, in nanoseconds
  @discardableResult func drain(_ stream: OpenStream) -> Int64 {
    guard let session = stream.session else { return bootTime() }
    let before = session.reported
    var wasFull = false
    var problem: AccelerometerError?
    do throws(AccelerometerError) {
      wasFull = try session.read()
    } catch { problem = error }
    let (readings, arrival) = session.latest
    let reported = session.reported
    if reported != before {
      let info = session.info
      counter.withLock { $0.opened(clock: info.clock, period: info.period) }
      handler(.started(info))
    }
    var hadOld = false
    if reads(stream) { hadOld = process(readings, of: session, arrival, on: reported.clock) }
    // A FIFO that is full of what it kept says nothing about this machine.
    if wasFull, !hadOld, counter.withLock({ $0.overran(at: arrival) }), reads(stream) {
      handler(.warning(.overrun(device: session.title)))
    }
    if let problem, reads(stream) { lose(problem, at: arrival) }
    return arrival
  }

  /// Hands `readings` on, without the ones of before the opening.
  ///
  /// - Returns: true if there were such
  private func process(
    _ readings: [Reading], of session: any AccelerometerSession, _ arrival: Int64,
    on clock: AccelerometerInfo.Clock?
  ) -> Bool {
    guard !readings.isEmpty else { return false }
    if !session.isProven { session.delivered(&opener.memory) }
    machine.received(at: arrival)
    let now = clock == .boottime ? Timestamp(nanoseconds: arrival) : clock?.now
    guard !old.isOver, let now else {
      hand(on: readings, now: now)
      return false
    }
    var new = readings[...]
    // A copy: see IIOSession.Batch for what an access that calls something costs.
    var old = old
    let total = old.leaveOut(of: &new, arrival: arrival, now: now)
    self.old = old
    if let total { handler(.warning(.old(device: session.title, readings: total))) }
    let count = readings.count - new.count
    counter.withLock { $0.leftOut(count) }
    if !new.isEmpty { hand(on: Array(new), now: now) }
    return count > 0
  }

  private func hand(on readings: [Reading], now: Timestamp?) {
    counter.withLock { $0.add(readings, now: now) }
    handler(.readings(readings[...]))
  }

  /// Counts `missed` timed reads, which came too late.
  func count(missed: Int) {
    counter.withLock { $0.missed(missed) }
  }
}
