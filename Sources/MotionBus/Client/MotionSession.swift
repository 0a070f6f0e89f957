import MotionCore
import Synchronization

/// Motions from the daemon, as a sequence: for an app whose main loop is Swift's or Dispatch's.
///
/// ```swift
/// for await motion in MotionSession() {
///   Application.shared.sendEvent(Event(motion))
/// }
/// ```
///
/// It starts the daemon if need be, claims motions of it, and survives that the daemon or the bus
/// restarts. Whatever happens, the events of each motion are `(began (ended | cancelled))*`: what is open
/// when the daemon is lost, the app becomes inactive or the session is cancelled, is cancelled.
///
/// Events wait until they are asked for, 256 at most. A motion that finds no place any more is dropped,
/// as a whole. Several iterators of a session share its events: who wants all of them twice makes two
/// sessions. The sequence ends when the session is cancelled or the task that iterates over it. When
/// the session and its iterators are let go, the claim is released.
///
/// - Clock: `CLOCK_BOOTTIME`.
public final class MotionSession: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = MotionEvent
  /// Nothing fails: what goes wrong is told by ``MotionSession/status``.
  public typealias Failure = Never

  /// Whether there are motions to be had.
  public enum Status: Hashable, Sendable {
    /// The daemon has taken the claim.
    case connected
    /// There is none, for a reason to show to the user. It is waited for.
    case unavailable(BusError)
  }

  /// What is new about the daemon: the latest waits until it is asked for.
  ///
  /// One task iterates over it.
  public let status: AsyncStream<Status>

  private let inbox: EventInbox
  private let link: SessionLink

  /// A session that connects at once.
  ///
  /// - Parameters:
  ///   - address: which bus
  ///   - claim: what to be told of
  ///   - isActive: whether to claim at once, see ``isActive``
  public convenience init(
    _ address: BusAddress = .system, claim: MotionClaim = MotionClaim(), isActive: Bool = true
  ) {
    self.init(address, claim: claim, isActive: isActive, Backoff())
  }

  /// A session that waits for a lost bus as `backoff` says.
  init(_ address: BusAddress, claim: MotionClaim, isActive: Bool, _ backoff: Backoff) {
    let (status, changes) = AsyncStream.makeStream(
      of: Status.self, bufferingPolicy: .bufferingNewest(1))
    let inbox = EventInbox()
    link = SessionLink(address, claim, isActive: isActive, backoff) { output in
      switch output {
      case .motion(let event): inbox.put(event)
      case .status(let status): changes.yield(status)
      case .over:
        inbox.close()
        changes.finish()
      }
    }
    self.status = status
    self.inbox = inbox
    // The task that iterates was cancelled.
    inbox.onCancel { [weak link] in link?.cancel() }
    link.start()
  }

  deinit {
    link.cancel()
  }

  /// Whether the app is the one that the user works with: as in UIKit, only that one gets motions.
  ///
  /// Set it as your toolkit moves the focus. While it is false nothing is claimed, so that the
  /// accelerometer can rest; a motion that is open then is cancelled.
  public var isActive: Bool {
    get { link.isActive }
    set { link.isActive = newValue }
  }

  /// Ends the session: the claim is released, and the sequence ends after the events that wait.
  ///
  /// A motion that is open is cancelled.
  public func cancel() {
    link.cancel()
  }

  /// An iterator over the events from the beginning of the session on, as far as nobody took them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(session: self, inbox: inbox, base: inbox.makeIterator())
  }

  /// Takes the events of a session one by one; keeps it alive meanwhile.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let session: MotionSession
    fileprivate let inbox: EventInbox
    fileprivate var base: AsyncStream<MotionEvent>.Iterator

    /// The next event; nil once the session or the task is cancelled.
    public mutating func next() async -> MotionEvent? {
      await next(isolation: #isolation)
    }

    /// The next event; nil once the session or the task is cancelled.
    ///
    /// - Parameter actor: where the caller is
    /// - Returns: an event, in order
    public mutating func next(isolation actor: isolated (any Actor)?) async -> MotionEvent? {
      let event = await base.next(isolation: actor)
      if event != nil { inbox.taken() }
      return event
    }
  }
}
