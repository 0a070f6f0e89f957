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
  /// The topic of words that stand for events, for programs that compare payloads.
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
    if let word = Trigger.word(for: event) { messages.append(MQTTMessage(triggerTopic, word)) }
    if let state = state(after: event) { messages.append(state) }
    return messages
  }

  /// The states at the beginning of a claim: the device is not yet known to lie still.
  package func initialStates(of kinds: Set<MotionKind>) -> [MQTTMessage] {
    kinds.contains(.still) ? [MQTTMessage(stateTopic(of: .still), "OFF", isRetained: true)] : []
  }

  private func state(after event: MotionEvent) -> MQTTMessage? {
    let payload: String
    if event.kind == .still {
      payload = event.phase == .began ? "ON" : "OFF"
    } else if let orientation = event.measurements?[OrientationMeasurements.self] {
      payload = orientation.to.rawValue
    } else {
      return nil
    }
    return MQTTMessage(stateTopic(of: event.kind), payload, isRetained: true)
  }
}

/// The words that stand for events that one acts on.
enum Trigger {
  /// The words of `kind`.
  static func words(of kind: MotionKind) -> [String] {
    switch kind {
    case .flip: ["flip_face_down", "flip_face_up"]
    case .still, .orientation: []
    default: [snake(kind.rawValue)]
    }
  }

  /// The word for `event`; nil for an event to ignore, such as the beginning of a shake.
  static func word(for event: MotionEvent) -> String? {
    guard event.phase == .ended || event.phase == .recognized else { return nil }
    if let flip = event.measurements?[FlipMeasurements.self] {
      return flip.to == .faceDown ? "flip_face_down" : "flip_face_up"
    }
    return words(of: event.kind).first
  }

  private static func snake(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
  }
}
