import CSystemBus
import Glibc

/// A connection to a bus: sends and receives without blocking, whenever it is told to ``process()``.
///
/// Used by one thread at a time; whoever has it waits for ``descriptor`` to be ready for ``events``, or
/// for ``deadline``, and then calls ``process()``.
package final class BusConnection {
  let pointer: OpaquePointer
  /// Which bus it is.
  let address: BusAddress
  /// The calls that wait for their answers.
  private var calls: [UInt64: BusSlot] = [:]
  private var lastCall: UInt64 = 0

  /// Connects to the bus at `address`.
  ///
  /// - Throws: a ``BusError`` if there is none
  package init(_ address: BusAddress) throws(BusError) {
    var pointer: OpaquePointer?
    let result: Int32
    switch address {
    case .system: result = sd_bus_open_system(&pointer)
    case .session: result = sd_bus_open_user(&pointer)
    case .address(let text): result = Self.open(text, &pointer)
    }
    guard result >= 0, let pointer else { throw .noBus(address, number: -result) }
    self.address = address
    self.pointer = pointer
  }

  deinit {
    sd_bus_flush_close_unref(pointer)
  }

  private static func open(_ address: String, _ pointer: inout OpaquePointer?) -> Int32 {
    var result = sd_bus_new(&pointer)
    if result >= 0 { result = sd_bus_set_address(pointer, address) }
    if result >= 0 { result = sd_bus_set_bus_client(pointer, 1) }
    if result >= 0 { result = sd_bus_start(pointer) }
    if result < 0 { pointer = sd_bus_unref(pointer) }
    return result
  }

  /// Its own name on the bus, such as `:1.42`.
  package var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    return sd_bus_get_unique_name(pointer, &name) >= 0 ? name.map { String(cString: $0) } : nil
  }

  // MARK: Waiting

  /// What to wait for; it stays the same as long as the connection.
  package var descriptor: Int32 { sd_bus_get_fd(pointer) }

  /// What to wait for on the ``descriptor``: `POLLIN`, `POLLOUT`, or both.
  package var events: Int32 { max(0, sd_bus_get_events(pointer)) }

  /// When to process at the latest, in µs of `CLOCK_MONOTONIC`; nil if there is no such time.
  package var deadline: UInt64? {
    var deadline: UInt64 = 0
    return sd_bus_get_timeout(pointer, &deadline) >= 0 && deadline != .max ? deadline : nil
  }

  /// Does what there is to do now: sends, receives, calls back.
  ///
  /// Not more than 256 messages, so that a peer that floods this one does not keep its thread for
  /// itself; if more are waiting, ``descriptor`` or ``deadline`` says so at once.
  ///
  /// - Throws: a ``BusError`` if the connection broke: it is of no use any more then
  package func process() throws(BusError) {
    for _ in 0..<256 {
      let result = sd_bus_process(pointer, nil)
      guard result >= 0 else { throw .disconnected(number: -result) }
      if result == 0 { return }
    }
  }

  /// How many messages wait to be written.
  var queuedMessages: UInt64 {
    var count: UInt64 = 0
    sd_bus_get_n_queued_write(pointer, &count)
    return count
  }

  /// Ends the connection at once; what waits to be written is lost.
  package func close() {
    sd_bus_close(pointer)
  }

  // MARK: Names

  /// Takes `name`, and blocks until it has it; whoever asks for it later does not get it.
  ///
  /// - Parameter name: a well-known name
  /// - Throws: a ``BusError``, which is ``BusError/nameTaken(_:)`` if another process has it
  func requestName(_ name: String) throws(BusError) {
    // A bus that accepts connections and answers nothing is not waited for as long as usual.
    sd_bus_set_method_call_timeout(pointer, 5_000_000)
    let result = sd_bus_request_name(pointer, name, 0)
    guard result != -EEXIST else { throw .nameTaken(name) }
    try check(result, "own the name \(name) on the \(address)")
  }

  /// Gives `name` back, and blocks for at most a second until the bus has taken it.
  ///
  /// - Parameter name: one that it has
  /// - Throws: a ``BusError`` if the bus does not answer
  func releaseName(_ name: String) throws(BusError) {
    sd_bus_set_method_call_timeout(pointer, 1_000_000)
    try check(sd_bus_release_name(pointer, name), "release the name \(name)")
  }

  // MARK: Talking

  /// A call of the method `member`.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String
  ) throws(BusError) -> BusMessage {
    var message: OpaquePointer?
    let result = sd_bus_message_new_method_call(
      pointer, &message, destination, path, interface, member)
    return try Self.made(result, message)
  }

  /// A signal called `member`, to everybody unless it is sent to somebody.
  func signal(_ path: String, _ interface: String, _ member: String) throws(BusError) -> BusMessage
  {
    var message: OpaquePointer?
    let result = sd_bus_message_new_signal(pointer, &message, path, interface, member)
    return try Self.made(result, message)
  }

  private static func made(
    _ result: Int32, _ message: OpaquePointer?
  ) throws(BusError) -> BusMessage {
    try check(result, "make a message")
    guard let message else { throw .failed(action: "make a message", number: ENOMEM) }
    return BusMessage(adopting: message)
  }

  /// Sends `call`; `completion` gets what it answers, or the error.
  ///
  /// - Parameters:
  ///   - call: a call of a method
  ///   - timeout: in µs; 0 for sd-bus's own, 25 s
  ///   - completion: called once, while processing, unless the connection is let go before
  /// - Throws: a ``BusError`` if it cannot be sent
  package func send(
    _ call: BusMessage, timeout: UInt64 = 0,
    _ completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) throws(BusError) {
    lastCall += 1
    let number = lastCall
    let method = call.member
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
      sd_bus_call_async(pointer, slot, call.pointer, callback, context, timeout)
    }
  }

  /// Calls `handler` for each message that matches `rule`, for as long as the slot is kept.
  ///
  /// - Parameters:
  ///   - rule: a match rule of D-Bus
  ///   - handler: called while processing
  /// - Returns: what to keep
  /// - Throws: a ``BusError`` if the rule makes no sense
  package func match(
    _ rule: String, _ handler: @escaping (BusMessage) -> Void
  ) throws(BusError) -> BusSlot {
    try BusSlot("listen for \(rule)", handler) { slot, callback, context in
      sd_bus_add_match_async(pointer, slot, rule, callback, nil, context)
    }
  }
}
