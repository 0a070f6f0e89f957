// SPDX-License-Identifier: Apache-2.0

import CSystemBus

/// A message of D-Bus: a call, its answer, or a signal.
///
/// One thread at a time may use it, as with its connection.
package final class BusMessage {
  /// The object of sd-bus.
  package let pointer: OpaquePointer
  /// The object of sd-bus, for tests of misuse.
  package var handle: OpaquePointer { pointer }

  /// A message that sd-bus lends for the duration of a callback.
  package init(retaining pointer: OpaquePointer) {
    self.pointer = sd_bus_message_ref(pointer)
  }

  /// A message that takes over a reference.
  package init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    sd_bus_message_unref(pointer)
  }

  /// The unique name of the sender.
  package var sender: String? {
    sd_bus_message_get_sender(pointer).map { String(cString: $0) }
  }

  /// The name of the method or the signal.
  package var member: String {
    sd_bus_message_get_member(pointer).map { String(cString: $0) } ?? ""
  }

  /// A Boolean value that indicates whether the sender allows a question to its user for a
  /// password.
  package var allowsInteractiveAuthorization: Bool {
    sd_bus_message_get_allow_interactive_authorization(pointer) > 0
  }

  /// The name and the text of the error, if this is an answer with one.
  package var error: (name: String, message: String)? {
    guard let error = sd_bus_message_get_error(pointer)?.pointee, let name = error.name else {
      return nil
    }
    let text = String(cString: name)
    return (text, error.message.map { String(cString: $0) } ?? text)
  }

  /// Answers this call with `values`.
  package func reply(_ values: [BusValue] = []) throws(BusError) {
    var answer: OpaquePointer?
    try check(sd_bus_message_new_method_return(pointer, &answer), "answer a call")
    guard let answer else { return }
    let message = BusMessage(adopting: answer)
    try message.append(values)
    try check(sd_bus_message_send(message.pointer), "answer a call")
  }

  /// Answers this call with an error.
  package func reply(error name: String, _ text: String) throws(BusError) {
    var error = sd_bus_error()
    sd_bus_error_set(&error, name, text)
    defer { sd_bus_error_free(&error) }
    try check(sd_bus_reply_method_error(pointer, &error), "answer a call")
  }

  /// Sends this message to `destination`, or to the message's own destination.
  package func send(to destination: String? = nil) throws(BusError) {
    if let destination {
      try check(sd_bus_message_set_destination(pointer, destination), "address a message")
    }
    try check(sd_bus_message_send(pointer), "send a message")
  }
}
