import Glibc
import MotionBus
import MotionCore
import MotionMQTT

/// The way from motiond to a broker: one loop that waits for both.
struct MotionRelay {
  private var link: BrokerLink
  private let device: MQTTDevice
  private let kinds: Set<MotionKind>
  private let inbox = Inbox()
  private let connection: MotionConnection

  private final class Inbox {
    var events: [MotionConnection.Event] = []
  }

  /// A relay of the motions of `claim`.
  ///
  /// - Parameters:
  ///   - address: the bus of motiond
  ///   - claim: the motions
  ///   - device: the topics
  ///   - link: to the broker
  ///   - discovery: for Home Assistant; nil for none
  /// - Throws: a ``BusError`` if there is no bus
  init(
    _ address: BusAddress, _ claim: MotionClaim, _ device: MQTTDevice, _ link: BrokerLink,
    discovery: HomeAssistant?
  ) throws {
    self.link = link
    self.device = device
    kinds = claim.motions
    connection = try MotionConnection(address, claim: claim) { [inbox] in inbox.events.append($0) }
    for message in discovery?.messages(for: device, kinds) ?? [] { self.link.put(message) }
    self.link.put(device.availability(false))
  }

  /// Relays until a signal.
  ///
  /// - Throws: a ``BusError`` if the bus is gone or motiond refuses the claim; a ``Failure`` if the
  ///   broker refuses the connection
  mutating func run(_ signals: StopSignals) throws {
    var isStopped = false
    while !isStopped {
      connection.process()
      let events = inbox.events
      inbox.events = []
      for event in events { try process(event) }
      try link.process()
      let limits = [connection.timeoutMilliseconds, link.timeoutMilliseconds].filter { $0 >= 0 }
      isStopped = signals.wait(
        for: [(connection.descriptor, connection.events)] + link.wishes,
        milliseconds: limits.min() ?? -1)
    }
    link.put(device.availability(false))
    try link.close(within: .seconds(2))
  }

  private mutating func process(_ event: MotionConnection.Event) throws {
    switch event {
    case .motion(let motion):
      for message in device.messages(for: motion, at: Self.timeOfDay) { link.put(message) }
    case .connected:
      Log.write("motiond reports motions", .notice)
      for state in device.initialStates(of: kinds) { link.put(state) }
      link.put(device.availability(true))
    case .noAccelerometer:
      Log.write("motiond has no accelerometer; waiting for one", .notice)
      link.put(device.availability(false))
    case .unavailable(let error):
      if case .refused = error { throw error }
      Log.write("\(error); waiting for motiond", .notice)
      link.put(device.availability(false))
    case .disconnected(let error): throw error
    }
  }

  /// The time of day in UTC, such as `2026-01-31T12:00:00.250Z`.
  private static var timeOfDay: String {
    var (now, parts) = (timespec(), tm())
    clock_gettime(CLOCK_REALTIME, &now)
    gmtime_r(&now.tv_sec, &parts)
    let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    let milliseconds = "\(1000 + now.tv_nsec / 1_000_000)".dropFirst()
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(milliseconds)Z"
  }
}
