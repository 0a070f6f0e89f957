import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import MotionMQTT
import MotionSources

/// The way from motiond to a broker: one loop that waits for both.
struct MotionRelay {
  private var link: BrokerLink
  private let device: MQTTDevice
  private let kinds: Set<MotionKind>
  private let report: (String) throws -> Void
  private let inbox: MotionInbox

  /// A relay of the motions of `claim`.
  ///
  /// - Parameters:
  ///   - address: the bus of motiond
  ///   - claim: the motions
  ///   - device: the topics
  ///   - link: to the broker
  ///   - discovery: for Home Assistant; nil for none
  ///   - report: writes a line for the user
  /// - Throws: a ``BusError`` if there is no bus
  init(
    _ address: BusAddress, _ claim: MotionClaim, _ device: MQTTDevice, _ link: BrokerLink,
    discovery: HomeAssistant?, _ report: @escaping (String) throws -> Void
  ) throws {
    self.link = link
    self.device = device
    self.report = report
    kinds = claim.motions
    inbox = try MotionInbox(address, claim)
    for message in try discovery?.messages(for: device, kinds) ?? [] { self.link.put(message) }
    self.link.put(device.availability(false))
  }

  /// Relays until a signal.
  ///
  /// - Throws: a ``BusError`` if the bus is gone or motiond refuses the claim; a ``Failure`` if the
  ///   broker refuses the connection
  mutating func run(_ signals: borrowing StopSignals) throws {
    while true {
      for event in inbox.drain() { try process(event) }
      try link.process()
      let outcome = inbox.wait(signals, for: link.wishes, milliseconds: link.timeoutMilliseconds)
      guard outcome != .stopped else { break }
    }
    link.put(device.availability(false))
    try link.close(within: .seconds(2))
  }

  private mutating func process(_ event: MotionConnection.Event) throws {
    switch event {
    case .motion(let motion):
      for message in device.messages(for: motion, at: Self.timeOfDay) { link.put(message) }
    case .connected:
      try report("motiond reports motions")
      for state in device.initialStates(of: kinds) { link.put(state) }
      link.put(device.availability(true))
    case .noAccelerometer:
      try report("motiond has no accelerometer; waiting for one")
      link.put(device.availability(false))
    case .unavailable(let error):
      if case .refused = error { throw error }
      try report("\(error); waiting for motiond")
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
