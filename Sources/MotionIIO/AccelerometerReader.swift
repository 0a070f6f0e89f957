import Dispatch
import DispatchActors
import MotionCore
import Synchronization

/// Reads an accelerometer for as long as it is wanted, through whatever happens to it.
///
/// Locally a dispatch source or a timer takes the scans that are waiting. Over a network libiio has
/// nothing to wait on, so the reader's queue blocks in libiio instead, half a second at a time, and with
/// it a thread of its own. An accelerometer that is lost is looked for again, as soon as udev tells of a
/// new one, and at first after 0.25 s, then less and less often, every 2 s in the end. A stopped reader
/// does nothing at all.
public actor AccelerometerReader {
  /// What a reader tells.
  public enum Event: Sendable {
    /// An accelerometer was found and samples. Told again when its scans turn out to have no timestamps,
    /// with the clock that stamps them instead.
    case started(AccelerometerInfo)
    /// Readings came, in m/s², in order.
    case readings([Reading])
    /// It is this time on the readings' clock, and no reading came for a while.
    case time(Timestamp)
    /// The accelerometer is gone; it is being looked for.
    case lost(AccelerometerError)
    /// Something to tell users, which changes nothing: readings were dropped, or why an accelerometer
    /// that is being looked for cannot be had. Told once, not each time.
    case warning(AccelerometerError)
  }

  let choice: AccelerometerChoice
  let options: SamplingOptions
  let handler: @Sendable (Event) -> Void
  nonisolated let executor = QueueExecutor(label: "org.motiond.accelerometer")

  var machine = ReaderMachine()
  var memory = SamplingMemory()
  var counter = SamplingCounter() {
    didSet { published.withLock { $0 = counter.statistics } }
  }
  private nonisolated let published = Mutex(SamplingStatistics())

  var session: AccelerometerSession?
  var readSource: (any DispatchSourceRead)?
  var timer: (any DispatchSourceTimer)?
  var monitor: UdevMonitor?
  var monitorSource: (any DispatchSourceRead)?
  /// Rises when a session is let go, so that its blocking reads are not repeated.
  var generation = 0
  var readings: [Reading] = []
  /// When the last reading was taken, on its own clock.
  var lastReading: Timestamp?
  /// Why there is no accelerometer, as it was told.
  var told: AccelerometerError?

  /// The queue on which everything happens.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - choice: which accelerometer
  ///   - sampling: how it is to be sampled
  ///   - handler: called on the reader's queue, in order, for all it tells
  public init(
    _ choice: AccelerometerChoice, sampling: SamplingOptions = SamplingOptions(),
    _ handler: @escaping @Sendable (Event) -> Void
  ) {
    self.choice = choice
    options = sampling
    self.handler = handler
  }

  /// What became of the readings so far, over every start and stop; to be asked from anywhere.
  public nonisolated var statistics: SamplingStatistics {
    published.withLock { $0 }
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
  ///
  /// The readings that are waiting are told before that, but for those of another machine.
  public nonisolated func stop() {
    executor.queue.sync { assumeIsolated { $0.end() } }
  }

  private func begin(waiting: Bool) throws(AccelerometerError) {
    switch machine.start(at: bootTime()) {
    case .open:
      // First of all: what is plugged in from now on is not to be missed.
      listen()
      do throws(AccelerometerError) {
        try open()
      } catch {
        guard waiting else {
          end()
          throw error
        }
        told = error
        handler(.lost(error))
        lookWhenDue()
      }
    case .none, .tellTime, .giveUp:
      return
    }
  }

  private func end() {
    switch session?.waiting {
    // What waits for its turn is not to be lost.
    case .descriptor, .timer: drain()
    // Whether there is anything cannot be told without waiting for it.
    case .blocking, nil: break
    }
    machine.stop()
    counter.stopped()
    look(every: nil)
    monitorSource?.cancel()
    (monitorSource, monitor, told) = (nil, nil, nil)
    close()
  }

  /// Lets go of the accelerometer, which switches its buffer off.
  func close() {
    readSource?.cancel()
    readSource = nil
    // Before anything is told: a caller may still hold it.
    session?.close()
    session = nil
    lastReading = nil
    generation += 1
  }
}
