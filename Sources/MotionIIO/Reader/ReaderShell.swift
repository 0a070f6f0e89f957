// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// The events of devices that come and go, which wake a reader.
final class DeviceEvents {
  let monitor: UdevMonitor
  private let source: QueueSource

  /// The events from now on; nil where udev sends none.
  init?(_ reader: ReaderShell) {
    guard let monitor = UdevMonitor(),
      let source = try? reader.queue.readSource(
        copying: monitor.descriptor, of: reader, { $0.processDeviceEvents() })
    else { return nil }
    (self.monitor, self.source) = (monitor, source)
  }
}

/// An accelerometer that samples, and whose chip may recognize events meanwhile.
final class OpenStream {
  let session: AccelerometerSession
  let watch: ChipWatch?
  let loop: any ReadingLoop
  /// They wake the reader for readings and events.
  let sources: [QueueSource]

  init(
    _ session: AccelerometerSession, _ watch: ChipWatch?, _ loop: any ReadingLoop,
    _ sources: [QueueSource]
  ) {
    (self.session, self.watch, self.loop, self.sources) = (session, watch, loop, sources)
  }
}

/// An accelerometer that does not sample: its chip recognizes events.
final class OpenWatch {
  let watch: ChipWatch
  /// They wake the reader for events.
  let sources: [QueueSource]

  init(_ watch: ChipWatch, _ sources: [QueueSource]) {
    (self.watch, self.sources) = (watch, sources)
  }
}

/// The shell of a reader: on its queue, it carries out the decisions of its machine.
final class ReaderShell {
  private enum Open: ReaderResources {
    typealias Devices = DeviceEvents?
    typealias Retry = QueueSource
    typealias Stream = OpenStream
    typealias Watch = OpenWatch
  }

  /// The time after which readings are taken though the chip reported no movement, 10 min: its
  /// interrupt may be stuck.
  private static let longestRest = Duration.seconds(600)

  /// The queue that everything here runs on.
  let queue: SerialQueue
  /// Raised while another thread wants the queue; nil if the process has no descriptor left.
  private let interruption: Wakeup?
  private let choice: AccelerometerChoice
  private let mode: SamplingMode
  private let times: ReaderTimes
  private let handler: @Sendable (AccelerometerEvent) -> Void

  private var machine: ReaderMachine<Open>
  private var demand: SamplingDemand
  /// The events that the driver of the chip refused, which are not asked for again.
  private var refused: Set<ChipEvent> = []
  private var memory = SamplingMemory()
  private let counter: SharedCounter
  /// The number of streams so far: a turn that was asked for in an earlier one is void.
  private var streams = 0

  init(
    _ choice: AccelerometerChoice, _ sampling: SamplingOptions, _ times: ReaderTimes,
    _ counter: SharedCounter, on queue: SerialQueue, interruption: Wakeup?,
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    (self.choice, self.times, self.handler) = (choice, times, handler)
    (self.counter, self.queue, self.interruption) = (counter, queue, interruption)
    (mode, demand) = (sampling.mode, SamplingDemand(rate: sampling.rate))
    machine = ReaderMachine(times: times)
  }

  /// A Boolean value that indicates whether it has nothing open.
  var isIdle: Bool {
    if case .idle = machine.state { true } else { false }
  }

  // MARK: Start and stop

  func start(waiting: Bool) throws(AccelerometerError) {
    // Before it is looked for: no device that is plugged in from now on is to be missed.
    let events = { self.choice.isRemote ? nil : DeviceEvents(self) }
    guard machine.start(at: bootTime(), events) else { return }
    do throws(AccelerometerError) {
      try open()
    } catch {
      guard waiting else {
        stop(draining: false)
        throw error
      }
      waitForRetry(reported: error)
      handler(.lost(error))
    }
  }

  /// Closes what is open; with `isDraining`, the readings that are waiting are reported before.
  func stop(draining isDraining: Bool) {
    if isDraining { drain() }
    if case .streaming(_, let stream, _) = machine.state { stream.session.close() }
    machine.stop()
    counter.withLock { $0.stopped() }
  }

  /// Samples or watches as `demand` says, from now on; with `isDraining`, the readings that are
  /// waiting are reported before.
  func change(to demand: SamplingDemand, draining isDraining: Bool) {
    guard demand != self.demand else { return }
    self.demand = demand
    let sources: [QueueSource]
    switch machine.state {
    case .idle, .searching: return
    case .watching(_, let open):
      let events = open.watch.events
      guard events != wantedEvents(of: open.watch.info) || demand.rate(with: events) != nil
      else { return }
      sources = open.sources
    case .streaming(_, let stream, _):
      let (session, events) = (stream.session, stream.watch?.events ?? [])
      let isServed = demand.rate(with: events).map(session.serves) ?? false
      guard events != wantedEvents(of: session.info) || !isServed else { return }
      if isDraining { drain() }
      // It may have been lost just now, or stopped by the handler.
      guard session.isOpen else { return }
      session.close()
      sources = stream.sources
    }
    guard machine.restart(at: bootTime()) else { return }
    // The node is busy as long as a source has a copy of its descriptor.
    queue.close(sources, of: self) { $0.reopen() }
  }

  /// Opens an accelerometer anew that was closed in order to do something else.
  private func reopen() {
    // It may have been stopped or found meanwhile.
    guard case .searching(_, let search) = machine.state, search.retry == nil else { return }
    do throws(AccelerometerError) { try open() } catch { reportLoss(error) }
  }

  // MARK: Finding

  /// Opens the accelerometer: it samples or watches then.
  private func open() throws(AccelerometerError) {
    let watch: ChipWatch?
    do throws(AccelerometerError) {
      watch = try ChipWatch.open(choice, Set(demand.events.keys).subtracting(refused))
      if let watch { refused.formUnion(watch.refusals.keys) }
      if let rate = demand.rate(with: watch?.events ?? []) {
        try sample(at: rate, watch)
      } else if let watch {
        try rest(watch)
      }
    } catch {
      machine.openFailed(at: bootTime())
      throw error
    }
    for refusal in watch?.errors ?? [] { handler(.warning(refusal)) }
  }

  private func sample(at rate: Hertz, _ found: ChipWatch?) throws(AccelerometerError) {
    let watch = found.flatMap { $0.events.isEmpty ? nil : $0 }
    var sources: [QueueSource] = []
    if let watch { sources.append(try source(of: watch)) }
    let options = SamplingOptions(rate: rate, mode: mode)
    let session = try AccelerometerSession.open(
      choice, options, &memory, timeout: times.timeout)
    session.info.enabledEvents = found?.info.enabledEvents
    let loop: any ReadingLoop =
      switch session.waiting {
      case .descriptor: PollLoop(times)
      case .timer(let period): TimedLoop(times, period: period)
      case .blocking: BlockingLoop()
      }
    do throws(Errno) {
      sources += try loop.sources(self, session)
    } catch {
      session.close()
      throw .failed(action: "watch", device: session.title, error: error)
    }
    let info = session.info
    streams += 1
    if !loop.isWoken { askForTurn() }
    machine.opened(
      OpenStream(session, watch, loop, sources), at: bootTime(), period: info.period)
    counter.withLock { $0.opened(clock: info.clock, period: info.period) }
    handler(.started(info))
    if session.hasTakenBuffer, session.isOpen {
      handler(.warning(.bufferTaken(device: session.title)))
    }
  }

  /// Waits for events of the chip alone.
  private func rest(_ watch: ChipWatch) throws(AccelerometerError) {
    var sources = [try source(of: watch)]
    if watch.events.contains(.motion) {
      let clock = watch.info.clock
      sources.append(
        queue.timer(every: Self.longestRest, of: self) { reader in
          if let now = clock?.now { reader.handler(.moved(at: now)) }
        })
    }
    machine.opened(OpenWatch(watch, sources))
    // Readings after this rest continue nothing that is counted.
    counter.withLock { $0.stopped() }
    handler(.started(watch.info))
    if case .watching(_, let open) = machine.state, open.watch === watch { handler(.paused) }
  }

  /// The source that wakes the reader for events of a chip.
  private func source(of watch: ChipWatch) throws(AccelerometerError) -> QueueSource {
    do throws(Errno) {
      return try queue.readSource(copying: watch.descriptor, of: self) { $0.processChipEvents() }
    } catch {
      throw .failed(action: "watch", device: choice.name ?? choice.uri, error: error)
    }
  }

  /// The events that are wanted of the chip of an accelerometer, and that it has and did not
  /// refuse.
  private func wantedEvents(of info: AccelerometerInfo) -> Set<ChipEvent> {
    Set(info.events).intersection(demand.events.keys).subtracting(refused)
  }

  /// Looks for the accelerometer again when that is due; `error` is the problem reported so far.
  private func waitForRetry(reported error: AccelerometerError?) {
    let wait = machine.untilSearch(from: bootTime()) ?? 0
    machine.wait(
      for: queue.timer(after: .nanoseconds(wait), of: self) { $0.tick() }, reported: error)
  }

  /// Looks for the accelerometer now.
  private func search() {
    guard case .searching(_, let search) = machine.state else { return }
    do throws(AccelerometerError) {
      try open()
    } catch {
      // That it is not there was reported when it was lost.
      let isNews = error.isObstacle && error != search.reported
      waitForRetry(reported: isNews ? error : search.reported)
      if isNews { handler(.warning(error)) }
    }
  }

  private func lose(_ error: AccelerometerError, at now: Int64 = bootTime()) {
    switch machine.state {
    case .idle, .searching: return
    case .watching: break
    case .streaming(_, let stream, _): stream.session.close()
    }
    machine.failed(at: now)
    reportLoss(error)
  }

  private func reportLoss(_ error: AccelerometerError) {
    // First: the handler may look whether the buffer is off.
    counter.withLock { $0.lost() }
    waitForRetry(reported: error)
    handler(.lost(error))
  }

  // MARK: Waiting

  /// Has the present stream's loop take a turn, after what else there is to do on the queue.
  private func askForTurn() {
    let stream = streams
    queue.later(of: self) { reader in
      if stream == reader.streams { reader.turn() }
    }
  }

  /// Stays with the readings of the stream for a while.
  func turn() {
    guard case .streaming(_, let stream, _) = machine.state else { return }
    do throws(Errno) {
      try stream.loop.turn(self, stream)
    } catch {
      lose(.failed(action: "wait for", device: stream.session.title, error: error))
    }
    if stream.session.isOpen, !stream.loop.isWoken { askForTurn() }
  }

  /// The descriptors to wait for in a turn; `scans` is the buffer's, if that can be waited for.
  func pollSet(_ stream: OpenStream, scans: Int32?) throws(Errno) -> PollSet {
    try PollSet(
      interruption: interruption, deviceEvents: devices?.monitor.descriptor.rawValue,
      chipEvents: stream.watch?.descriptor.rawValue, scans: scans)
  }

  /// The events of devices, as long as it is not idle.
  private var devices: DeviceEvents? {
    switch machine.state {
    case .idle: nil
    case .searching(let devices, _), .streaming(let devices, _, _), .watching(let devices, _):
      devices
    }
  }

  // MARK: Processing

  /// Processes the readings that are waiting, unless it takes a wait to find out whether there are
  /// any.
  private func drain() {
    guard case .streaming(_, let stream, _) = machine.state else { return }
    switch stream.session.waiting {
    case .descriptor, .timer: drain(stream.session)
    case .blocking: break
    }
  }

  /// Processes the readings of `session` that are waiting.
  ///
  /// - Returns: the time on `CLOCK_BOOTTIME` when they were read, in nanoseconds
  @discardableResult func drain(_ session: AccelerometerSession) -> Int64 {
    let clock = session.info.clock
    var wasFull = false
    var problem: AccelerometerError?
    do throws(AccelerometerError) {
      wasFull = try session.read()
    } catch { problem = error }
    let (readings, arrival) = session.latest
    if session.info.clock != clock {
      let info = session.info
      counter.withLock { $0.opened(clock: info.clock, period: info.period) }
      handler(.started(info))
    }
    process(readings, of: session, arrival)
    if wasFull, counter.withLock({ $0.overran(at: arrival) }), session.isOpen {
      handler(.warning(.overrun(device: session.title)))
    }
    if let problem, session.isOpen { lose(problem, at: arrival) }
    return arrival
  }

  private func process(
    _ readings: [Reading], of session: AccelerometerSession, _ arrival: Int64
  ) {
    guard !readings.isEmpty, session.isOpen else { return }
    if !session.isProven {
      memory.delivered(session.way)
      session.isProven = true
    }
    machine.received(at: arrival)
    let now = choice.isRemote ? nil : session.time(of: arrival)
    counter.withLock { $0.add(readings, now: now) }
    handler(.readings(readings[...]))
  }

  /// So many timed reads came too late to be made.
  func count(missed: Int) {
    counter.withLock { $0.missed(missed) }
  }

  /// Does what is due.
  func tick() {
    // Drain waiting scans first, so that they do not count as silence.
    if case .streaming(_, let stream, _) = machine.state {
      let now = drain(stream.session)
      if stream.session.isRescaled(at: now) {
        return lose(.rescaled(device: stream.session.title), at: now)
      }
    }
    switch machine.tick(at: bootTime()) {
    case .none:
      // Too early, by another clock.
      if case .searching(_, let search) = machine.state {
        waitForRetry(reported: search.reported)
      }
    case .open:
      search()
    case .reportTime(let silence):
      guard case .streaming(_, let stream, _) = machine.state else { return }
      if stream.session.isSwitchedOff {
        lose(.switchedOff(device: stream.session.title))
      } else if let last = stream.session.lastReading {
        handler(.time(last.advanced(byNanoseconds: silence)))
      }
    case .giveUp(let stream, let silence):
      let session = stream.session
      // A trigger can be set and never fire: another way may do better.
      if session.lastReading == nil { memory.failed(session.way) }
      session.close()
      reportLoss(.stalled(device: session.title, silence: .nanoseconds(silence)))
    }
  }

  /// Processes the events of udev that are waiting.
  func processDeviceEvents() {
    while let event = devices?.monitor.next() {
      switch event {
      case .added:
        if machine.appeared(at: bootTime()) { search() }
      case .removed(let id):
        guard let info, info.id == id else { continue }
        lose(.removed(device: info.title))
      }
    }
  }

  /// Processes the events of the chip that are waiting.
  func processChipEvents() {
    let watch: ChipWatch
    switch machine.state {
    case .idle, .searching: return
    case .watching(_, let open): watch = open.watch
    case .streaming(_, let stream, _):
      guard let current = stream.watch else { return }
      watch = current
    }
    do throws(Errno) {
      for (event, time) in try watch.read() {
        if let kind = event.kind {
          handler(.recognized(kind, at: time))
        } else {
          handler(.moved(at: time))
        }
      }
    } catch {
      lose(.removed(device: watch.info.title))
    }
  }

  /// The accelerometer that samples or watches.
  private var info: AccelerometerInfo? {
    switch machine.state {
    case .idle, .searching: nil
    case .watching(_, let open): open.watch.info
    case .streaming(_, let stream, _): stream.session.info
    }
  }
}
