// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc

/// Finds out whether file descriptors can be sent to a client.
///
/// A bus drops a message with a descriptor to a client that has not negotiated them: its sender
/// gets an error, and the client waits for its answer in vain. An answer can be sent once only, so
/// that a signal goes before it.
///
/// Used by one thread at a time, like its connection.
final class DescriptorProbe {
  private let connection: BusConnection
  /// The cookies of signals that the bus refused.
  private var refused: Set<UInt64> = []
  /// The cookies of signals whose fate is not known.
  private var waiting: Set<UInt64> = []
  private var filter: BusSlot?

  /// A probe for clients on the bus of `connection`.
  init(_ connection: BusConnection) {
    self.connection = connection
  }

  /// Calls `answer` with true if `client` can be sent descriptors.
  func ask(_ client: String, _ answer: @escaping (Bool) -> Void) {
    do throws(BusError) {
      try listen()
      // /dev/null rather than a pipe: a client may keep the signal unread.
      let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
      defer { close(null) }
      let signal = try connection.signal(
        Motion1.path, "\(Motion1.interface).Probe", "Descriptor", [.descriptor(null)])
      try signal.send(to: client)
      let cookie = signal.cookie
      waiting.insert(cookie)
      // The bus takes messages in order: what it says of the signal comes before this answer.
      let barrier = try connection.callBus("GetId", [])
      try connection.send(barrier) { [weak self] result in
        self?.waiting.remove(cookie)
        let isRefused = self?.refused.remove(cookie) != nil
        // A bus that does not answer passes nothing on, and would keep the descriptor.
        if case .failure = result { return answer(false) }
        answer(!isRefused)
      }
    } catch {
      // Such as no descriptor left: the answer itself will show it.
      answer(true)
    }
  }

  private func listen() throws(BusError) {
    guard filter == nil else { return }
    let pointer = connection.pointer
    filter = try BusSlot("listen for errors") { [weak self] message in
      guard let self, message.error != nil, message.sender == "org.freedesktop.DBus",
        let cookie = message.replyCookie, waiting.contains(cookie)
      else { return }
      refused.insert(cookie)
    } _: { slot, callback, context in
      sd_bus_add_filter(pointer, slot, callback, context)
    }
  }
}

extension BusMessage {
  /// The number of this message, once it was sent.
  fileprivate var cookie: UInt64 {
    var cookie: UInt64 = 0
    sd_bus_message_get_cookie(pointer, &cookie)
    return cookie
  }

  /// The number of the message that this one answers.
  fileprivate var replyCookie: UInt64? {
    var cookie: UInt64 = 0
    return sd_bus_message_get_reply_cookie(pointer, &cookie) >= 0 ? cookie : nil
  }
}
