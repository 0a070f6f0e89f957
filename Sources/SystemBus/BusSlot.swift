// SPDX-License-Identifier: Apache-2.0

import CSystemBus

/// A registered handler of a connection, for a match or the answer to a call; it lasts as long as
/// it is kept.
///
/// Used by one thread at a time, like its connection.
package final class BusSlot {
  private var pointer: OpaquePointer?
  private let handler: (BusMessage) -> Void

  /// A slot that calls `handler`.
  ///
  /// - Parameters:
  ///   - action: the purpose, for an error
  ///   - handler: called with each message
  ///   - fill: registers a callback and its context at sd-bus; returns a negative errno if it
  ///     cannot
  /// - Throws: a ``BusError`` if sd-bus refuses
  package init(
    _ action: String, _ handler: @escaping (BusMessage) -> Void,
    _ fill: (
      UnsafeMutablePointer<OpaquePointer?>, sd_bus_message_handler_t, UnsafeMutableRawPointer
    ) -> Int32
  ) throws(BusError) {
    self.handler = handler
    // Not retained: sd-bus forgets the context when the slot goes, which is in deinit.
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(fill(&pointer, Self.callback, context), action)
  }

  deinit {
    sd_bus_slot_unref(pointer)
  }

  private static let callback: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    // Taken strongly: the handler may let go of the slot.
    let slot = Unmanaged<BusSlot>.fromOpaque(context).takeUnretainedValue()
    slot.handler(BusMessage(retaining: message))
    return 0
  }
}
