import LinuxSupport
import MotionCore
import SystemPackage

/// An event of an ``AccelerometerReader``.
///
/// `started` is told again when the scans turn out to have no timestamps, with the clock that stamps
/// them instead, and when the rate was changed. A `warning` says that readings were dropped, or why an accelerometer that is being
/// looked for cannot be had; once, not each time.
public typealias AccelerometerEvent = SourceEvent<AccelerometerInfo, AccelerometerError>

/// Reads an accelerometer for as long as it is wanted, through whatever happens to it.
///
/// A stopped reader does nothing at all. While readings come its queue's thread stays with them, as
/// that costs a fraction of being woken by a dispatch source for each: it waits for the buffer itself,
/// or sleeps until it looks again. It goes back to the queue after 1 s, and at once when
/// ``stop()`` is called; one that is let go without that reads on for as
/// long. After a silence a dispatch source wakes it. Over a network libiio has nothing to wait on, so
/// the queue blocks in libiio, half a second at a time.
///
/// An accelerometer that is lost is looked for again, as soon as udev tells of a new one, and at first
/// after 0.25 s, then less and less often, every 2 s in the end.
public actor AccelerometerReader: QueueActor {
  private enum State {
    /// Not started, or stopped.
    case idle
    /// There is no accelerometer, for the reason that was `told`; it is looked for when `retry` fires.
    case searching(DeviceEvents?, retry: QueueSource?, told: AccelerometerError?)
    /// The accelerometer samples, and its chip may tell events; `sources` call for both.
    case streaming(AccelerometerSession, EventWatch?, DeviceEvents?, sources: [QueueSource])
    /// The accelerometer does not sample: its chip tells events, which `sources` call for.
    case watching(EventWatch, AccelerometerInfo, DeviceEvents?, sources: [QueueSource])
  }

  /// Devices that come and go, as udev tells.
  private struct DeviceEvents {
    let monitor: UdevMonitor
    let source: QueueSource
  }

  /// The longest time that the thread stays with readings: 1 s, in nanoseconds.
  private static let longestStay: Int64 = 1_000_000_000
  /// The longest wait for one reading: 0.24 s, in nanoseconds.
  ///
  /// Less than the silence after which the time is told, as the timer for that waits meanwhile.
  private static let longestWait: Int64 = 240_000_000
  /// The silence after which the queue is left to a dispatch source: 60 ms, more than the 40 ms from one
  /// burst of a hardware FIFO to the next; or one and a half periods, if that is longer.
  private static let patience: Int64 = 60_000_000
  /// The time after which readings are taken though the chip told of no movement, 10 min: its interrupt may be stuck.
  private static let longestRest = Duration.seconds(600)

  /// The executor, whose queue everything happens on.
  package nonisolated let executor = SerialQueue(label: "org.motiond.accelerometer", rank: .reader)
  /// Ends a stay at once; without it `stop()` takes as long as the stay.
  private nonisolated let interruption = try? Wakeup()

  private let choice: AccelerometerChoice
  private let isRemote: Bool
  private let mode: SamplingMode
  private var demand: SamplingDemand
  /// The events that the chip refused to tell, which it is not asked for again.
  private var refused: Set<ChipEvent> = []
  private let handler: @Sendable (AccelerometerEvent) -> Void

  private var state = State.idle
  private var machine = ReaderMachine()
  private var memory = SamplingMemory()
  private var counter = SamplingCounter()
  /// The number of sessions so far: what waits for a turn of an earlier one is void.
  private var sessions = 0

  /// The queue on which everything happens.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - sampling: the rate and the mode
  ///   - handler: called on the reader's queue, in order, for all it tells; it may call ``stop()``
  public init(
    _ choice: AccelerometerChoice, sampling: SamplingOptions = SamplingOptions(),
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    self.choice = choice
    isRemote = choice.isRemote
    (mode, demand) = (sampling.mode, SamplingDemand(rate: sampling.rate))
    self.handler = handler
  }

  /// Counts of readings, losses and delays so far, over every start and stop.
  ///
  /// To be asked from anywhere; a reader of another machine may take half a second to answer.
  public nonisolated var statistics: SamplingStatistics {
    call { reader, _ in reader.counter.statistics }
  }

  /// Looks for the accelerometer and starts it.
  ///
  /// - Parameter waiting: true to go on looking if it is not there, or not ready
  /// - Throws: an ``AccelerometerError`` if it is not, and `waiting` is false
  public nonisolated func start(waiting: Bool) throws(AccelerometerError) {
    try call { (reader, _) throws(AccelerometerError) in try reader.begin(waiting: waiting) }
  }

  /// Stops: when this returns, the accelerometer's buffer is off and nothing more is told.
  ///
  /// The readings that are waiting are told before that, but for those of another machine. From the
  /// handler it stops at once: what is waiting is not told then.
  public nonisolated func stop() {
    call { reader, isFromHandler in reader.end(telling: !isFromHandler) }
  }

  /// Samples at another rate from now on: the nearest above `rate` that the accelerometer has.
  ///
  /// Drivers take another rate only while the buffer is off, so an accelerometer that samples is switched off and
  /// on again, unless it has the rate already. The readings that are waiting are told before this returns, and
  /// `started` later. The next reading comes after one or two periods of the new rate and what the sensor needs to start: at
  /// 10 Hz and more that is mostly no gap, so that motions stay open.
  public nonisolated func setRate(_ rate: Hertz) {
    demand(SamplingDemand(rate: rate))
  }

  /// Has the accelerometer do `demand` from now on: as ``setRate(_:)``, and with events of its chip.
  ///
  /// `started` says which events the chip tells. Where it tells all that is wanted, the buffer is off, and `paused` is
  /// told. An event that the driver refuses is told of as a `warning`, once, and not asked for again.
  package nonisolated func demand(_ demand: SamplingDemand) {
    call { reader, isFromHandler in reader.change(to: demand, telling: !isFromHandler) }
  }

  /// Runs `body` on the queue, whose thread may be waiting for readings.
  private nonisolated func call<T: Sendable, E: Error>(
    _ body: @Sendable (isolated AccelerometerReader, _ isFromHandler: Bool) throws(E) -> T
  ) throws(E) -> T {
    let isFromHandler = executor.isCurrent
    if !isFromHandler { interruption?.raise() }
    return try sync { (reader) throws(E) in
      if !isFromHandler { reader.interruption?.lower() }
      return try body(reader, isFromHandler)
    }
  }

  /// True if it has no accelerometer, and nothing that could wake it.
  var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  // MARK: Start and stop

  private func begin(waiting: Bool) throws(AccelerometerError) {
    guard machine.start(at: bootTime()) == .open else { return }
    // First of all: no device that is plugged in from now on is to be missed.
    let events = deviceEvents()
    state = .searching(events, retry: nil, told: nil)
    do throws(AccelerometerError) {
      try open(events)
    } catch {
      guard waiting else {
        end(telling: false)
        throw error
      }
      search(events, after: error)
      handler(.lost(error))
    }
  }

  private func end(telling: Bool) {
    if case .streaming(let session, _, _, _) = state {
      if telling { takeWaiting(session) }
      session.close()
    }
    machine.stop()
    counter.stopped()
    state = .idle
  }

  private func change(to demand: SamplingDemand, telling: Bool) {
    guard demand != self.demand else { return }
    self.demand = demand
    let (events, sources): (DeviceEvents?, [QueueSource])
    switch state {
    case .idle, .searching: return
    case .watching(let watch, let info, let deviceEvents, let all):
      guard watch.events != wantedEvents(of: info) || demand.rate(telling: watch.events) != nil
      else { return }
      (events, sources) = (deviceEvents, all)
    case .streaming(let session, let watch, let deviceEvents, let all):
      let told = watch?.events ?? []
      let rate = demand.rate(telling: told)
      guard told != wantedEvents(of: session.info) || !(rate.map(session.serves) ?? false)
      else { return }
      if telling { takeWaiting(session) }
      // It may have been lost just now, or stopped by the handler.
      guard case .streaming(let current, _, _, _) = state, current === session, session.isOpen
      else { return }
      session.close()
      (events, sources) = (deviceEvents, all)
    }
    guard machine.restart(at: bootTime()) == .open else { return }
    state = .searching(events, retry: nil, told: nil)
    // The node is busy as long as a source has a copy of its descriptor.
    QueueSource.close(sources, on: executor.queue) { [weak self] in
      self?.assumeIsolated { $0.reopen() }
    }
  }

  /// Starts an accelerometer anew that was closed in order to do something else.
  private func reopen() {
    // It may have been stopped or found meanwhile.
    guard case .searching(let events, nil, nil) = state else { return }
    do throws(AccelerometerError) {
      try open(events)
    } catch {
      counter.lost()
      search(events, after: error)
      handler(.lost(error))
    }
  }

  /// Takes what waits for its turn and is not to be lost.
  private func takeWaiting(_ session: AccelerometerSession) {
    switch session.waiting {
    case .descriptor, .timer: take()
    // Whether there is anything cannot be told without waiting for it.
    case .blocking: break
    }
  }

  private func deviceEvents() -> DeviceEvents? {
    guard !isRemote, let monitor = UdevMonitor(),
      let source = try? readSource(copying: monitor.descriptor, { $0.takeDeviceEvents() })
    else { return nil }
    return DeviceEvents(monitor: monitor, source: source)
  }

  // MARK: Finding

  private func open(_ events: DeviceEvents?) throws(AccelerometerError) {
    let session: AccelerometerSession
    let watch: EventWatch?
    let refusals: [AccelerometerError]
    var sources: [QueueSource] = []
    do throws(AccelerometerError) {
      let info: AccelerometerInfo?
      (watch, info, refusals) = try openWatch()
      if let watch { sources = try self.sources(of: watch) }
      guard let rate = demand.rate(telling: watch?.events ?? []) else {
        if let watch, let info { rest(watch, info, events, sources) }
        for refusal in refusals { handler(.warning(refusal)) }
        return
      }
      session = try AccelerometerSession.open(
        choice, SamplingOptions(rate: rate, mode: mode), &memory)
      session.info.enabledEvents = info?.enabledEvents
      if session.waiting == .descriptor { sources += try self.sources(of: session) }
    } catch {
      machine.openFailed(at: bootTime())
      throw error
    }
    sessions += 1
    state = .streaming(session, watch, events, sources: sources)
    let info = session.info
    machine.opened(at: bootTime(), period: info.period)
    counter.opened(clock: info.clock, period: info.period)
    switch session.waiting {
    case .descriptor: break
    case .timer(let period):
      let (number, due) = (sessions, monotonicTime() + period)
      later { $0.gather(number, every: period, from: due) }
    case .blocking:
      let number = sessions
      later { $0.block(number) }
    }
    handler(.started(info))
    if session.hasTakenBuffer, session.isOpen {
      handler(.warning(.bufferTaken(device: session.title)))
    }
    for refusal in refusals { handler(.warning(refusal)) }
  }

  /// The events that are wanted of the chip of an accelerometer, and that it has and did not refuse.
  private func wantedEvents(of info: AccelerometerInfo) -> Set<ChipEvent> {
    Set(info.events).intersection(demand.events.keys).subtracting(refused)
  }

  /// Switches the events on that are wanted of the chip.
  ///
  /// - Returns: the events, nil if there are none; the accelerometer; and the refusals of its driver
  private func openWatch() throws(AccelerometerError) -> (
    EventWatch?, AccelerometerInfo?, refusals: [AccelerometerError]
  ) {
    guard !isRemote, !demand.events.isEmpty else { return (nil, nil, []) }
    let device = try choice.find(in: IIOContext(uri: choice.uri))
    var info = device.info(isRemote: false)
    let wanted = wantedEvents(of: info)
    guard !wanted.isEmpty else { return (nil, nil, []) }
    let watch = try EventWatch(device, wanted)
    info.clock = watch.clock
    refused.formUnion(watch.refusals.keys)
    info.enabledEvents = watch.events.sorted { $0.rawValue < $1.rawValue }
    let refusals = watch.refusals.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { AccelerometerError.noChipEvent($0, device: device.title, error: $1) }
    return (watch.events.isEmpty ? nil : watch, info, refusals)
  }

  /// Waits for events of the chip alone.
  private func rest(
    _ watch: EventWatch, _ info: AccelerometerInfo, _ events: DeviceEvents?,
    _ sources: [QueueSource]
  ) {
    var sources = sources
    if watch.events.contains(.motion) {
      sources.append(
        timer(every: Self.longestRest) { reader in
          if let now = info.clock?.now { reader.handler(.moved(at: now)) }
        })
    }
    sessions += 1
    state = .watching(watch, info, events, sources: sources)
    machine.watching()
    // Readings after this rest continue nothing that is counted.
    counter.stopped()
    handler(.started(info))
    if case .watching(let current, _, _, _) = state, current === watch { handler(.paused) }
  }

  /// The source that wakes the reader for events of a chip.
  private func sources(of watch: EventWatch) throws(AccelerometerError) -> [QueueSource] {
    do throws(Errno) {
      return [try readSource(copying: watch.descriptor) { $0.takeChipEvents() }]
    } catch {
      throw .failed(action: "watch", device: choice.name ?? choice.uri, error: error)
    }
  }

  /// The sources that wake the reader for readings of `session`, and after a silence.
  private func sources(
    of session: AccelerometerSession
  ) throws(AccelerometerError) -> [QueueSource] {
    do throws(Errno) {
      let descriptor = FileDescriptor(rawValue: session.pollDescriptor ?? -1)
      return [
        try readSource(copying: descriptor) { $0.stay() },
        timer(every: .nanoseconds(ReaderMachine.silence)) { $0.tick() },
      ]
    } catch {
      session.close()
      throw .failed(action: "watch", device: session.title, error: error)
    }
  }

  /// Looks for the accelerometer again when that is due.
  private func search(_ events: DeviceEvents?, after told: AccelerometerError?) {
    let wait = machine.untilSearch(from: bootTime()) ?? 0
    state = .searching(
      events, retry: timer(after: .nanoseconds(wait)) { $0.tick() }, told: told)
  }

  /// Looks for the accelerometer now.
  private func searchNow() {
    guard case .searching(let events, _, let told) = state else { return }
    do throws(AccelerometerError) {
      try open(events)
    } catch {
      // That it is not there was told when it was lost; what a user can do something about was not.
      let isNews = (error.isBusy || error.isNotPermitted) && error != told
      search(events, after: isNews ? error : told)
      if isNews { handler(.warning(error)) }
    }
  }

  private func lose(_ error: AccelerometerError) {
    let events: DeviceEvents?
    switch state {
    case .idle, .searching: return
    case .watching(_, _, let deviceEvents, _): events = deviceEvents
    case .streaming(let session, _, let deviceEvents, _):
      session.close()
      events = deviceEvents
    }
    // Before anything is told: the handler may look whether the buffer is off.
    counter.lost()
    search(events, after: error)
    handler(.lost(error))
  }

  // MARK: Waiting for readings

  /// The descriptors to wait for; nil if the process has none left, and so lost the accelerometer.
  private func pollSet(
    _ session: AccelerometerSession, _ watch: EventWatch?, _ events: DeviceEvents?, scans: Int32?
  ) -> PollSet? {
    do throws(Errno) {
      return try PollSet(
        interruption: interruption, deviceEvents: events?.monitor.descriptor.rawValue,
        chipEvents: watch?.descriptor.rawValue, scans: scans)
    } catch {
      machine.failed(at: bootTime())
      lose(.failed(action: "wait for", device: session.title, error: error))
      return nil
    }
  }

  /// Takes readings as they come, until there are none for a while or the queue is wanted.
  private func stay() {
    guard case .streaming(let session, let watch, let events, _) = state else { return }
    guard let set = pollSet(session, watch, events, scans: session.pollDescriptor) else { return }
    let end = bootTime() + Self.longestStay
    let patience = min(max(Self.patience, (session.info.period ?? 0) * 3 / 2), Self.longestWait)
    while take(session) < end, session.isOpen {
      switch set.wait(nanoseconds: patience) {
      case .scans: continue
      case .deviceEvents: takeDeviceEvents()
      case .chipEvents: takeChipEvents()
      case .interrupted, .nothing: return
      }
    }
  }

  /// Takes the readings that have gathered, every `period` nanoseconds, as long as the session of that
  /// number lasts; first at `due` on `CLOCK_MONOTONIC`.
  private func gather(_ number: Int, every period: Int64, from due: Int64) {
    guard number == sessions, case .streaming(let session, let watch, let events, _) = state
    else { return }
    guard let set = pollSet(session, watch, events, scans: nil) else { return }
    var due = due
    let end = due + Self.longestStay
    gathering: while due < end {
      let wait = due - monotonicTime()
      if wait > 0 {
        switch set.wait(nanoseconds: wait) {
        case .deviceEvents: takeDeviceEvents()
        case .chipEvents: takeChipEvents()
        case .scans, .nothing: break
        case .interrupted: break gathering
        }
      } else {
        let missed = -wait / period
        if missed > 0, session.way == .poll { counter.missed(Int(missed)) }
        due += (missed + 1) * period
        tick()
      }
      guard session.isOpen, number == sessions else { return }
    }
    later { [due] in $0.gather(number, every: period, from: due) }
  }

  /// Reads, and blocks, as long as the session of that number lasts.
  private func block(_ number: Int) {
    guard number == sessions, case .streaming(let session, _, _, _) = state else { return }
    tick()
    guard session.isOpen else { return }
    later { $0.block(number) }
  }

  /// Runs `body` after what else there is to do on the queue, unless the reader was let go.
  private func later(_ body: @escaping @Sendable (isolated AccelerometerReader) -> Void) {
    executor.queue.async { [weak self] in self?.assumeIsolated(body) }
  }

  // MARK: Taking

  /// Takes the readings that are waiting, if there is an accelerometer that samples, and tells them.
  private func take() {
    if case .streaming(let session, _, _, _) = state { take(session) }
  }

  /// Takes the readings of `session` that are waiting, and tells them.
  ///
  /// - Returns: the time on `CLOCK_BOOTTIME` when they were taken, in nanoseconds
  @discardableResult private func take(_ session: AccelerometerSession) -> Int64 {
    let clock = session.info.clock
    var wasFull = false
    var problem: AccelerometerError?
    do throws(AccelerometerError) {
      wasFull = try session.read()
    } catch { problem = error }
    let (readings, arrival) = session.taken
    if session.info.clock != clock {
      let info = session.info
      counter.opened(clock: info.clock, period: info.period)
      handler(.started(info))
    }
    tell(readings, of: session, arrival)
    if wasFull, counter.overran(at: arrival), session.isOpen {
      handler(.warning(.overrun(device: session.title)))
    }
    if let problem, session.isOpen {
      machine.failed(at: arrival)
      lose(problem)
    }
    return arrival
  }

  /// Tells the readings that `session` has just read.
  private func tell(_ readings: [Reading], of session: AccelerometerSession, _ arrival: Int64) {
    guard !readings.isEmpty, session.isOpen else { return }
    if !session.isProven {
      memory.delivered(session.way)
      session.isProven = true
    }
    machine.received(at: arrival)
    counter.took(readings, now: isRemote ? nil : session.time(of: arrival))
    for reading in readings {
      handler(.reading(reading))
      // The handler may have stopped the reader.
      guard session.isOpen else { return }
    }
  }

  private func tick() {
    // What is waiting is no silence.
    take()
    switch machine.tick(at: bootTime()) {
    case .none:
      // Too early, by another clock.
      if case .searching(let events, _, let told) = state { search(events, after: told) }
    case .open:
      searchNow()
    case .tellTime(let silence):
      guard case .streaming(let session, _, _, _) = state else { return }
      if session.isSwitchedOff {
        machine.failed(at: bootTime())
        lose(.switchedOff(device: session.title))
      } else if let last = session.lastReading {
        handler(.time(last.advanced(byNanoseconds: silence)))
      }
    case .giveUp(let silence):
      guard case .streaming(let session, _, _, _) = state else { return }
      // A trigger can be set and never fire: another way may do better.
      if session.lastReading == nil { memory.failed(session.way) }
      lose(.stalled(device: session.title, silence: .nanoseconds(silence)))
    }
  }

  private func takeDeviceEvents() {
    while let event = nextDeviceEvent() {
      switch event {
      case .added:
        if case .open = machine.appeared(at: bootTime()) { searchNow() }
      case .removed(let id):
        guard let info, info.id == id else { continue }
        machine.failed(at: bootTime())
        lose(.removed(device: info.title))
      }
    }
  }

  /// The accelerometer that samples or watches.
  private var info: AccelerometerInfo? {
    switch state {
    case .idle, .searching: nil
    case .watching(_, let info, _, _): info
    case .streaming(let session, _, _, _): session.info
    }
  }

  private func takeChipEvents() {
    let (watch, device): (EventWatch, AccelerometerInfo)
    switch state {
    case .idle, .searching, .streaming(_, nil, _, _): return
    case .watching(let current, let info, _, _): (watch, device) = (current, info)
    case .streaming(let session, let current?, _, _): (watch, device) = (current, session.info)
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
      machine.failed(at: bootTime())
      lose(.removed(device: device.title))
    }
  }

  private func nextDeviceEvent() -> UdevMonitor.Event? {
    switch state {
    case .idle: nil
    case .searching(let events, _, _), .streaming(_, _, let events, _),
      .watching(_, _, let events, _):
      events?.monitor.next()
    }
  }
}
