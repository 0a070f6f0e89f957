// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc
import LinuxSupport
import MotionCore

/// A connection that receives motions from the daemon, for an app with a main loop of its own.
///
/// It has no thread and never blocks. Wait until the ``descriptor`` is ready for the ``events``,
/// for at most ``timeoutMilliseconds``, then call ``process()``; read all three again each time.
/// Use it on one thread at a time. If the main loop is Dispatch's or Swift's, use ``MotionSession``
/// instead.
///
/// It survives restarts of the daemon: the claim is made again, and an open motion is cancelled.
/// When the connection is let go, the daemon drops the claim, and the end of an open motion is not
/// reported.
public final class MotionConnection {
  let bus: BusConnection
  private let claim: MotionClaim
  /// In µs.
  private let startTimeout: UInt64
  private let handler: (Event) -> Void
  private var machine = SessionMachine()
  /// Called while ``process()`` runs, at most once a minute, when the health that
  /// ``requestHealth(_:)`` asked for has changed; the time that passes does not count as a change.
  public var healthHandler: ((DaemonHealth) -> Void)?
  /// The actions still to be performed: a handler that sets ``isActive`` is not called before it
  /// has returned.
  private var actions: [SessionMachine.Action] = []
  private var isActing = false
  private var matches: [BusSlot] = []
  /// The call of `Claim` that waits for its answer.
  private var call: BusSlot?

  /// Connects to the bus and claims motions, which starts the daemon if need be.
  ///
  /// - Parameters:
  ///   - address: the bus of the daemon; by default the system bus, or the one that `MOTIOND_BUS`
  ///     names
  ///   - claim: the motions to receive
  ///   - isActive: true to claim them at once, see ``isActive``
  ///   - handler: called for each event, in order, while ``process()`` runs or ``isActive`` is set
  /// - Throws: a ``BusError`` if the bus cannot be reached
  public convenience init(
    _ address: BusAddress = .standard, claim: MotionClaim = MotionClaim(), isActive: Bool = true,
    _ handler: @escaping (Event) -> Void
  ) throws(BusError) {
    try self.init(
      address, claim: claim, isActive: isActive,
      startTimeoutMicroseconds: Motion1.startTimeoutMicroseconds, handler)
  }

  /// A connection that waits for so many µs for the daemon to start.
  convenience init(
    _ address: BusAddress, claim: MotionClaim, isActive: Bool, startTimeoutMicroseconds: UInt64,
    _ handler: @escaping (Event) -> Void
  ) throws(BusError) {
    try self.init(
      on: BusConnection(address), claim: claim, isActive: isActive,
      startTimeoutMicroseconds: startTimeoutMicroseconds, handler)
  }

  /// Claims motions over `bus`, which the program has for other purposes, too.
  ///
  /// The daemon has the claim for as long as `bus` lasts, or ``isActive`` is true: set it to false
  /// before this object is let go.
  package init(
    on bus: BusConnection, claim: MotionClaim, isActive: Bool = true,
    startTimeoutMicroseconds: UInt64 = Motion1.startTimeoutMicroseconds,
    _ handler: @escaping (Event) -> Void
  ) throws(BusError) {
    self.bus = bus
    startTimeout = startTimeoutMicroseconds
    self.claim = claim
    self.handler = handler
    self.isActive = isActive
    // Before the claim, so that no change after its answer is missed.
    matches = [
      try bus.matchOwner(of: Motion1.name) { [weak self] in self?.handle(.ownerChanged($0)) },
      try matchMotions(), try matchAccelerometer(),
    ]
    if isActive { handle(.activated) }
  }

  /// A Boolean value that indicates whether the app has the user's focus; as in UIKit, only that
  /// app gets motions.
  ///
  /// Set it whenever your toolkit moves the focus. While it is false nothing is claimed, so that
  /// the accelerometer can be off; an open motion is cancelled at once when it becomes false.
  public var isActive: Bool {
    didSet { handle(isActive ? .activated : .deactivated) }
  }

  /// Holds motions off while the app itself moves the device, with a vibration motor or a
  /// loudspeaker.
  ///
  /// What is under way is cancelled as interrupted. No event is delivered that is stamped within
  /// the time from now on; so give it some more than the vibration lasts, for the device to come to
  /// rest. The time is at most 2 s; a longer time counts as 2 s. While nothing is claimed, and with
  /// a daemon that is older, this does nothing.
  ///
  /// - Parameter time: the time from now on
  public func holdOff(for time: Duration) {
    let longest = min(max(time, .zero), Motion1.longestHoldOff)
    handle(.heldOff(UInt32(longest.milliseconds)))
  }

  /// Asks the daemon for its health, without starting it.
  ///
  /// From then on ``healthHandler`` is called when the health has changed.
  ///
  /// - Parameter handler: called once while ``process()`` runs, within 25 s
  public func requestHealth(_ handler: @escaping (Result<DaemonHealth, BusError>) -> Void) {
    do throws(BusError) {
      try bus.send(message("GetStatus", starting: false)) { answer in
        handler(
          Result { () throws(BusError) in
            guard case .dictionary(let status)? = try answer.get().first else {
              throw .failed(action: "read the status of motiond", .protocolError)
            }
            return DaemonHealth(DaemonStatus(status))
          })
      }
    } catch { handler(.failure(error)) }
  }

  // MARK: Waiting

  /// The descriptor to wait for; less than 0, which `poll` ignores, once the bus is lost.
  public var descriptor: Int32 { bus.descriptor }

  /// The events of the ``descriptor`` to wait for, as `poll` takes them: `POLLIN`, `POLLOUT`, or
  /// both.
  public var events: Int16 { Int16(bus.events) }

  /// The latest time to call ``process()``, in µs; nil without a deadline.
  ///
  /// - Clock: `CLOCK_MONOTONIC`.
  public var deadlineMicroseconds: UInt64? { bus.deadline }

  /// The time from now to that deadline as `poll` takes it: in ms, rounded up; -1 for ever.
  public var timeoutMilliseconds: Int32 {
    bus.deadline.map { deadline in
      Timestamp(microseconds: deadline).pollTimeout(from: .now(on: CLOCK_MONOTONIC))
    } ?? -1
  }

  /// Sends and receives, as far as possible without waiting, and calls the handler.
  ///
  /// It does nothing once the bus is lost and ``Event/disconnected(_:)`` was delivered.
  public func process() {
    do throws(BusError) {
      try bus.process()
    } catch { handle(.lost(error)) }
  }

  /// An event of a connection.
  public enum Event: Hashable, Sendable {
    /// An event of a motion; the events of a kind that lasts are `(began (ended | cancelled))*`.
    ///
    /// - Clock: `CLOCK_BOOTTIME`.
    case motion(MotionEvent)
    /// The daemon has taken the claim: motions are reported from now on.
    ///
    /// Repeated for each daemon that replaces one that was lost, and when there is an accelerometer
    /// again.
    case connected
    /// The daemon has taken the claim, and has no accelerometer: no motions come until
    /// ``connected`` follows.
    case noAccelerometer
    /// There is no daemon, or it refuses the claim, for a reason to show to the user.
    ///
    /// The connection asks the next daemon that appears by itself.
    case unavailable(BusError)
    /// The bus is lost, and this connection is of no use any more.
    case disconnected(BusError)
  }

  // MARK: Inside

  private func handle(_ input: SessionMachine.Input) {
    actions += machine.handle(input, at: .now())
    guard !isActing else { return }
    isActing = true
    while !actions.isEmpty { perform(actions.removeFirst()) }
    isActing = false
  }

  private func perform(_ action: SessionMachine.Action) {
    switch action {
    case .deliver(let event):
      handler(event)
    case .claim(let starting):
      do throws(BusError) {
        call = try sendClaim(starting: starting)
      } catch { handle(.refused(error)) }
    case .release:
      // Without a receiver nothing is left to release.
      try? message("Release", starting: false).send()
    case .holdOff(let milliseconds):
      // Without a receiver there are no motions either.
      do throws(BusError) {
        let message = try message("HoldOff", starting: false)
        try message.append([.uint32(milliseconds)])
        try message.send()
      } catch {}
    }
  }

  /// Sends a claim; one that starts the daemon has only the time that a start takes.
  private func sendClaim(starting: Bool) throws(BusError) -> BusSlot {
    let message = try message("Claim", starting: starting)
    try message.append([.dictionary(claim.arguments)])
    return try BusSlot("claim motions") { [weak self] answer in
      self?.call = nil
      guard let error = answer.error else {
        let daemon = answer.sender ?? ""
        self?.handle(.accepted(by: daemon))
        self?.askForAccelerometer(of: daemon)
        return
      }
      self?.handle(
        starting && error.name == BusError.noReply
          ? .unanswered
          : .refused(
            BusError(refusing: "Claim", of: Motion1.program, error.name, error.message)))
    } _: { [bus, startTimeout] slot, callback, context in
      sd_bus_call_async(
        bus.pointer, slot, message.pointer, callback, context,
        starting ? startTimeout : 0)
    }
  }

  private func message(_ method: String, starting: Bool) throws(BusError) -> BusMessage {
    try bus.call(Motion1.name, Motion1.path, Motion1.interface, method, starting: starting)
  }

  /// Asks `daemon` if it has an accelerometer; changes come as a signal.
  private func askForAccelerometer(of daemon: String) {
    // A daemon that does not answer is lost, which another event reports.
    _ = try? bus.send(
      bus.call(
        daemon, Motion1.path, "org.freedesktop.DBus.Properties", "Get",
        [.string(Motion1.interface), .string("HasAccelerometer")])
    ) { [weak self] answer in
      if case .success([.bool(false)]) = answer { self?.handle(.accelerometer(false, of: daemon)) }
    }
  }

  private func matchAccelerometer() throws(BusError) -> BusSlot {
    let rule =
      "type='signal',path='\(Motion1.path)',interface='org.freedesktop.DBus.Properties',"
      + "member='PropertiesChanged',arg0='\(Motion1.interface)'"
    return try bus.match(rule) { [weak self] message in
      guard let sender = message.sender, let values = try? message.read(), values.count > 1,
        case .dictionary(let changes) = values[1],
        case .bool(let isThere)? = changes["HasAccelerometer"]
      else { return }
      self?.handle(.accelerometer(isThere, of: sender))
    }
  }

  /// The name of this connection on the bus.
  package var uniqueName: String? { bus.uniqueName }

  private func matchMotions() throws(BusError) -> BusSlot {
    // The machine checks the sender: the bus does not filter messages that are sent to us alone.
    let rule = "type='signal',path='\(Motion1.path)',interface='\(Motion1.interface)'"
    return try bus.match(rule) { [weak self] message in
      guard let sender = message.sender, let values = try? message.read() else { return }
      if message.member == Motion1.stopping {
        self?.handle(.stopping(sender))
      } else if message.member == Motion1.healthChanged {
        // Anybody may send one that looks like the daemon's.
        guard self?.machine.state.daemon == sender, case .dictionary(let status)? = values.first
        else { return }
        self?.healthHandler?(DaemonHealth(DaemonStatus(status)))
      } else if let event = MotionEvent(signal: message.member, values) {
        self?.handle(.signal(event, from: sender))
      }
    }
  }
}
