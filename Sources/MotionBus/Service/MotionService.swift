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
    /// A client calls what it may call: see ``GrantedCall``.
    case call(GrantedCall)
    /// The client of a call of `Simulate` has left the bus.
    case left(String)
    /// The bus is lost, and the service has stopped; this is the last request.
    case disconnected(BusError)
  }

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

  /// Shows clients another device; nil if there is none.
  ///
  /// It refuses claims of motions that need a higher rate than the device has while it is read.
  package func show(_ device: ShownDevice?) {
    core.send { $0.show(device) }
  }

  /// Sends the health to the clients that have claimed and called `GetStatus`, as far as it is
  /// news to them.
  ///
  /// - Parameter status: the status of the daemon, as the answer to `GetStatus`
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
    core.send { $0.update(defaults: defaults) }
  }

  /// The service's own part of a status, for root.
  package var status: DaemonStatus {
    core.sync { $0.session?.status(for: nil) ?? DaemonStatus() }
  }
}

/// A call of a client that may make it, for the owner of the service to answer: `Simulate`,
/// `OpenSamples`, `Capture`, `GetStatus` or `Reload`.
package struct GrantedCall: Sendable {
  /// The answer of the owner.
  package enum Answer: Sendable {
    /// It is done, or begun.
    case done
    /// The end of a pipe, or a file. The service closes it once it is sent, or cannot be.
    case descriptor(FileDescriptor)
    /// The status; the service adds its properties and clients.
    case status(DaemonStatus)
  }

  /// The call.
  package let call: Motion1.Call
  /// The unique name of the client.
  package let client: String
  /// Its user.
  package let user: UInt32
  /// To be called once, from any thread, at once or later.
  ///
  /// Only the first answer counts, and none after the service has stopped.
  package let reply: @Sendable (Result<Answer, Refusal>) -> Void

  package init(
    _ call: Motion1.Call, from client: String, of user: UInt32,
    _ reply: @escaping @Sendable (Result<Answer, Refusal>) -> Void
  ) {
    (self.call, self.client, self.user, self.reply) = (call, client, user, reply)
  }
}

/// The service on its queue.
private final class Core {
  private enum State {
    /// With the device to show, and the defaults of options that claims omit.
    case new(ShownDevice?, MotionOptions)
    case running(ServiceSession)
    case over
  }

  private weak var own: QueueBound<Core>?
  private let address: BusAddress
  private let trustedUsers: Set<UInt32>
  private let limits: ServiceLimits
  private let handler: @Sendable (MotionService.Request) -> Void

  private var state = State.new(nil, MotionOptions())
  private var isTurning = false

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
    guard case .new(let device, let defaults) = state, let own else {
      preconditionFailure("MotionService: a service starts once")
    }
    state = .over
    state = .running(
      try ServiceSession(
        address, trusting: trustedUsers, limits: limits, showing: device, defaults: defaults,
        on: own.queue.queue,
        wake: { [weak own] in own?.sync { $0.turn() } },
        resume: { [weak own, queue = own.queue.queue] client, end, time in
          queue.asyncAfter(deadline: .now() + time.dispatchInterval) { [weak own] in
            own?.sync { core in core.turn { $0.resume(client, after: end) } }
          }
        },
        settle: { [weak own] in
          own?.send { core in core.turn { $0.claimants.settle() } }
        },
        answer: { [weak own] number, answer in
          guard let own else { return answer.discard() }
          own.async { $0.answer(number, answer) }
        }, handler))
  }

  func show(_ device: ShownDevice?) {
    switch state {
    case .new(_, let defaults): state = .new(device, defaults)
    case .running: turn { $0.device = device }
    case .over: break
    }
  }

  func update(defaults: MotionOptions) {
    switch state {
    case .new(let device, _): state = .new(device, defaults)
    case .running: turn { $0.claimants.update(defaults: defaults) }
    case .over: break
    }
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
