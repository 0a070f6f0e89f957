import CSystemBus
import Glibc
import MotionCore

/// Motions from the daemon, for an app that runs a main loop of its own.
///
/// It has no thread and never blocks. Wait for the ``descriptor`` to be ready for the ``events``, for at
/// most the ``timeout``, then call ``process()``; ask for all three anew each time. It is used by one
/// thread at a time. Where the loop is Dispatch's or Swift's, ``MotionSession`` does all that.
///
/// It survives that the daemon restarts: the claim is made again, and an open motion is cancelled. When
/// it is let go, the daemon forgets the claim; an open motion ends untold then.
public final class MotionConnection {
  let bus: BusConnection
  private let claim: MotionClaim
  private let handler: (Event) -> Void
  private var machine = SessionMachine()
  /// What is still to be done: a handler that sets ``isActive`` is not called before it has returned.
  private var actions: [SessionMachine.Action] = []
  private var isActing = false
  private var matches: [BusSlot] = []
  /// The claim that waits for its answer.
  private var call: BusSlot?

  /// Connects to the bus, and claims motions of the daemon there, which the claim starts if need be.
  ///
  /// - Parameters:
  ///   - address: which bus
  ///   - claim: what to be told of
  ///   - isActive: whether to claim at once, see ``isActive``
  ///   - handler: called for all there is to tell, in order, while ``process()`` runs or ``isActive``
  ///     is set
  /// - Throws: a ``BusError`` if the bus cannot be reached
  public init(
    _ address: BusAddress = .system, claim: MotionClaim = MotionClaim(), isActive: Bool = true,
    _ handler: @escaping (Event) -> Void
  ) throws(BusError) {
    bus = try BusConnection(address)
    self.claim = claim
    self.handler = handler
    self.isActive = isActive
    // Before the claim, so that no change after its answer is missed.
    matches = [try matchOwner(), try matchMotions()]
    if isActive { handle(.activated) }
  }

  /// Whether the app is the one that the user works with: as in UIKit, only that one gets motions.
  ///
  /// Set it as your toolkit moves the focus. While it is false nothing is claimed, so that the
  /// accelerometer can rest; a motion that is open then is cancelled at once.
  public var isActive: Bool {
    didSet { handle(isActive ? .activated : .deactivated) }
  }

  // MARK: Waiting

  /// What to wait for; less than 0, which `poll` ignores, once the bus is gone.
  public var descriptor: Int32 { bus.descriptor }

  /// What to wait for on the ``descriptor``, as `poll` takes it: `POLLIN`, `POLLOUT`, or both.
  public var events: Int16 { Int16(bus.events) }

  /// When to call ``process()`` at the latest; nil if there is no such time.
  ///
  /// - Units: µs.
  /// - Clock: `CLOCK_MONOTONIC`.
  public var deadline: UInt64? { bus.deadline }

  /// How long from now on that is, as `poll` takes it: in ms, rounded up; -1 for ever.
  public var timeout: Int32 {
    guard let deadline else { return -1 }
    let now = microseconds(CLOCK_MONOTONIC)
    return deadline > now ? Int32(clamping: (deadline - now + 999) / 1000) : 0
  }

  /// Does what there is to do now, and returns.
  ///
  /// Once the bus is gone, and ``Event/disconnected(_:)`` was told, it does nothing.
  public func process() {
    do throws(BusError) {
      try bus.process()
    } catch { handle(.lost(error)) }
  }

  // MARK: Inside

  private func handle(_ input: SessionMachine.Input) {
    let now = Timestamp(nanoseconds: Int64(clamping: microseconds(CLOCK_BOOTTIME) * 1000))
    actions += machine.handle(input, at: now)
    guard !isActing else { return }
    isActing = true
    while !actions.isEmpty { perform(actions.removeFirst()) }
    isActing = false
  }

  private func perform(_ action: SessionMachine.Action) {
    switch action {
    case .tell(let event):
      handler(event)
    case .claim(let starting):
      do throws(BusError) {
        call = try sendClaim(starting: starting)
      } catch { handle(.refused(error)) }
    case .release:
      // Nobody to hear of it, nothing to release.
      try? message("Release", starting: false).send()
    }
  }

  private func sendClaim(starting: Bool) throws(BusError) -> BusSlot {
    let message = try message("Claim", starting: starting)
    try message.append([.dictionary(claim.options)])
    return try BusSlot("claim motions") { [weak self] answer in
      self?.call = nil
      self?.handle(
        answer.error.map { .refused(BusError(refusing: "Claim", $0.name, $0.message)) }
          ?? .accepted(by: answer.sender ?? ""))
    } _: { [bus] slot, callback, context in
      sd_bus_call_async(bus.pointer, slot, message.pointer, callback, context, 0)
    }
  }

  private func message(_ method: String, starting: Bool) throws(BusError) -> BusMessage {
    let message = try bus.call(Motion1.name, Motion1.path, Motion1.interface, method)
    try check(sd_bus_message_set_auto_start(message.pointer, starting ? 1 : 0), "address a message")
    return message
  }

  private func matchOwner() throws(BusError) -> BusSlot {
    let rule = """
      type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',\
      interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Motion1.name)'
      """
    return try bus.match(rule) { [weak self] message in
      // sd-bus does not look at the sender of what was sent to us alone.
      guard message.sender == "org.freedesktop.DBus", let values = try? message.read(),
        values.count == 3, case .string(let owner) = values[2]
      else { return }
      self?.handle(.ownerChanged(owner.isEmpty ? nil : owner))
    }
  }

  private func matchMotions() throws(BusError) -> BusSlot {
    // Whose they are is for the machine to see: the bus does not filter what is sent to us alone.
    let rule = "type='signal',path='\(Motion1.path)',interface='\(Motion1.interface)'"
    return try bus.match(rule) { [weak self] message in
      guard let sender = message.sender, let values = try? message.read(),
        let event = MotionEvent(signal: message.member, values)
      else { return }
      self?.handle(.signal(event, from: sender))
    }
  }
}

/// What `clock` shows, in microseconds.
private func microseconds(_ clock: clockid_t) -> UInt64 {
  var now = timespec()
  clock_gettime(clock, &now)
  return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
}
