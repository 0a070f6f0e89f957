// SPDX-License-Identifier: Apache-2.0

import CSystemBus

/// A registered handler of a connection, for a match or the answer to a call; it lasts as long as
/// this object.
///
/// One thread at a time may use it, as with its connection.
package final class BusSlot {
  private var pointer: OpaquePointer?
  private let handler: (BusMessage) -> Void

  /// A slot that calls `handler`.
  ///
  /// - Parameters:
  ///   - action: the purpose, for an error
  ///   - handler: called with each message
  ///   - fill: registers a callback and its context with sd-bus; returns a negative errno on
  ///     failure
  /// - Throws: a ``BusError`` if sd-bus refuses
  package init(
    _ action: String, _ handler: @escaping (BusMessage) -> Void,
    _ fill: (
      UnsafeMutablePointer<OpaquePointer?>, sd_bus_message_handler_t, UnsafeMutableRawPointer
    ) -> Int32
  ) throws(BusError) {
    self.handler = handler
    // Not retained: sd-bus forgets the context when deinit releases the slot.
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(fill(&pointer, Self.callback, context), action)
  }

  deinit {
    sd_bus_slot_unref(pointer)
  }

  private static let callback: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    // A strong reference: the handler may release the slot.
    let slot = Unmanaged<BusSlot>.fromOpaque(context).takeUnretainedValue()
    slot.handler(BusMessage(retaining: message))
    return 0
  }
}
