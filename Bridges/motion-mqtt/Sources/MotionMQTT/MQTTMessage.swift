// SPDX-License-Identifier: Apache-2.0

/// A message for a broker.
package struct MQTTMessage: Hashable, Sendable {
  /// The topic, without wildcards.
  package var topic: String
  /// The payload; empty to clear what was retained.
  package var payload: [UInt8]
  /// A Boolean value that indicates whether the broker keeps it for those who subscribe later.
  ///
  /// A state is retained, an event is not.
  package var isRetained: Bool

  /// A message whose payload is text.
  package init(_ topic: String, _ text: String, isRetained: Bool = false) {
    self.init(topic, Array(text.utf8), isRetained: isRetained)
  }

  /// A message.
  package init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }

  /// The payload as text.
  package var text: String { String(decoding: payload, as: UTF8.self) }
}
