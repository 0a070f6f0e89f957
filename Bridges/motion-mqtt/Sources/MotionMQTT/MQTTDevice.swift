// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A device as its broker knows it: the topics, and the messages about its motions.
package struct MQTTDevice: Hashable, Sendable {
  /// The identifier: letters, digits, `_` and `-`, so that it can be part of a topic and of an
  /// identifier.
  package let identifier: String
  /// The name for people.
  package let name: String
  /// The beginning of all topics except discovery topics.
  package let prefix: String

  /// A device; nil if `identifier` or `prefix` cannot be part of a topic.
  package init?(_ identifier: String, name: String? = nil, prefix: String = "motion") {
    let levels = prefix.split(separator: "/", omittingEmptySubsequences: false)
    guard Self.isIdentifier(identifier), prefix.utf8.count <= 128,
      levels.allSatisfy({ Self.isLevel($0) })
    else { return nil }
    (self.identifier, self.name, self.prefix) = (identifier, name ?? identifier, prefix)
  }

  /// A Boolean value that indicates whether `text` can be an identifier: 1 to 64 letters, digits,
  /// `_` and `-`.
  package static func isIdentifier(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= 64 && isLevel(text)
  }

  private static func isLevel(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
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
  /// The topic of the health as a JSON object, which is retained.
  package var healthTopic: String { topic("health") }

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
  ///   - time: the time of day when it came, as ISO 8601 has it
  ///   - id: of the event: a receiver that gets a message twice notices by its id
  /// - Returns: the messages, in the order to send them
  package func messages(for event: MotionEvent, at time: String, id: String) -> [MQTTMessage] {
    let object = event.jsonLine(source: identifier).dropLast()
    var messages = [
      MQTTMessage(
        eventTopic(of: event.kind),
        "\(object),\"event_type\":\"\(event.phase.name)\",\"time\":\"\(time)\",\"id\":\"\(id)\"}")
    ]
    if let word = MotionRegistry[event.kind]?.words.action(for: event) {
      messages.append(
        MQTTMessage(triggerTopic, "{\"trigger\":\"\(word)\",\"time\":\"\(time)\",\"id\":\"\(id)\"}")
      )
    }
    if let state = state(after: event) { messages.append(state) }
    return messages
  }

  /// The states at the beginning of a claim: the device is not yet known to lie still.
  package func initialStates(of kinds: Set<MotionKind>) -> [MQTTMessage] {
    MotionRegistry.all.filter { kinds.contains($0.kind) }.compactMap {
      if case .flag = $0.words { state(false, of: $0.kind) } else { nil }
    }
  }

  private func state(after event: MotionEvent) -> MQTTMessage? {
    switch MotionRegistry[event.kind]?.words {
    case .flag: state(event.phase == .began, of: event.kind)
    case .state(_, let word):
      word(event).map { MQTTMessage(stateTopic(of: event.kind), $0, isRetained: true) }
    case .happening, nil: nil
    }
  }

  /// A state that is on or off, with the words that Home Assistant's binary sensors expect.
  private func state(_ isOn: Bool, of kind: MotionKind) -> MQTTMessage {
    MQTTMessage(stateTopic(of: kind), isOn ? "ON" : "OFF", isRetained: true)
  }
}

/// The ids of the events of a device: a random number of this run, and the number of the event.
package struct EventIdentifiers: Sendable {
  private let run: UInt64
  private var count = 0

  /// Ids of a run.
  ///
  /// - Parameter generator: the source of the number, which no other run has
  package init(using generator: inout some RandomNumberGenerator) {
    run = generator.next()
  }

  /// The id of the next event, such as `9f3c2a7b51d0e846-12`.
  package mutating func next() -> String {
    count += 1
    return "\(String(run, radix: 16))-\(count)"
  }
}
