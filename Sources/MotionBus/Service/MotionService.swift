import Dispatch
import DispatchActors
import Glibc
import MotionCore

/// `org.motiond.Motion1` on a bus: tells clients of the motions that they claimed.
///
/// It knows no accelerometer and no detector. Whoever runs it reads what is wanted from
/// ``Request/demand(_:)``, and hands in events, which go to those who claimed them and to nobody else.
/// A client that leaves the bus has released what it claimed.
public actor MotionService {
  private enum State {
    case new
    case running(ServiceSession)
    case over
  }

  private let address: BusAddress
  private let trustedUsers: Set<UInt32>
  private let handler: @Sendable (Request) -> Void
  private let executor = QueueExecutor(label: "org.motiond.bus")

  private var state = State.new
  private var properties = ServiceProperties()
  private var defaults = ShakeConfiguration()

  /// The queue on which everything happens.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A service that has not started.
  ///
  /// Root may simulate motions and read samples; on another bus than the system's the user of this
  /// process may, too; others need polkit's authorization.
  ///
  /// - Parameters:
  ///   - address: which bus
  ///   - handler: called on the service's queue, in order; not to call ``start()`` or ``stop()``
  public init(_ address: BusAddress, _ handler: @escaping @Sendable (Request) -> Void) {
    self.init(address, trusting: address == .system ? [0] : [0, geteuid()], handler)
  }

  init(
    _ address: BusAddress, trusting trustedUsers: Set<UInt32>,
    _ handler: @escaping @Sendable (Request) -> Void
  ) {
    self.address = address
    self.trustedUsers = trustedUsers
    self.handler = handler
  }

  /// Connects to the bus and takes the name; blocks until it has it.
  ///
  /// A service starts once: another one is to be made after a failure, and after ``stop()``.
  ///
  /// - Throws: a ``BusError`` if there is no bus, or if another process has the name
  public nonisolated func start() throws(BusError) {
    let result = executor.queue.sync {
      assumeIsolated { service in
        Result { () throws(BusError) in try service.begin() }
      }
    }
    try result.get()
  }

  /// Gives the name back: when this returns it is free, and nothing more is told.
  public nonisolated func stop() {
    executor.queue.sync { assumeIsolated { $0.end() } }
  }

  /// Tells those who claimed it of an event.
  ///
  /// - Parameters:
  ///   - event: with a timestamp of `CLOCK_BOOTTIME`
  ///   - configuration: of the detector that it is from, as in the demand
  public nonisolated func emit(_ event: MotionEvent, of configuration: ShakeConfiguration) {
    run { $0.turn { $0.emit(event, of: configuration) } }
  }

  /// Shows clients which accelerometer there is.
  ///
  /// - Parameters:
  ///   - device: what it is called; nil if there is none
  ///   - rate: in Hz; nil if it is not known
  public nonisolated func update(device: String?, rate: Double?) {
    run { service in
      service.properties.device = device
      service.properties.rate = rate
      service.turn { $0.update(device: device, rate: rate) }
    }
  }

  /// What claims count as that do not say how little it takes, or within which window.
  ///
  /// - Parameter defaults: for claims from now on
  public nonisolated func update(defaults: ShakeConfiguration) {
    executor.queue.async { self.assumeIsolated { $0.defaults = defaults } }
    run { $0.defaults = defaults }
  }

  // MARK: Inside

  private func begin() throws(BusError) {
    switch state {
    case .new: state = .over
    case .running, .over: preconditionFailure("MotionService: a service starts once")
    }
    let session = try ServiceSession(
      address, trusting: trustedUsers, properties, on: executor.queue,
      wake: { [weak self] in self?.assumeIsolated { $0.turn() } },
      { [weak self] request in self?.assumeIsolated { $0.pass(request) } })
    session.defaults = defaults
    state = .running(session)
  }

  private func end() {
    switch state {
    case .new, .over: break
    case .running(let session): session.close()
    }
    state = .over
  }

  private nonisolated func run(_ body: @escaping @Sendable (isolated MotionService) -> Void) {
    executor.queue.async { self.assumeIsolated(body) }
  }

  /// Does something with the session, if there is one, and all that is due then.
  private func turn(_ body: (ServiceSession) -> Void = { _ in }) {
    switch state {
    case .new, .over:
      return
    case .running(let session):
      body(session)
      do throws(BusError) {
        try session.turn()
      } catch {
        state = .over
        if !session.demand.isEmpty { handler(.demand(Demand())) }
        handler(.disconnected(error))
      }
    }
  }

  private func pass(_ request: ServiceSession.Request) {
    switch request {
    case .demand(let demand):
      handler(.demand(demand))
    case .simulate(let text, let call):
      handler(
        .simulate(text) { [weak self] result in
          switch result {
          case .success: self?.answer(call, .done)
          case .failure(let refusal): self?.answer(call, .refused(refusal))
          }
        })
    case .openSamples(let call):
      handler(
        .openSamples { [weak self] result in
          switch result {
          case .success(let descriptor):
            let answer = ServiceSession.Answer.descriptor(descriptor)
            if let self { self.answer(call, answer) } else { answer.discard() }
          case .failure(let refusal): self?.answer(call, .refused(refusal))
          }
        })
    }
  }

  private nonisolated func answer(_ call: Int, _ answer: ServiceSession.Answer) {
    run { service in
      switch service.state {
      case .new, .over: answer.discard()
      case .running: service.turn { $0.answer(call, answer) }
      }
    }
  }
}
