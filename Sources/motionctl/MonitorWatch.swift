import CommandSupport
import Glibc
import MotionBus
import MotionCore

/// Waits for what the daemon tells, and for the readings behind it if they are to be explained.
struct MonitorWatch {
  private let isWaiting: Bool
  private let emit: (Finding) throws -> Void
  private let events = Inbox()
  private var connection: MotionConnection?
  /// Opens the daemon's readings, if they are to be explained.
  private var open: (() throws(BusError) -> ReadingExplainer)?
  private var explainer: ReadingExplainer?
  private var address = BusAddress.system
  private var wasConnected = false

  /// What the connection told and nobody has looked at yet.
  private final class Inbox {
    var events: [MotionConnection.Event] = []
  }

  /// A watch that has not begun.
  ///
  /// - Parameters:
  ///   - isWaiting: whether to wait for a daemon if there is none
  ///   - emit: called for each event and each explanation
  init(isWaiting: Bool, _ emit: @escaping (Finding) throws -> Void) {
    self.isWaiting = isWaiting
    self.emit = emit
  }

  /// Claims motions.
  ///
  /// - Throws: a ``BusError`` if there is no bus
  mutating func connect(
    _ address: BusAddress, _ claim: MotionClaim, isExplaining: Bool
  ) throws(BusError) {
    let events = events
    self.address = address
    connection = try MotionConnection(address, claim: claim) { events.events.append($0) }
    guard isExplaining else { return }
    open = { () throws(BusError) in
      ReadingExplainer(try MotionDaemon(address).openSamples(), claim)
    }
  }

  /// Watches until a signal.
  ///
  /// - Throws: a ``Failure`` if there is no daemon, no readings to explain, or the bus is gone; what `emit`
  ///   throws
  mutating func run(_ signals: borrowing StopSignals) throws {
    guard let connection else { return }
    while true {
      connection.process()
      let told = events.events
      events.events = []
      for event in told { try take(event) }
      var wishes = [(connection.descriptor, connection.events)]
      if let explainer { wishes.append((explainer.descriptor, Int16(POLLIN))) }
      guard events.events.isEmpty else { continue }
      switch signals.wait(for: wishes, milliseconds: connection.timeout) {
      case .stopped: return
      case .ready, .timedOut:
        guard try explainer?.explain(emit) == false else { continue }
        explainer = nil
        try tell("motiond sends no more readings to explain")
      }
    }
  }

  private mutating func take(_ event: MotionConnection.Event) throws {
    switch event {
    case .motion(let motion): try emit(.event(motion))
    case .connected:
      wasConnected = true
      do throws(BusError) { explainer = try open?() } catch { throw Failure(error) }
      let hasDevice = try? MotionDaemon(address).status()?.device != nil
      try tell(hasDevice == false ? "watching; motiond has no accelerometer yet" : "watching")
    case .unavailable(let error):
      guard isWaiting || wasConnected else { throw Failure(error) }
      try tell(wasConnected ? "motiond is gone; waiting for it" : "\(error); waiting for motiond")
    case .disconnected(let error): throw Failure(error)
    }
  }

  private func tell(_ text: String) throws {
    try OutputFile.standardError.write("motionctl monitor: \(text)\n")
  }
}
