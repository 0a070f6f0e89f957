// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// An asynchronous sequence of motions from the daemon, for an app whose main loop is Swift's or
/// Dispatch's.
///
/// ```swift
/// for await motion in MotionSession() {
///   Application.shared.sendEvent(Event(motion))
/// }
/// ```
///
/// `shakes` of MotionCore has the shakes that ended alone, with their measurements.
///
/// It starts the daemon if need be, claims motions, and survives restarts of the daemon and of the
/// bus. The events of each kind that lasts are always `(began (ended | cancelled))*`: a motion that
/// is open when the daemon is lost, the app becomes inactive or the session is cancelled is
/// cancelled too.
///
/// Several loops over a session may run at once, each with its own copy of the events: the first
/// also gets what came before it, a further one what begins after it started. Up to 256 events wait
/// for each; a motion that finds no place any more is dropped as a whole, for the slow loop alone.
///
/// A loop ends when the session or its own task is cancelled; with the last loop whose task is
/// cancelled the session ends too. When the session and its iterators are let go, the claim is
/// released.
///
/// - Clock: `CLOCK_BOOTTIME`.
public final class MotionSession: MotionSource {
  /// An event.
  public typealias Element = MotionEvent
  /// The sequence never fails: ``MotionSession/status`` reports problems.
  public typealias Failure = Never

  /// The availability of motions.
  public enum Status: Hashable, Sendable {
    /// The daemon has taken the claim.
    case connected
    /// The daemon has taken the claim, and has no accelerometer; ``connected`` follows once it has
    /// one.
    case noAccelerometer
    /// There is no daemon, or it refuses the claim, for a reason to show to the user. The session
    /// waits for one.
    case unavailable(BusError)
  }

  /// The changes of the status; only the latest waits.
  ///
  /// For one task at a time.
  public let status: AsyncStream<Status>

  private let events = LoopQueue<EventBacklog>()
  private let wishes: MotionWishes
  private let core: QueueBound<Core>

  /// A session that connects at once.
  ///
  /// - Parameters:
  ///   - address: the bus of the daemon; by default the system bus, or the one that `MOTIOND_BUS`
  ///     names
  ///   - claim: the motions to receive
  ///   - isActive: true to claim them at once, see ``isActive``
  ///   - report: called with each problem once, from the session's queue; by default it writes a
  ///     line to standard error
  public convenience init(
    _ address: BusAddress = .standard, claim: MotionClaim = MotionClaim(), isActive: Bool = true,
    report: @escaping @Sendable (Status) -> Void = MotionSession.write
  ) {
    self.init(
      address, claim: claim, isActive: isActive,
      RetryDelays(first: .seconds(1), longest: .seconds(30)), report: report)
  }

  /// Writes a problem to standard error, as an app without motions would otherwise be silent.
  ///
  /// - Parameter status: the problem
  public static func write(_ status: Status) {
    let text: String
    switch status {
    case .connected: return
    case .noAccelerometer:
      text =
        "motiond has no accelerometer; motions come once it has one, or from motionctl simulate"
    case .unavailable(let error): text = "\(error); motions come once motiond answers"
    }
    OutputFile.standardError.writeOffhand("MotionBus: \(text)\n")
  }

  /// A session that looks for a lost bus after `delays`, and keeps its claim for a while after the
  /// last wish.
  init(
    _ address: BusAddress, claim: MotionClaim, isActive: Bool, _ delays: RetryDelays,
    keepingClaim delay: Duration = .milliseconds(500),
    report: @escaping @Sendable (Status) -> Void = { _ in }
  ) {
    let (status, changes) = AsyncStream<Status>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.status = status
    let core = QueueBound(to: SerialQueue(label: "org.motiond.session")) {
      [events] own in
      Core(own, address, claim, isActive: isActive, delays, events, changes, report)
    }
    self.core = core
    wishes = MotionWishes(isActive: isActive, on: core.queue, delay: delay) { isActive in
      core.assumeIsolated { $0.setActive(isActive) }
    }
    // The task of the last loop was cancelled.
    events.onCancel { [weak self] in self?.cancel() }
    core.async { $0.connect() }
  }

  deinit {
    core.async { $0.end() }
  }

  /// A Boolean value that indicates whether the app itself lets the session claim motions; as in
  /// UIKit, only the app with the user's focus should get motions.
  ///
  /// `ShakeToUndo` and `Application.sendEvents` follow the focus by themselves. With a loop of your
  /// own, set this whenever your toolkit moves the focus; it waits for nothing. While it is false,
  /// the session claims nothing, so that the accelerometer can be off; it cancels an open motion
  /// when this becomes false.
  public var isActive: Bool {
    get { wishes.isActive }
    set { wishes.isActive = newValue }
  }

  /// Makes a wish for motions; the session keeps its claim for 0.5 s after the last wish.
  public func makeWish(isOn: Bool) -> any MotionWish {
    wishes.make(isOn: isOn)
  }

  /// Holds motions off while the app itself moves the device, with a vibration motor or a
  /// loudspeaker.
  ///
  /// What is under way is cancelled as interrupted. No motion comes whose event is stamped within
  /// the time from now on; so give it some more than the vibration lasts, for the device to come to
  /// rest. The time is at most 2 s; a longer time counts as 2 s. While nothing is claimed, and with
  /// a daemon that is older, this does nothing.
  ///
  /// - Parameter time: the time from now on
  public func holdOff(for time: Duration) {
    core.async { core in core.use { $0.holdOff(for: time) } }
  }

  /// Ends the session: the claim is released, and the sequence ends after the events that wait.
  ///
  /// A motion that is open is cancelled.
  public func cancel() {
    core.async { $0.end() }
  }

  /// An iterator with its own copy of the events.
  public func makeAsyncIterator() -> MotionIterator {
    events.makeIterator(of: wishes.loop(over: self))
  }
}

/// The session on its queue.
private final class Core {
  private enum State {
    case unconnected
    case connected(MotionConnection, BusPump)
    case waiting(QueueSource)
    case over
  }

  private weak var own: QueueBound<Core>?
  private let address: BusAddress
  private let claim: MotionClaim
  private let events: LoopQueue<EventBacklog>
  private let changes: AsyncStream<MotionSession.Status>.Continuation
  private let report: @Sendable (MotionSession.Status) -> Void
  private var reported: MotionSession.Status?
  private var state = State.unconnected
  private var delays: RetryDelays
  private var wantsMotions: Bool

  init(
    _ own: QueueBound<Core>, _ address: BusAddress, _ claim: MotionClaim, isActive: Bool,
    _ delays: RetryDelays, _ events: LoopQueue<EventBacklog>,
    _ changes: AsyncStream<MotionSession.Status>.Continuation,
    _ report: @escaping @Sendable (MotionSession.Status) -> Void
  ) {
    self.report = report
    (self.own, self.address, self.claim, self.delays) = (own, address, claim, delays)
    (self.events, self.changes, wantsMotions) = (events, changes, isActive)
  }

  func connect() {
    switch state {
    case .unconnected, .waiting: break
    // A timer may have fired just before it was let go.
    case .connected, .over: return
    }
    guard let own else { return }
    do throws(BusError) {
      let connection = try MotionConnection(address, claim: claim, isActive: wantsMotions) {
        [weak self] event in self?.handle(event)
      }
      let pump = try BusPump(connection.bus, on: own.queue.queue) { [weak own] in
        own?.sync { core in core.use { $0.process() } }
      }
      state = .connected(connection, pump)
    } catch { retry(after: error) }
  }

  private func retry(after error: BusError) {
    change(to: .unavailable(error))
    guard let own else { return }
    state = .waiting(own.timer(after: delays.next()) { $0.connect() })
  }

  func setActive(_ isActive: Bool) {
    wantsMotions = isActive
    use { $0.isActive = isActive }
  }

  func end() {
    use { $0.isActive = false }
    state = .over
    events.close()
    changes.finish()
  }

  /// Uses the connection, if there is one, and then waits for it again.
  func use(_ body: (MotionConnection) -> Void) {
    guard case .connected(let connection, _) = state else { return }
    body(connection)
    // The bus may have been lost meanwhile.
    guard case .connected(_, let pump) = state else { return }
    pump.wait(for: connection.bus)
  }

  private func handle(_ event: MotionConnection.Event) {
    switch event {
    case .motion(let motion): events.put(motion)
    case .connected:
      delays.reset()
      change(to: .connected)
    case .noAccelerometer: change(to: .noAccelerometer)
    case .unavailable(let error): change(to: .unavailable(error))
    case .disconnected(let error): retry(after: error)
    }
  }

  private func change(to status: MotionSession.Status) {
    changes.yield(status)
    // Each retry, and each return of the focus, finds the same problem again.
    guard status != .connected, status != reported else { return }
    reported = status
    report(status)
  }
}
