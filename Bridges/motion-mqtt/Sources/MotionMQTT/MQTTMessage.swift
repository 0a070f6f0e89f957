/// A message for a broker.
package struct MQTTMessage: Hashable, Sendable {
  /// The topic, without wildcards.
  package var topic: String
  /// The payload; empty to clear what was retained.
  package var payload: String
  /// A Boolean value that indicates whether the broker keeps it for those who subscribe later.
  ///
  /// A state is retained, an event is not.
  package var isRetained: Bool

  /// A message.
  package init(_ topic: String, _ payload: String, isRetained: Bool = false) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }
}
