// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// The service `org.motiond.Motion1` on a bus, which sends clients the motions that they claimed.
///
/// It knows no accelerometer and no detector. It requests what clients want with
/// ``Request/demand(_:)``, and its owner hands in events, which go to the clients that claimed
/// them. A client that leaves the bus has released its claim.
package final class MotionService: Sendable {
  /// A request to the owner of the service.
  package enum Request: Sendable {
    /// The clients want these motions from now on.
    ///
    /// Readings are not part of it: a client that opens samples closes the pipe when it is done.
    case demand(Demand)
    /// Call `settled`, from any thread, once what the demands so far want is detected: a claim is
    /// answered then. There is one at a time, for all claims before it.
    case settle(_ settled: @Sendable () -> Void)
    /// An authorized client, the caller, wants a motion simulated, by name or as the text of a
    /// recording.
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
    /// A client wants the status: reply with it; the service adds its properties and clients.
    case status(reply: Reply<DaemonStatus>)
    /// A trusted user wants the options read again: reply once they count, or with the problem.
    case reload(reply: Reply<Void>)
    /// The bus is lost, and the service has stopped; this is the last request.
    case disconnected(BusError)
  }

  /// The answer to a request: to be called once, from any thread, at once or later.
  ///
  /// Only the first answer counts, and none after the service has stopped.
  package typealias Reply<Value> = @Sendable (Result<Value, Refusal>) -> Void

  private let core: QueueBound<Core>

  /// The queue of the service.
  package var queue: SerialQueue { core.queue }

  /// A service that has not started.
  ///
  /// Root may simulate motions and read samples; on another bus than the system's the user of this
  /// process may, too; others need polkit's authorization.
  ///
  /// - Parameters:
  ///   - address: the bus
  ///   - trustedUsers: the users who need no authorization; nil for these
  ///   - limits: what users may hold; nil for the limits of such a bus
  ///   - queue: the service's queue: what is called there takes effect at once
  ///   - handler: called on the service's queue, in order; not to call ``start()`` or ``stop()``
  package init(
    _ address: BusAddress, trusting trustedUsers: Set<UInt32>? = nil,
    limits: ServiceLimits? = nil, on queue: SerialQueue = SerialQueue(label: "org.motiond.service"),
    _ handler: @escaping @Sendable (Request) -> Void
  ) {
    core = QueueBound(to: queue) {
      Core($0, address, trustedUsers, limits, handler)
    }
  }

  /// Connects to the bus and takes the name; blocks until it has it.
  ///
  /// A service starts once: make another one after a failure, and after ``stop()``.
  ///
  /// - Throws: a ``BusError`` if there is no bus, or if another process has the name
  package func start() throws(BusError) {
    try core.sync { core throws(BusError) in try core.begin() }
  }

  /// Refuses claims from now on, as the service is about to stop.
  package func refuseClaims() {
    core.send { $0.session?.isEnding = true }
  }

  /// Gives the name back: when this returns it is free, and no more requests come.
  package func stop() {
    core.sync { $0.end() }
  }

  /// Sends events to the clients that claimed them, and shows states of the device as the property
  /// `States`.
  ///
  /// - Parameter findings: what detectors found, in order, each with the configuration of its
  ///   detector as in the demand; events have timestamps of `CLOCK_BOOTTIME`, and rejections
  ///   concern no client
  package func emit(_ findings: [(MotionFinding, MotionConfiguration)]) {
    core.send { core in
      core.turn { session in
        for (finding, configuration) in findings {
          session.claimants.process(finding, of: configuration)
        }
      }
    }
  }

  /// Shows clients another accelerometer.
  ///
  /// - Parameters:
  ///   - device: its name; nil if there is none
  ///   - subsystem: the subsystem of the kernel that has it; nil if none has
  ///   - rate: its sampling frequency; nil if it is not known
  ///   - readRate: the sampling frequency that it has while it is read; nil if it is not known. It
  ///     refuses claims of motions that need a higher one
  package func update(
    device: String?, subsystem: String? = nil, rate: Hertz?, readRate: Hertz? = nil
  ) {
    let properties = ServiceProperties(
      device: device, subsystem: subsystem, rate: rate, readRate: readRate)
    core.send { core in
      core.properties = properties
      core.turn { $0.properties = properties }
    }
  }

  /// Sends the health to the clients that have claimed and called `GetStatus`, as far as it is
  /// news to them.
  ///
  /// - Parameter status: the status of the daemon, as the answer to ``Request/status(reply:)``
  package func announceHealth(in status: DaemonStatus) {
    core.send { core in
      core.turn { $0.announceHealth(status) }
    }
  }

  /// Changes the defaults of options that claims omit.
  ///
  /// They hold for claims that were made before, too: a client whose open motion is detected
  /// otherwise from now on receives its cancellation as interrupted.
  ///
  /// - Parameter defaults: the new defaults
  package func update(defaults: MotionOptions) {
    core.send { core in
      core.defaults = defaults
      core.turn { $0.claimants.update(defaults: defaults) }
    }
  }

  /// The service's own part of a status, for root.
  package var status: DaemonStatus {
    core.sync { $0.session?.status(for: nil) ?? DaemonStatus() }
  }
}

/// The service on its queue.
private final class Core {
  private enum State {
    case new
    case running(ServiceSession)
    case over
  }

  private weak var own: QueueBound<Core>?
  private let address: BusAddress
  private let trustedUsers: Set<UInt32>
  private let limits: ServiceLimits
  private let handler: @Sendable (MotionService.Request) -> Void

  private var state = State.new
  private var isTurning = false
  var properties = ServiceProperties()
  /// The defaults of options that claims omit.
  var defaults = MotionOptions()

  init(
    _ own: QueueBound<Core>, _ address: BusAddress, _ trustedUsers: Set<UInt32>?,
    _ limits: ServiceLimits?, _ handler: @escaping @Sendable (MotionService.Request) -> Void
  ) {
    self.own = own
    self.address = address
    self.trustedUsers = trustedUsers ?? (address == .system ? [0] : [0, geteuid()])
    self.limits = limits ?? .of(address)
    self.handler = handler
  }

  /// The session; nil unless the service runs.
  var session: ServiceSession? {
    if case .running(let session) = state { session } else { nil }
  }

  func begin() throws(BusError) {
    guard case .new = state, let own else {
      preconditionFailure("MotionService: a service starts once")
    }
    state = .over
    state = .running(
      try ServiceSession(
        address, trusting: trustedUsers, limits: limits, properties, defaults: defaults,
        on: own.queue.queue,
        wake: { [weak own] in own?.sync { $0.turn() } },
        resume: { [weak own, queue = own.queue.queue] client, end, time in
          queue.asyncAfter(deadline: .now() + time.dispatchInterval) { [weak own] in
            own?.sync { core in core.turn { $0.resume(client, after: end) } }
          }
        },
        settle: { [weak own] in
          own?.async { core in core.turn { $0.claimants.settle() } }
        },
        answer: { [weak own] number, answer in
          guard let own else { return answer.discard() }
          own.async { $0.answer(number, answer) }
        }, handler))
  }

  func end() {
    session?.close()
    state = .over
  }

  private func answer(_ number: Int, _ answer: GuardedCalls.Answer) {
    switch state {
    case .new, .over: answer.discard()
    case .running: turn { $0.answer(number, answer) }
    }
  }

  /// Uses the session, if there is one, and then does everything that is due.
  ///
  /// What a request of a turn leads to belongs to that turn: messages are not read within another.
  func turn(_ body: (ServiceSession) -> Void = { _ in }) {
    switch state {
    case .new, .over:
      return
    case .running(let session):
      body(session)
      guard !isTurning else { return }
      isTurning = true
      defer { isTurning = false }
      do throws(BusError) {
        try session.turn()
      } catch {
        state = .over
        handler(.disconnected(error))
      }
    }
  }
}
