import LinuxSupport
import MotionCore
import Synchronization

/// An asynchronous sequence of motions from the daemon, for an app whose main loop is Swift's or
/// Dispatch's.
///
/// ```swift
/// for await motion in MotionSession() {
///   Application.shared.sendEvent(Event(motion))
/// }
/// ```
///
/// It starts the daemon if need be, claims motions, and survives restarts of the daemon and of the
/// bus. The events of each kind that lasts are always `(began (ended | cancelled))*`: a motion that
/// is open when the daemon is lost, the app becomes inactive or the session is cancelled is
/// cancelled too.
///
/// Up to 256 events wait for the iterator. A motion that finds no place any more is dropped as a
/// whole. Several iterators of a session share its events; to get all events twice, make two
/// sessions. The sequence ends when the session, or the task that iterates over it, is cancelled.
/// When the session and its iterators are let go, the claim is released.
///
/// - Clock: `CLOCK_BOOTTIME`.
public actor MotionSession: QueueActor, AsyncSequence {
  /// An event.
  public typealias Element = MotionEvent
  /// The sequence never fails: ``MotionSession/status`` reports problems.
  public typealias Failure = Never

  /// The availability of motions.
  public enum Status: Hashable, Sendable {
    /// The daemon has taken the claim.
    case connected
    /// The daemon has taken the claim, and has no accelerometer; ``connected`` follows once it has one.
    case noAccelerometer
    /// There is no daemon, or it refuses the claim, for a reason to show to the user. The session
    /// waits for one.
    case unavailable(BusError)
  }

  private enum State {
    case unconnected
    case connected(MotionConnection, BusPump)
    case waiting(QueueSource)
    case over
  }

  /// The changes of the status, of which only the latest waits to be taken.
  ///
  /// For one task at a time.
  public nonisolated let status: AsyncStream<Status>

  package nonisolated let executor = SerialQueue(label: "org.motiond.session", rank: .session)

  private nonisolated let events = MotionQueue()
  private let changes: AsyncStream<Status>.Continuation
  private let address: BusAddress
  private let claim: MotionClaim
  private var state = State.unconnected
  private var delays: RetryDelays
  private var wantsMotions: Bool

  /// The queue of the session's connection.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A session that connects at once.
  ///
  /// - Parameters:
  ///   - address: the bus of the daemon
  ///   - claim: the motions to be told of
  ///   - isActive: true to claim them at once, see ``isActive``
  public init(
    _ address: BusAddress = .system, claim: MotionClaim = MotionClaim(), isActive: Bool = true
  ) {
    self.init(
      address, claim: claim, isActive: isActive,
      RetryDelays(first: .seconds(1), longest: .seconds(30)))
  }

  /// A session that looks for a lost bus after `delays`.
  init(_ address: BusAddress, claim: MotionClaim, isActive: Bool, _ delays: RetryDelays) {
    (status, changes) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.address = address
    self.claim = claim
    self.delays = delays
    wantsMotions = isActive
    // The task that iterates was cancelled.
    events.onCancel { [weak self] in self?.cancel() }
    async { $0.connect() }
  }

  isolated deinit {
    end()
  }

  /// A Boolean value that indicates whether the app has the user's focus; as in UIKit, only that
  /// app gets motions.
  ///
  /// Set it whenever your toolkit moves the focus. While it is false nothing is claimed, so that
  /// the accelerometer can be off; an open motion is cancelled when it becomes false.
  public nonisolated var isActive: Bool {
    get { sync { $0.wantsMotions } }
    set { sync { $0.setActive(newValue) } }
  }

  /// Holds motions off while the app itself moves the device, with a vibration motor or a loudspeaker.
  ///
  /// What is under way is cancelled as interrupted. No motion is told whose event is stamped within the time from
  /// now on; so give it some more than the vibration lasts, for the device to come to rest. The time is up to 2 s:
  /// more is taken for 2 s. While nothing is claimed, and with a daemon that is older, this does nothing.
  ///
  /// - Parameter time: the time from now on
  public nonisolated func holdOff(for time: Duration) {
    sync { session in session.use { $0.holdOff(for: time) } }
  }

  /// Ends the session: the claim is released, and the sequence ends after the events that wait.
  ///
  /// A motion that is open is cancelled.
  public nonisolated func cancel() {
    async { $0.end() }
  }

  /// An iterator over the events that no other iterator has taken.
  public nonisolated func makeAsyncIterator() -> MotionIterator {
    events.makeIterator(of: self)
  }

  // MARK: Connection

  private func connect() {
    switch state {
    case .unconnected, .waiting: break
    // A timer may have fired just before it was let go.
    case .connected, .over: return
    }
    do throws(BusError) {
      let connection = try MotionConnection(address, claim: claim, isActive: wantsMotions) {
        [weak self] event in self?.assumeIsolated { $0.take(event) }
      }
      let pump = try BusPump(connection.bus, on: executor.queue) { [weak self] in
        self?.assumeIsolated { session in session.use { $0.process() } }
      }
      state = .connected(connection, pump)
    } catch { retry(after: error) }
  }

  private func retry(after error: BusError) {
    changes.yield(.unavailable(error))
    state = .waiting(timer(after: delays.next()) { $0.connect() })
  }

  private func setActive(_ isActive: Bool) {
    wantsMotions = isActive
    use { $0.isActive = isActive }
  }

  private func end() {
    use { $0.isActive = false }
    state = .over
    events.close()
    changes.finish()
  }

  /// Uses the connection, if there is one, and then waits for it again.
  private func use(_ body: (MotionConnection) -> Void) {
    guard case .connected(let connection, _) = state else { return }
    body(connection)
    // The bus may have been lost meanwhile.
    guard case .connected(_, let pump) = state else { return }
    pump.wait(for: connection.bus)
  }

  private func take(_ event: MotionConnection.Event) {
    switch event {
    case .motion(let motion): events.put(motion)
    case .connected:
      delays.reset()
      changes.yield(.connected)
    case .noAccelerometer: changes.yield(.noAccelerometer)
    case .unavailable(let error): changes.yield(.unavailable(error))
    case .disconnected(let error): retry(after: error)
    }
  }
}
