import Dispatch
import DispatchActors
import MotionCore

/// Keeps a session connected to the bus, on a queue of its own.
actor SessionLink {
  /// What it tells.
  enum Output: Sendable {
    /// A motion began, ended or was cancelled.
    case motion(MotionEvent)
    /// There is a daemon, or none.
    case status(MotionSession.Status)
    /// Nothing more is told.
    case over
  }

  /// How it fares with the bus.
  private enum State {
    case unconnected
    case connected(MotionConnection, BusPump)
    case waiting(any DispatchSourceTimer)
    case over
  }

  private let address: BusAddress
  private let claim: MotionClaim
  private let handler: @Sendable (Output) -> Void
  private let executor = QueueExecutor(label: "org.motiond.session")
  private var state = State.unconnected
  private var backoff: Backoff
  private var wantsMotions: Bool

  /// The queue on which everything happens.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A link that has not started; `handler` is called on its queue, in order, for all it tells.
  init(
    _ address: BusAddress, _ claim: MotionClaim, isActive: Bool, _ backoff: Backoff,
    _ handler: @escaping @Sendable (Output) -> Void
  ) {
    self.address = address
    self.claim = claim
    self.backoff = backoff
    self.handler = handler
    wantsMotions = isActive
  }

  /// Connects, and again whenever the bus is lost.
  nonisolated func start() {
    executor.queue.async { self.assumeIsolated { $0.connect() } }
  }

  /// Ends it for good.
  nonisolated func cancel() {
    executor.queue.async { self.assumeIsolated { $0.end() } }
  }

  /// Whether motions are wanted.
  nonisolated var isActive: Bool {
    get { executor.queue.sync { assumeIsolated { $0.wantsMotions } } }
    set { executor.queue.sync { assumeIsolated { $0.setActive(newValue) } } }
  }

  // MARK: Inside

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
        self?.assumeIsolated { $0.process() }
      }
      state = .connected(connection, pump)
    } catch { retry(after: error) }
  }

  private func retry(after error: BusError) {
    handler(.status(.unavailable(error)))
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.schedule(deadline: .now() + .milliseconds(backoff.next()), leeway: .milliseconds(20))
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.connect() } }
    timer.activate()
    state = .waiting(timer)
  }

  private func process() {
    use { $0.process() }
  }

  private func setActive(_ isActive: Bool) {
    wantsMotions = isActive
    use { $0.isActive = isActive }
  }

  private func end() {
    use { $0.isActive = false }
    state = .over
    handler(.over)
  }

  /// Has something done by the connection, if there is one, and waits for what it waits for then.
  private func use(_ body: (MotionConnection) -> Void) {
    guard case .connected(let connection, _) = state else { return }
    body(connection)
    guard case .connected(_, let pump) = state else { return }
    pump.wait(for: connection.bus)
  }

  private func take(_ event: MotionConnection.Event) {
    switch event {
    case .motion(let motion):
      handler(.motion(motion))
    case .connected:
      backoff.reset()
      handler(.status(.connected))
    case .unavailable(let error):
      handler(.status(.unavailable(error)))
    case .disconnected(let error):
      retry(after: error)
    }
  }
}
