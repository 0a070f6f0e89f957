// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import LinuxSupport
import MotionCore
import SystemPackage

/// A synchronous client of the daemon, for commands: each method waits for the answer.
///
/// Used by one thread at a time. Apps use ``MotionSession``, which waits for nothing.
package final class MotionDaemon {
  /// The state of the daemon.
  package struct Status: Hashable, Sendable {
    /// The accelerometer that it has or had last; nil before the first.
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

  /// The state of the daemon, without starting it.
  ///
  /// - Returns: its status; nil if none runs
  /// - Throws: a ``BusError`` if it does not answer
  package func status() throws(BusError) -> Status? {
    let call = try bus.call(
      Motion1.name, Motion1.path, "org.freedesktop.DBus.Properties", "GetAll",
      [.string(Motion1.interface)], starting: false)
    let values: [BusValue]
    do throws(BusError) {
      values = try answer(to: call).read()
    } catch .noDaemon { return nil }
    guard case .dictionary(let properties) = values.first else { return nil }
    let status = DaemonStatus(properties)
    return Status(
      device: status.device.flatMap { $0.isEmpty ? nil : $0 },
      rate: status.sampleRate.flatMap { $0 > 0 ? $0 : nil }, isClaimed: status.isClaimed ?? false)
  }

  /// The status of the daemon, as far as this user may know it, without starting it.
  ///
  /// - Returns: values by name, as the D-Bus interface describes them
  /// - Throws: a ``BusError`` if there is no daemon
  package func fullStatus() throws(BusError) -> [String: BusValue] {
    let answer = try ask(Motion1.name, Motion1.path, Motion1.interface, "GetStatus", [])
    guard case .dictionary(let status)? = answer.first else {
      throw .failed(action: "take the status of motiond", .protocolError)
    }
    return status
  }

  /// The options for claims that omit them.
  ///
  /// - Throws: a ``BusError`` if there is no daemon
  package func defaults() throws(BusError) -> MotionOptions {
    guard let values = DaemonStatus(try fullStatus()).defaults else { return MotionOptions() }
    do throws(Refusal) { return try MotionClaim(arguments: values).options } catch {
      throw .failed(action: "take the options of motiond", .protocolError)
    }
  }

  /// The process of the client `name` on the bus; nil if it has left.
  package func process(of name: String) -> UInt32? {
    guard let call = try? bus.callBus("GetConnectionUnixProcessID", [.string(name)]),
      case .uint32(let process)? = (try? answer(to: call).read())?.first
    else { return nil }
    return process
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

  /// Opens a pipe where the daemon writes readings as lines of a recording, and starts it if need
  /// be.
  ///
  /// - Returns: the end to read from, which the caller closes. It ends when the daemon does, or
  ///   when its reader falls behind.
  /// - Throws: a ``BusError`` if there is no daemon, or if it refuses
  package func openSamples() throws(BusError) -> FileDescriptor {
    try start()
    return try descriptor(from: "OpenSamples")
  }

  /// Opens a file with the latest readings of the daemon, as a recording; it is not started.
  ///
  /// - Returns: the file, which the caller closes
  /// - Throws: a ``BusError`` if there is no daemon, if it has no readings, or if it refuses
  package func capture() throws(BusError) -> FileDescriptor {
    try descriptor(from: "Capture", startingDaemon: false)
  }

  /// Calls `method`, which returns a descriptor; the caller closes it.
  private func descriptor(
    from method: String, startingDaemon isStarting: Bool = true
  ) throws(BusError) -> FileDescriptor {
    let call = try bus.call(
      Motion1.name, Motion1.path, Motion1.interface, method, starting: isStarting)
    let answer = try answer(to: call)
    guard case .descriptor(let descriptor)? = try answer.read().first else {
      throw .failed(action: "take the descriptor of \(method)", .protocolError)
    }
    do throws(Errno) {
      // The message closes its own.
      return try FileDescriptor(rawValue: descriptor).copy()
    } catch { throw .failed(action: "take the descriptor of \(method)", error) }
  }

  /// Starts the daemon if none runs.
  ///
  /// - Throws: a ``BusError`` if none can be started, or not in the time for that
  package func start() throws(BusError) {
    let name = BusValue.string(Motion1.name)
    // A daemon that was started by hand need not have a service file.
    guard try !has(Motion1.name) else { return }
    let start = try bus.callBus("StartServiceByName", [name, .uint32(0)])
    do throws(BusError) {
      _ = try answer(to: start, within: Motion1.startTimeoutMicroseconds)
    } catch .failed(_, .timedOut) {
      throw .noDaemon(
        Motion1.program, message: "it does not start; systemctl status motiond says more")
    }
  }

  /// Calls a method of another service on the bus, and waits at most 3 s for its answer.
  ///
  /// - Parameters:
  ///   - service: its name on the bus
  ///   - path: the path of its object
  ///   - interface: of the method
  ///   - method: the method
  ///   - values: its arguments
  ///   - startingIt: true to have the bus start the service if it does not run
  /// - Returns: the values of the answer
  /// - Throws: a ``BusError`` if the service is not there, refuses or does not answer
  package func ask(
    _ service: String, _ path: String, _ interface: String, _ method: String,
    _ values: [BusValue], startingIt: Bool = false
  ) throws(BusError) -> [BusValue] {
    let call = try bus.call(service, path, interface, method, values, starting: startingIt)
    let program = service == Motion1.name ? Motion1.program : service
    return try answer(to: call, of: program, within: 3_000_000).read()
  }

  /// True if a process owns `name` on the bus.
  package func has(_ name: String) throws(BusError) -> Bool {
    try answer(to: bus.callBus("NameHasOwner", [.string(name)])).read() == [.bool(true)]
  }

  /// The unique name of the owner of `name` on the bus; nil if it has none.
  package func owner(of name: String) throws(BusError) -> String? {
    guard try has(name),
      case .string(let owner)? =
        try answer(to: bus.callBus("GetNameOwner", [.string(name)])).read().first
    else { return nil }
    return owner
  }

  /// The names of all connections to the bus, unique ones too.
  package func names() throws(BusError) -> [String] {
    guard case .strings(let names)? = try answer(to: bus.callBus("ListNames", [])).read().first
    else { return [] }
    return names
  }

  /// True if the bus can start the service `name`.
  package func canStart(_ name: String) throws(BusError) -> Bool {
    let answer = try answer(to: bus.callBus("ListActivatableNames", []))
    guard case .strings(let names)? = try answer.read().first else { return false }
    return names.contains(name)
  }

  /// The unique name of this connection.
  package func uniqueName() throws(BusError) -> String {
    guard let name = bus.uniqueName else {
      throw .failed(action: "get a name from the bus", .socketNotConnected)
    }
    return name
  }

  /// Sends `call` and waits for its answer, at most so many µs; 0 for the default of sd-bus, 25 s.
  private func answer(
    to call: BusMessage, of program: String = Motion1.program, within microseconds: UInt64 = 0
  ) throws(BusError) -> BusMessage {
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    var answer: OpaquePointer?
    let result = sd_bus_call(bus.pointer, call.pointer, microseconds, &error, &answer)
    // sd-bus names its own errors after the system's: such an error is not an answer.
    if let name = error.name.map({ String(cString: $0) }), !name.hasPrefix("System.Error.") {
      let message = error.message.map { String(cString: $0) } ?? name
      throw BusError(refusing: call.member, of: program, name, message)
    }
    try check(result, "call \(call.member)")
    guard let answer else { throw .failed(action: "call \(call.member)", .noMemory) }
    return BusMessage(adopting: answer)
  }
}
