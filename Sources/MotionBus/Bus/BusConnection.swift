// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// A connection to a bus, which sends and receives without blocking in ``process()``.
///
/// One thread at a time may use it. Its owner waits for ``descriptor`` to be ready for ``events``,
/// or for ``deadline``, and then calls ``process()``.
package final class BusConnection {
  /// The object of sd-bus.
  package let pointer: OpaquePointer
  /// The object of sd-bus, for tests of misuse.
  package var handle: OpaquePointer { pointer }
  /// The bus.
  package let address: BusAddress
  /// The calls that wait for an answer.
  private var calls: [UInt64: BusSlot] = [:]
  private var lastCall: UInt64 = 0
  /// A descriptor that ends all waits of ``process(until:afterStop:_:)`` once it is readable, such
  /// as a signal's; nil for none.
  package var stop: FileDescriptor?
  /// The time when a wait found ``stop`` readable.
  private var stopped: Timestamp?
  /// The questions to ask again after a flood, by who asks.
  var afterFlood: [ObjectIdentifier: () -> Void] = [:]
  /// The calls that are due at a time on `CLOCK_MONOTONIC`.
  private var later: [(time: Timestamp, body: () -> Void)] = []
  /// A Boolean value that indicates whether the last ``process()`` left messages for the next.
  private var isFlooded = false

  /// Connects to the bus at `address`.
  ///
  /// - Parameters:
  ///   - address: the bus
  ///   - takesDescriptors: false for a connection without file descriptors in its messages, only at
  ///     an explicit address
  /// - Throws: a ``BusError`` if the bus is out of reach
  package init(_ address: BusAddress, takesDescriptors: Bool = true) throws(BusError) {
    var pointer: OpaquePointer?
    let result: Int32
    switch address {
    case .system: result = sd_bus_open_system(&pointer)
    case .session: result = sd_bus_open_user(&pointer)
    case .address(let text): result = Self.open(text, takesDescriptors, &pointer)
    }
    guard result >= 0, let pointer else { throw .noBus(address, Errno(rawValue: -result)) }
    self.address = address
    self.pointer = pointer
  }

  deinit {
    sd_bus_flush_close_unref(pointer)
  }

  private static func open(
    _ address: String, _ takesDescriptors: Bool, _ pointer: inout OpaquePointer?
  ) -> Int32 {
    var result = sd_bus_new(&pointer)
    if result >= 0 { result = sd_bus_set_address(pointer, address) }
    if result >= 0 { result = sd_bus_set_bus_client(pointer, 1) }
    if result >= 0 { result = sd_bus_negotiate_fds(pointer, takesDescriptors ? 1 : 0) }
    if result >= 0 { result = sd_bus_start(pointer) }
    if result < 0 { pointer = sd_bus_unref(pointer) }
    return result
  }

  // MARK: Waiting

  /// The descriptor to wait for; it never changes.
  package var descriptor: Int32 { sd_bus_get_fd(pointer) }

  /// The events of the ``descriptor`` to wait for: `POLLIN`, `POLLOUT`, or both.
  package var events: Int32 { max(0, sd_bus_get_events(pointer)) }

  /// The latest time to process, in µs of `CLOCK_MONOTONIC`; nil without a deadline.
  package var deadline: UInt64? {
    var deadline: UInt64 = 0
    if sd_bus_get_timeout(pointer, &deadline) < 0 { deadline = .max }
    for (time, _) in later { deadline = min(deadline, UInt64(max(0, time.nanoseconds / 1000))) }
    return deadline != .max ? deadline : nil
  }

  /// Has ``process()`` call `body` after `delay`.
  package func after(_ delay: Duration, _ body: @escaping () -> Void) {
    later.append((.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: delay.nanoseconds), body))
  }

  private func callDue() {
    guard !later.isEmpty else { return }
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    let due = later.filter { $0.time <= now }
    later.removeAll { $0.time <= now }
    for (_, body) in due { body() }
  }

  /// Sends, receives and calls handlers, as far as possible without waiting.
  ///
  /// It processes at most 256 messages: a flooding peer does not keep the thread for itself. If
  /// more are waiting, ``descriptor`` or ``deadline`` says so at once. The bus drops what it has no
  /// room for in a flood, such as the news that a client has left: after one, this asks about the
  /// clients of every ``Departure``.
  ///
  /// dbus-daemon reads from all that send before it writes once more, and only to a connection
  /// whose buffer is empty by then: of one that is slow to wake up, it keeps 127 MB of a flood and
  /// drops the rest. A service lingers therefore.
  ///
  /// - Parameter lingers: true to wait up to a millisecond for more, sixteen times, after a message
  /// - Throws: a ``BusError`` if the connection broke, and is of no more use
  package func process(lingering lingers: Bool = false) throws(BusError) {
    callDue()
    var waits = lingers ? Self.mostWaits : 0
    var hasRead = false
    for _ in 0..<256 {
      let result = sd_bus_process(pointer, nil)
      guard result >= 0 else { throw .disconnected(Errno(rawValue: -result)) }
      if result > 0 {
        hasRead = true
        continue
      }
      if hasRead, waits > 0 {
        (hasRead, waits) = (false, waits - 1)
        var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&wish, 1, 1) > 0 { continue }
      }
      if isFlooded { for ask in afterFlood.values { ask() } }
      return isFlooded = false
    }
    isFlooded = true
  }

  /// The most waits of a millisecond in one ``process(lingering:)``.
  private static let mostWaits = 16

  /// Sends, receives and calls handlers until `isDone`, until `deadline`, or until ``stop``.
  ///
  /// - Parameters:
  ///   - deadline: the time on `CLOCK_MONOTONIC`
  ///   - grace: the time that this wait has after ``stop``
  ///   - isDone: called whenever something may have come
  /// - Returns: false if it was too late
  /// - Throws: a ``BusError`` if the connection broke, and is of no more use
  package func process(
    until deadline: Timestamp, afterStop grace: Duration = .zero, _ isDone: () -> Bool
  ) throws(BusError) -> Bool {
    while true {
      try process()
      if isDone() { return true }
      let now = Timestamp.now(on: CLOCK_MONOTONIC)
      var end = deadline
      if isStopped {
        end = min(end, (stopped ?? now).advanced(byNanoseconds: grace.nanoseconds))
      }
      guard now < end else { return false }
      let next = min(self.deadline.map(Timestamp.init(microseconds:)) ?? end, end)
      var wishes = [
        pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
        pollfd(fd: stopped == nil ? stop?.rawValue ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      ]
      poll(&wishes, 2, next.pollTimeout(from: now))
    }
  }

  /// A Boolean value that indicates whether ``stop`` is readable, or was.
  package var isStopped: Bool {
    guard stopped == nil, let stop else { return stopped != nil }
    var wish = pollfd(fd: stop.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&wish, 1, 0) > 0 else { return false }
    stopped = .now(on: CLOCK_MONOTONIC)
    return true
  }

  /// The number of messages that wait for writing.
  package var queuedMessages: UInt64 {
    var count: UInt64 = 0
    sd_bus_get_n_queued_write(pointer, &count)
    return count
  }

  /// Closes the connection at once; messages that wait for writing are lost.
  package func close() {
    sd_bus_close(pointer)
  }

  // MARK: Names

  /// The unique name of this connection, such as `:1.42`; nil if the bus gave none.
  package var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    return sd_bus_get_unique_name(pointer, &name) >= 0 ? name.map { String(cString: $0) } : nil
  }

  /// Takes `name`, and blocks until this connection has it; later requests by others fail.
  ///
  /// - Parameter name: a well-known name
  /// - Throws: a ``BusError``, which is ``BusError/nameTaken(_:)`` if another process has it
  package func requestName(_ name: String) throws(BusError) {
    // A shorter wait than usual, for a bus that accepts connections and answers nothing.
    sd_bus_set_method_call_timeout(pointer, 5_000_000)
    // Later calls have sd-bus's time: polkit may have to start first.
    defer { sd_bus_set_method_call_timeout(pointer, 0) }
    let result = sd_bus_request_name(pointer, name, 0)
    guard result != -EEXIST else { throw .nameTaken(name) }
    try check(result, "own the name \(name) on the \(address)")
  }

  /// Gives `name` back, and blocks for at most a second until the bus has taken it.
  ///
  /// - Parameter name: a name that this connection has
  /// - Throws: a ``BusError`` if the bus does not answer
  package func releaseName(_ name: String) throws(BusError) {
    sd_bus_set_method_call_timeout(pointer, 1_000_000)
    try check(sd_bus_release_name(pointer, name), "release the name \(name)")
  }

  // MARK: Messages

  /// Returns a call of the method `member` with `values`.
  ///
  /// If `isStarting`, the bus starts the service for it.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ values: [BusValue] = [], starting isStarting: Bool = true
  ) throws(BusError) -> BusMessage {
    var message: OpaquePointer?
    let result = sd_bus_message_new_method_call(
      pointer, &message, destination, path, interface, member)
    let call = try Self.made(result, message, values)
    try check(sd_bus_message_set_auto_start(call.pointer, isStarting ? 1 : 0), "address a message")
    return call
  }

  /// Returns a call of a method of the bus itself.
  package func callBus(_ member: String, _ values: [BusValue]) throws(BusError) -> BusMessage {
    let bus = "org.freedesktop.DBus"
    return try call(bus, "/org/freedesktop/DBus", bus, member, values)
  }

  /// Calls `handler` with the new owner of `name`, or nil, whenever that changes.
  ///
  /// - Parameters:
  ///   - name: a name on the bus
  ///   - handler: called while processing
  /// - Returns: the match, to be kept
  /// - Throws: a ``BusError`` if the name is invalid
  package func matchOwner(
    of name: String, _ handler: @escaping (String?) -> Void
  ) throws(BusError) -> BusSlot {
    let bus = "org.freedesktop.DBus"
    let rule = """
      type='signal',sender='\(bus)',path='/org/freedesktop/DBus',interface='\(bus)',\
      member='NameOwnerChanged',arg0='\(name)'
      """
    return try match(rule) { message in
      // Anybody can send such a signal to just this connection, and sd-bus lets it pass.
      guard message.sender == bus, let values = try? message.read(), values.count == 3,
        case .string(let owner) = values[2]
      else { return }
      handler(owner.isEmpty ? nil : owner)
    }
  }

  /// Returns a signal called `member`, with `values`: a broadcast, unless it goes to a destination.
  package func signal(
    _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []
  ) throws(BusError) -> BusMessage {
    var message: OpaquePointer?
    let result = sd_bus_message_new_signal(pointer, &message, path, interface, member)
    return try Self.made(result, message, values)
  }

  private static func made(
    _ result: Int32, _ pointer: OpaquePointer?, _ values: [BusValue]
  ) throws(BusError) -> BusMessage {
    try check(result, "make a message")
    guard let pointer else { throw .failed(action: "make a message", .noMemory) }
    let message = BusMessage(adopting: pointer)
    try message.append(values)
    return message
  }

  /// Sends `call` and passes its answer, or the error, to `completion`.
  ///
  /// - Parameters:
  ///   - call: a call of a method
  ///   - timeout: the longest wait for the answer; nil for the default of sd-bus, 25 s
  ///   - completion: called once, while processing, unless the connection is released before
  /// - Returns: the number of the call, for ``forget(_:)``
  /// - Throws: a ``BusError`` if sending fails
  @discardableResult package func send(
    _ call: BusMessage, timeout: Duration? = nil,
    _ completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) throws(BusError) -> UInt64 {
    lastCall += 1
    let number = lastCall
    let method = call.member
    let microseconds = UInt64(max(0, timeout?.nanoseconds ?? 0)) / 1000
    calls[number] = try BusSlot("call \(method)") { [weak self] answer in
      self?.calls[number] = nil
      completion(
        Result { () throws(BusError) in
          if let error = answer.error {
            throw .refused(method: method, name: error.name, message: error.message)
          }
          return try answer.read()
        })
    } _: { slot, callback, context in
      sd_bus_call_async(pointer, slot, call.pointer, callback, context, microseconds)
    }
    return number
  }

  /// Forgets the call of this number, and no longer waits for its answer.
  package func forget(_ number: UInt64) {
    calls[number] = nil
  }

  /// Calls `handler` for each message that matches `rule`, as long as the caller keeps the slot.
  ///
  /// - Parameters:
  ///   - rule: a D-Bus match rule
  ///   - handler: called while processing
  /// - Returns: the match, to be kept
  /// - Throws: a ``BusError`` if the rule is invalid
  package func match(
    _ rule: String, _ handler: @escaping (BusMessage) -> Void
  ) throws(BusError) -> BusSlot {
    try BusSlot("listen for \(rule)", handler) { slot, callback, context in
      sd_bus_add_match_async(pointer, slot, rule, callback, Self.added, context)
    }
  }

  /// Takes the bus's answer to a rule, and closes the connection if the bus refuses the rule.
  ///
  /// By itself sd-bus also does that where no answer comes. But a bus loses answers for whom too
  /// much waits, and has the rule.
  private static let added: sd_bus_message_handler_t = { message, _, _ in
    let lost = [BusError.noReply, "org.freedesktop.DBus.Error.Timeout"]
    if sd_bus_message_is_method_error(message, nil) > 0,
      !lost.contains(where: { sd_bus_message_is_method_error(message, $0) > 0 })
    {
      sd_bus_close(sd_bus_message_get_bus(message))
    }
    return 0
  }
}
