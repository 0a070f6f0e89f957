import Dispatch
import Glibc
import MotionCore

/// Reads an accelerometer for as long as it is wanted, through whatever happens to it.
///
/// Locally a dispatch source waits for scans. Over a network libiio has nothing to wait on, so the
/// reader's queue blocks in libiio instead, half a second at a time, and with it a thread of its own.
/// An accelerometer that is lost is looked for again, at first after 0.25 s, then less and less
/// often, every 2 s in the end.
public actor AccelerometerReader {
  /// What a reader tells.
  public enum Event: Sendable {
    /// An accelerometer was found and samples.
    case started(AccelerometerInfo)
    /// Readings came, in m/s², in order.
    case readings([Reading])
    /// It is this time on the readings' clock, and no reading came for a while.
    case time(Timestamp)
    /// The accelerometer is gone; it is being looked for.
    case lost(AccelerometerError)
  }

  private let choice: AccelerometerChoice
  private let rate: Double
  private let handler: @Sendable (Event) -> Void
  private let executor = QueueExecutor(label: "org.motiond.accelerometer")

  private var machine = ReaderMachine()
  private var session: AccelerometerSession?
  private var readSource: (any DispatchSourceRead)?
  private var watchdog: (any DispatchSourceTimer)?
  /// Rises when a session is let go, so that its blocking reads are not repeated.
  private var generation = 0
  private var readings: [Reading] = []
  /// When the last reading was taken, on its own clock.
  private var lastReading: Timestamp?

  /// The queue on which everything happens.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - choice: which accelerometer
  ///   - rate: the sampling frequency wanted, in Hz; the nearest above is taken
  ///   - handler: called on the reader's queue, in order, for all it tells
  public init(
    _ choice: AccelerometerChoice, rate: Double, _ handler: @escaping @Sendable (Event) -> Void
  ) {
    self.choice = choice
    self.rate = rate
    self.handler = handler
  }

  /// Looks for the accelerometer and starts it.
  ///
  /// - Parameter waiting: whether to go on looking if it is not there, or not ready
  /// - Throws: an ``AccelerometerError`` if it is not, and `waiting` is false
  public nonisolated func start(waiting: Bool) throws(AccelerometerError) {
    let result = executor.queue.sync {
      assumeIsolated { reader in
        Result { () throws(AccelerometerError) in try reader.begin(waiting: waiting) }
      }
    }
    try result.get()
  }

  /// Stops: when this returns, the accelerometer's buffer is off and nothing more is told.
  public nonisolated func stop() {
    executor.queue.sync { assumeIsolated { $0.end() } }
  }

  // MARK: Inside

  private func begin(waiting: Bool) throws(AccelerometerError) {
    switch machine.start(at: bootTime()) {
    case .open:
      do throws(AccelerometerError) {
        try open()
      } catch {
        guard waiting else {
          machine.stop()
          throw error
        }
        handler(.lost(error))
      }
    case .none, .tellTime, .giveUp:
      return
    }
    startWatchdog()
  }

  private func end() {
    machine.stop()
    watchdog?.cancel()
    watchdog = nil
    close()
  }

  private func open() throws(AccelerometerError) {
    let session: AccelerometerSession
    do throws(AccelerometerError) {
      session = try AccelerometerSession(choice, rate: rate)
    } catch {
      machine.openFailed(at: bootTime())
      throw error
    }
    self.session = session
    machine.opened(at: bootTime(), period: session.info.rate.map { Int64(1e9 / $0) })
    handler(.started(session.info))
    if let descriptor = session.pollDescriptor {
      watch(descriptor)
    } else {
      pumpSoon(generation)
    }
  }

  /// Lets go of the accelerometer, which switches its buffer off.
  private func close() {
    readSource?.cancel()
    readSource = nil
    session = nil
    lastReading = nil
    generation += 1
  }

  private func lose(_ error: AccelerometerError) {
    close()
    handler(.lost(error))
  }

  /// Drains the accelerometer whenever `descriptor` is readable.
  private func watch(_ descriptor: Int32) {
    // A copy, for the source alone: libiio closes its own before the source has let go of it.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else {
      let number = errno
      machine.failed(at: bootTime())
      return lose(
        .failed(action: "watch", device: session?.title ?? "?", number: number))
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: executor.queue)
    source.setEventHandler { [weak self] in self?.assumeIsolated { $0.drain() } }
    source.setCancelHandler { _ = Glibc.close(copy) }
    source.activate()
    readSource = source
  }

  /// Reads, blocking, again and again, until the session of `generation` is over.
  ///
  /// Between two reads the queue does what else there is to do.
  private func pump(_ generation: Int) {
    guard generation == self.generation else { return }
    drain()
    pumpSoon(generation)
  }

  private func pumpSoon(_ generation: Int) {
    executor.queue.async { [weak self] in self?.assumeIsolated { $0.pump(generation) } }
  }

  /// Takes the readings that are waiting, and tells them.
  private func drain() {
    guard let session else { return }
    readings.removeAll(keepingCapacity: true)
    var problem: AccelerometerError?
    do throws(AccelerometerError) {
      while try session.read(into: &readings, arrival: Timestamp(nanoseconds: bootTime())) {}
    } catch { problem = error }
    if let last = readings.last {
      lastReading = last.timestamp
      machine.received(at: bootTime())
      handler(.readings(readings))
    }
    if let problem {
      machine.failed(at: bootTime())
      lose(problem)
    }
  }

  private func startWatchdog() {
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    let period = DispatchTimeInterval.nanoseconds(Int(ReaderMachine.silence))
    timer.schedule(deadline: .now() + period, repeating: period, leeway: .milliseconds(20))
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.tick() } }
    timer.activate()
    watchdog = timer
  }

  private func tick() {
    // What is waiting is no silence.
    if readSource != nil { drain() }
    switch machine.tick(at: bootTime()) {
    case .none:
      return
    case .open:
      // Told when it was lost; until it is back there is nothing new to tell.
      try? open()
    case .tellTime(let silence):
      guard let lastReading else { return }
      handler(.time(lastReading.advanced(byNanoseconds: silence)))
    case .giveUp(let silence):
      lose(.stalled(device: session?.title ?? "?", milliseconds: Int(silence / 1_000_000)))
    }
  }
}

/// What `CLOCK_BOOTTIME` shows, in nanoseconds.
private func bootTime() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_BOOTTIME, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
