import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// The service `org.motiond.Motion1` on a bus, which tells clients of the motions that they
/// claimed.
///
/// It knows no accelerometer and no detector. Its owner is told what clients want by
/// ``Request/demand(_:)``, and hands in events, which go to the clients that claimed them. A client
/// that leaves the bus has released its claim.
package actor MotionService: QueueActor {
  /// A request to the owner of the service.
  package enum Request: Sendable {
    /// The clients want these motions from now on.
    ///
    /// Readings are not part of it: a client that opens samples closes the pipe when it is done.
    case demand(Demand)
    /// An authorized client, the caller, wants a motion simulated, by name or as the text of a recording.
    case simulate(String, caller: String, reply: Reply<Void>)
    /// A caller of a simulation has left the bus.
    case left(String)
    /// An authorized client of this user wants readings, at this rate or a higher one, or at the
    /// usual one: reply with the end of a pipe to read them from.
    ///
    /// The service closes it once it is sent, or cannot be.
    case openSamples(UInt32, rate: Hertz?, reply: Reply<FileDescriptor>)
    /// An authorized client wants the latest readings: reply with a file of their recording.
    ///
    /// The service closes it as it does the pipe of samples.
    case capture(reply: Reply<FileDescriptor>)
    /// A client wants the status: reply with values by name; ``Motion1/privateStatus`` has those for few.
    case status(reply: Reply<[String: BusValue]>)
    /// A trusted user wants the options read again: reply once they count, or with the problem.
    case reload(reply: Reply<Void>)
    /// The bus is lost, and the service has stopped; this is the last request.
    case disconnected(BusError)
  }

  /// The answer to a request: to be called once, from any thread, at once or later.
  ///
  /// Only the first answer counts, and none after the service has stopped.
  package typealias Reply<Value> = @Sendable (Result<Value, Refusal>) -> Void

  private enum State {
    case new
    case running(ServiceSession)
    case over
  }

  package nonisolated let executor = SerialQueue(label: "org.motiond.bus", rank: .bus)

  private let address: BusAddress
  private let trustedUsers: Set<UInt32>
  private let limits: ServiceLimits
  private let handler: @Sendable (Request) -> Void

  private var state = State.new
  private var properties = ServiceProperties()
  /// The defaults of options that claims omit.
  private var defaults = MotionOptions()

  /// A service that has not started.
  ///
  /// Root may simulate motions and read samples; on another bus than the system's the user of this
  /// process may, too; others need polkit's authorization.
  ///
  /// - Parameters:
  ///   - address: the bus
  ///   - trustedUsers: the users who need no authorization; nil for these
  ///   - limits: what users may hold; nil for the limits of such a bus
  ///   - handler: called on the service's queue, in order; not to call ``start()`` or ``stop()``
  package init(
    _ address: BusAddress, trusting trustedUsers: Set<UInt32>? = nil,
    limits: ServiceLimits? = nil, _ handler: @escaping @Sendable (Request) -> Void
  ) {
    self.address = address
    self.trustedUsers = trustedUsers ?? (address == .system ? [0] : [0, geteuid()])
    self.limits = limits ?? .of(address)
    self.handler = handler
  }

  /// Connects to the bus and takes the name; blocks until it has it.
  ///
  /// A service starts once: make another one after a failure, and after ``stop()``.
  ///
  /// - Throws: a ``BusError`` if there is no bus, or if another process has the name
  package nonisolated func start() throws(BusError) {
    try sync { service throws(BusError) in try service.begin() }
  }

  /// Gives the name back: when this returns it is free, and no more requests come.
  package nonisolated func stop() {
    sync { $0.end() }
  }

  /// Sends events to the clients that claimed them, and shows states of the device as the property `States`.
  ///
  /// - Parameter findings: what detectors found, in order, each with the configuration of its detector as in the
  ///   demand; events have timestamps of `CLOCK_BOOTTIME`, and rejections concern no client
  package nonisolated func emit(_ findings: [(MotionFinding, MotionConfiguration)]) {
    async { service in
      service.turn { session in
        for (finding, configuration) in findings {
          session.claimants.take(finding, of: configuration)
        }
      }
    }
  }

  /// Shows clients another accelerometer.
  ///
  /// - Parameters:
  ///   - device: its name; nil if there is none
  ///   - rate: its sampling frequency; nil if it is not known
  ///   - readRate: the sampling frequency that it has while it is read; nil if it is not known. Claims of motions
  ///     that need a higher one are refused
  package nonisolated func update(device: String?, rate: Hertz?, readRate: Hertz? = nil) {
    async { service in
      let properties = ServiceProperties(device: device, rate: rate, readRate: readRate)
      service.properties = properties
      service.turn { $0.properties = properties }
    }
  }

  /// Changes the defaults of options that claims omit.
  ///
  /// They hold for claims that were made before, too: a client whose open motion is detected
  /// otherwise from now on hears that it was cancelled as interrupted.
  ///
  /// - Parameter defaults: the new defaults
  package nonisolated func update(defaults: MotionOptions) {
    async { service in
      service.defaults = defaults
      service.turn { $0.claimants.update(defaults: defaults) }
    }
  }

  /// The service's own part of a status, for root.
  package nonisolated var status: [String: BusValue] {
    sync { service in
      guard case .running(let session) = service.state else { return [:] }
      return session.status(for: nil)
    }
  }

  private func begin() throws(BusError) {
    guard case .new = state else {
      preconditionFailure("MotionService: a service starts once")
    }
    state = .over
    state = .running(
      try ServiceSession(
        address, trusting: trustedUsers, limits: limits, properties, defaults: defaults,
        on: executor.queue,
        wake: { [weak self] in self?.assumeIsolated { $0.turn() } },
        resume: { [weak self, queue = executor.queue] client, end, time in
          queue.asyncAfter(deadline: .now() + time.dispatchInterval) { [weak self] in
            self?.assumeIsolated { service in
              service.turn { $0.claimants.resume(client, after: end) }
            }
          }
        },
        answer: { [weak self] number, answer in
          guard let self else { return answer.discard() }
          async { $0.answer(number, answer) }
        }, handler))
  }

  private func end() {
    if case .running(let session) = state { session.close() }
    state = .over
  }

  private func answer(_ number: Int, _ answer: GuardedCalls.Answer) {
    switch state {
    case .new, .over: answer.discard()
    case .running: turn { $0.answer(number, answer) }
    }
  }

  /// Uses the session, if there is one, and then does everything that is due.
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
        handler(.disconnected(error))
      }
    }
  }
}
