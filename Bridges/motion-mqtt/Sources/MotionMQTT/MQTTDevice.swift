import MotionCore

/// A device as its broker knows it: the topics, and the messages about its motions.
package struct MQTTDevice: Hashable, Sendable {
  /// The identifier: letters, digits, `_` and `-`, so that it can be part of a topic and of an
  /// identifier.
  package let identifier: String
  /// The name for people.
  package let name: String
  /// The beginning of all topics but those of discovery.
  package let prefix: String

  /// A device; nil if `identifier` or `prefix` cannot be part of a topic.
  package init?(_ identifier: String, name: String? = nil, prefix: String = "motion") {
    let isAllowed = { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    let levels = prefix.split(separator: "/", omittingEmptySubsequences: false)
    guard !identifier.isEmpty, identifier.utf8.allSatisfy(isAllowed), identifier.utf8.count <= 64,
      prefix.utf8.count <= 128,
      levels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isAllowed) })
    else { return nil }
    (self.identifier, self.name, self.prefix) = (identifier, name ?? identifier, prefix)
  }

  private func topic(_ end: String) -> String { "\(prefix)/\(identifier)/\(end)" }

  /// The topic of the events of `kind`, each as a JSON object.
  package func eventTopic(of kind: MotionKind) -> String { topic("event/\(kind.rawValue)") }
  /// The topic of words that stand for events to act on, each with its time in a JSON object.
  package var triggerTopic: String { topic("trigger") }
  /// The topic of the state of `kind`, which is retained.
  package func stateTopic(of kind: MotionKind) -> String { topic("state/\(kind.rawValue)") }
  /// The topic of the availability, which is retained: `online` or `offline`.
  package var availabilityTopic: String { topic("availability") }
  /// The topic of the number of events that were dropped, which is retained.
  package var droppedTopic: String { topic("dropped") }

  /// The message for the availability.
  package func availability(_ isOnline: Bool) -> MQTTMessage {
    MQTTMessage(availabilityTopic, isOnline ? "online" : "offline", isRetained: true)
  }

  /// The message for the number of events that were dropped since the start.
  package func dropped(_ count: Int) -> MQTTMessage {
    MQTTMessage(droppedTopic, "\(count)", isRetained: true)
  }

  /// The messages for `event`: the event, the word for it if it is one to act on, and the state if
  /// that changed.
  ///
  /// - Parameters:
  ///   - event: the event
  ///   - time: the time of day at which it came, as ISO 8601 has it
  /// - Returns: the messages, in the order in which they are to be sent
  package func messages(for event: MotionEvent, at time: String) -> [MQTTMessage] {
    let object = event.jsonLine(source: identifier).dropLast()
    var messages = [
      MQTTMessage(
        eventTopic(of: event.kind),
        "\(object),\"event_type\":\"\(event.phase.name)\",\"time\":\"\(time)\"}")
    ]
    if let word = MotionRegistry[event.kind]?.words.trigger(for: event) {
      messages.append(
        MQTTMessage(triggerTopic, "{\"trigger\":\"\(word)\",\"time\":\"\(time)\"}"))
    }
    if let state = state(after: event) { messages.append(state) }
    return messages
  }

  /// The states at the beginning of a claim: the device is not yet known to lie still.
  package func initialStates(of kinds: Set<MotionKind>) -> [MQTTMessage] {
    MotionRegistry.all.filter { kinds.contains($0.kind) && $0.words.state?.values == .flag }.map {
      MQTTMessage(stateTopic(of: $0.kind), "OFF", isRetained: true)
    }
  }

  private func state(after event: MotionEvent) -> MQTTMessage? {
    MotionRegistry[event.kind]?.words.state(after: event).map {
      MQTTMessage(stateTopic(of: event.kind), $0, isRetained: true)
    }
  }
}
