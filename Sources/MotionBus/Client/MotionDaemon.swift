import CSystemBus
import Glibc

/// The daemon, for commands: asks it something and waits for the answer.
///
/// Used by one thread at a time. Apps use ``MotionSession``, which waits for nothing.
public final class MotionDaemon {
  /// What the daemon tells of itself.
  public struct Status: Hashable, Sendable {
    /// The accelerometer that it has or had last; nil if there is none.
    public var device: String?
    /// Its sampling frequency in Hz; nil if that is not known.
    public var rate: Double?
    /// Whether clients have claimed motions: it samples then.
    public var isClaimed: Bool

    /// A status of `device`, sampled at `rate` Hz, that clients have claimed motions of or not.
    public init(device: String? = nil, rate: Double? = nil, isClaimed: Bool) {
      self.device = device
      self.rate = rate
      self.isClaimed = isClaimed
    }
  }

  private let bus: BusConnection

  /// Connects to the bus; whether a daemon is there, the first question shows.
  ///
  /// - Throws: a ``BusError`` if there is no bus
  public init(_ address: BusAddress) throws(BusError) {
    bus = try BusConnection(address)
  }

  /// What it tells of itself; it is not started for that.
  ///
  /// - Returns: its status; nil if none runs
  /// - Throws: a ``BusError`` if it does not answer
  public func status() throws(BusError) -> Status? {
    let call = try bus.call(
      Motion1.name, Motion1.path, "org.freedesktop.DBus.Properties", "GetAll")
    try check(sd_bus_message_set_auto_start(call.pointer, 0), "address a message")
    try call.append([.string(Motion1.interface)])
    let values: [BusValue]
    do throws(BusError) {
      values = try answer(to: call)
    } catch .noDaemon { return nil }
    guard case .dictionary(let properties) = values.first else { return nil }
    var status = Status(isClaimed: properties["Claimed"] == .bool(true))
    if case .string(let device) = properties["Device"], !device.isEmpty { status.device = device }
    if case .double(let rate) = properties["SampleRate"], rate > 0 { status.rate = rate }
    return status
  }

  /// Has it play a motion to those who claimed it; it is started if need be.
  ///
  /// - Parameter what: `shake`, `long-shake`, or the text of a recording
  /// - Throws: a ``BusError`` if there is no daemon, or if it refuses
  public func simulate(_ what: String) throws(BusError) {
    let call = try bus.call(Motion1.name, Motion1.path, Motion1.interface, "Simulate")
    try call.append([.string(what)])
    _ = try answer(to: call)
  }

  /// Has it write readings to a pipe, as lines of a recording; it is started if need be.
  ///
  /// - Returns: the end to read from, which the caller closes. It ends when the daemon does, or when
  ///   its reader falls behind.
  /// - Throws: a ``BusError`` if there is no daemon, or if it refuses
  public func openSamples() throws(BusError) -> Int32 {
    let call = try bus.call(Motion1.name, Motion1.path, Motion1.interface, "OpenSamples")
    var copy: Int32 = -1
    let values = try answer(to: call) { values in
      // The message closes its own.
      if case .descriptor(let pipe) = values.first { copy = fcntl(pipe, F_DUPFD_CLOEXEC, 0) }
    }
    guard copy >= 0 else {
      throw .failed(action: "take the pipe of the samples", number: values.isEmpty ? EPROTO : errno)
    }
    return copy
  }

  /// Sends `call` and waits for its answer; `use` gets it while its descriptors are open.
  private func answer(
    to call: BusMessage, _ use: @escaping ([BusValue]) -> Void = { _ in }
  ) throws(BusError) -> [BusValue] {
    var answer: Result<[BusValue], BusError>?
    try bus.send(call) { result in
      if case .success(let values) = result { use(values) }
      answer = result
    }
    while true {
      try bus.process()
      switch answer {
      case .success(let values)?: return values
      case .failure(.refused(let method, let name, let message))?:
        throw BusError(refusing: method, name, message)
      case .failure(let error)?: throw error
      case nil: break
      }
      var wish = pollfd(fd: bus.descriptor, events: Int16(bus.events), revents: 0)
      // sd-bus's own time-out ends the wait for an answer.
      poll(&wish, 1, 1000)
    }
  }
}
