import CSystemBus
import DispatchSupport
import MotionCore
import SystemPackage

/// A synchronous client of the daemon, for commands: each method waits for the answer.
///
/// Used by one thread at a time. Apps use ``MotionSession``, which waits for nothing.
package final class MotionDaemon {
  /// The state of the daemon.
  package struct Status: Hashable, Sendable {
    /// The accelerometer that it has or had last; nil if there is none.
    package var device: String?
    /// The sampling frequency; nil if it is not known.
    package var rate: Hertz?
    /// A Boolean value that indicates whether clients have claimed motions, so that the daemon
    /// samples.
    package var isClaimed: Bool
  }

  private let bus: BusConnection

  /// Connects to the bus; the first question shows if a daemon is there.
  ///
  /// - Throws: a ``BusError`` if there is no bus
  package init(_ address: BusAddress) throws(BusError) {
    bus = try BusConnection(address)
  }

  /// The state of the daemon, which is not started for that.
  ///
  /// - Returns: its status; nil if none runs
  /// - Throws: a ``BusError`` if it does not answer
  package func status() throws(BusError) -> Status? {
    let call = try bus.call(
      Motion1.name, Motion1.path, "org.freedesktop.DBus.Properties", "GetAll",
      [.string(Motion1.interface)])
    try check(sd_bus_message_set_auto_start(call.pointer, 0), "address a message")
    let values: [BusValue]
    do throws(BusError) {
      values = try answer(to: call).read()
    } catch .noDaemon { return nil }
    guard case .dictionary(let properties) = values.first else { return nil }
    var status = Status(isClaimed: properties["Claimed"] == .bool(true))
    if case .string(let device) = properties["Device"], !device.isEmpty { status.device = device }
    if case .double(let rate) = properties["SampleRate"], rate > 0 { status.rate = rate }
    return status
  }

  /// Has the daemon play a motion to the clients that claimed it; the daemon is started if need be.
  ///
  /// - Parameter motion: the name of a motion, such as `shake`, or the text of a recording
  /// - Throws: a ``BusError`` if there is no daemon, or if it refuses
  package func simulate(_ motion: String) throws(BusError) {
    try start()
    _ = try answer(
      to: bus.call(
        Motion1.name, Motion1.path, Motion1.interface, "Simulate", [.string(motion)]))
  }

  /// Opens a pipe to which the daemon writes readings as lines of a recording; it is started if
  /// need be.
  ///
  /// - Returns: the end to read from, which the caller closes. It ends when the daemon does, or
  ///   when its reader falls behind.
  /// - Throws: a ``BusError`` if there is no daemon, or if it refuses
  package func openSamples() throws(BusError) -> FileDescriptor {
    try start()
    let call = try bus.call(Motion1.name, Motion1.path, Motion1.interface, "OpenSamples")
    let answer = try answer(to: call)
    guard case .descriptor(let pipe)? = try answer.read().first else {
      throw .failed(action: "take the pipe of the samples", .protocolError)
    }
    do throws(Errno) {
      // The message closes its own.
      return try FileDescriptor(rawValue: pipe).copy()
    } catch { throw .failed(action: "take the pipe of the samples", error) }
  }

  /// Starts the daemon if none runs.
  ///
  /// - Throws: a ``BusError`` if none can be started, or not in the time for that
  package func start() throws(BusError) {
    let name = BusValue.string(Motion1.name)
    // One that was started by hand is none that the bus can start.
    guard try answer(to: bus.callBus("NameHasOwner", [name])).read() != [.bool(true)] else {
      return
    }
    let start = try bus.callBus("StartServiceByName", [name, .uint32(0)])
    do throws(BusError) {
      _ = try answer(to: start, within: Motion1.startTimeoutMicroseconds)
    } catch .failed(_, .timedOut) {
      throw .noDaemon(message: "it does not start; systemctl status motiond says more")
    }
  }

  /// Sends `call` and waits for its answer, at most so many µs; 0 for the default of sd-bus, 25 s.
  private func answer(
    to call: BusMessage, within microseconds: UInt64 = 0
  ) throws(BusError) -> BusMessage {
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    var answer: OpaquePointer?
    let result = sd_bus_call(bus.pointer, call.pointer, microseconds, &error, &answer)
    // sd-bus names its own errors after the system's: such an error is no answer.
    if let name = error.name.map({ String(cString: $0) }), !name.hasPrefix("System.Error.") {
      let message = error.message.map { String(cString: $0) } ?? name
      throw BusError(refusing: call.member, name, message)
    }
    try check(result, "call \(call.member)")
    guard let answer else { throw .failed(action: "call \(call.member)", .noMemory) }
    return BusMessage(adopting: answer)
  }
}
