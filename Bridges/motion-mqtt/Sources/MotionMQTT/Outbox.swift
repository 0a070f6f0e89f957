// SPDX-License-Identifier: Apache-2.0

import MotionCore

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

/// The messages for a broker that may be away: how many wait, and which of them are dropped.
///
/// The latest retained message of each topic is kept and sent again on each connection. Events wait
/// in order, up to a number and an age; the oldest are dropped first and counted. So memory is
/// bounded, however long the broker is away.
package struct Outbox: Sendable {
  /// The largest number of events that wait.
  package let limit: Int
  /// The longest time that an event waits: a shake of an hour ago should switch no lamp.
  package let longestWait: Duration
  /// The number of messages that were sent and not acknowledged, beyond which the next one waits.
  package static let window = 20

  /// The number of events that were dropped since the start.
  package private(set) var dropped = 0

  private var link = Link.away
  /// Sent, and not acknowledged: the events, and nil for a state, in the order of the
  /// acknowledgments that a broker must send (MQTT 4.6).
  private var inFlight: [Event?] = []
  private var retained: [MQTTMessage] = []
  private var events = Line<Event>()
  /// The events that were dropped since the last report.
  private var unreported = 0

  private typealias Event = (message: MQTTMessage, since: Timestamp)

  private enum Link {
    /// The broker is away.
    case away
    /// Connected; this many retained messages were sent.
    case connected(sent: Int)
  }

  /// An outbox.
  ///
  /// - Parameters:
  ///   - limit: the largest number of events that wait
  ///   - longestWait: the longest time that one waits
  package init(limit: Int, longestWait: Duration) {
    (self.limit, self.longestWait) = (limit, longestWait)
  }

  /// The number of events that wait.
  package var waiting: Int { events.count }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - message: the message
  ///   - time: the time now, on any clock that never goes back
  package mutating func put(_ message: MQTTMessage, at time: Timestamp) {
    guard message.isRetained else {
      events.append((message, time))
      return trim()
    }
    let old = retained.firstIndex { $0.topic == message.topic }
    if let old { retained.remove(at: old) }
    retained.append(message)
    // The new one is sent last, even if the old one was sent.
    if case .connected(let sent) = link, let old, old < sent { link = .connected(sent: sent - 1) }
  }

  /// Call when the connection is established.
  package mutating func connected() {
    link = .connected(sent: 0)
  }

  /// Call when the connection is lost, as the client library then forgets what was on its way:
  /// those events wait again, with their age.
  package mutating func disconnected() {
    link = .away
    events.prepend(inFlight.compactMap { $0 })
    inFlight = []
    trim()
  }

  /// Call when the broker acknowledges a message.
  package mutating func acknowledged() {
    if !inFlight.isEmpty { inFlight.removeFirst() }
  }

  /// A Boolean value that indicates whether the broker has all messages.
  package var isEmpty: Bool {
    switch link {
    case .away: false
    case .connected(let sent): sent == retained.count && events.isEmpty && inFlight.isEmpty
    }
  }

  /// Removes the next message to send.
  ///
  /// Retained ones are first, so that a subscriber knows the device before its first event.
  ///
  /// - Parameter time: the time now, on the clock of ``put(_:at:)``
  /// - Returns: the message; nil if none waits, or while the broker is away or busy
  package mutating func next(at time: Timestamp) -> MQTTMessage? {
    switch link {
    case .away:
      return nil
    case .connected(let sent):
      var old = 0
      while let event = events.first,
        event.since.advanced(byNanoseconds: longestWait.nanoseconds) < time
      {
        events.removeFirst()
        old += 1
      }
      drop(old)
      guard inFlight.count < Self.window else { return nil }
      if sent < retained.count {
        link = .connected(sent: sent + 1)
        inFlight.append(nil)
        return retained[sent]
      }
      guard let event = events.first else { return nil }
      events.removeFirst()
      inFlight.append(event)
      return event.message
    }
  }

  /// The next message for the user; nil without news.
  ///
  /// The first dropped event is reported, and the number of dropped events when none wait any more.
  package mutating func notice() -> String? {
    switch link {
    case .away where unreported > 0 && !isReported:
      isReported = true
      return "the broker is away, and \(limit) events wait: the oldest are dropped"
    case .connected where unreported > 0 && events.isEmpty:
      defer { (unreported, isReported) = (0, false) }
      return "\(unreported) events were dropped, as the broker was away or slow"
    case .away, .connected:
      return nil
    }
  }

  /// A Boolean value that indicates whether it was reported that events are being dropped.
  private var isReported = false

  /// Drops the oldest events beyond the limit.
  private mutating func trim() {
    let excess = max(0, events.count - limit)
    for _ in 0..<excess { events.removeFirst() }
    drop(excess)
  }

  private mutating func drop(_ count: Int) {
    dropped += count
    unreported += count
  }
}

/// Elements in a line: one is added at the end or removed at the front without moving the others.
struct Line<Element: Sendable>: Sendable {
  /// The elements that are left begin at `start`; the ones before it were removed.
  private var elements: [Element?] = []
  private var start = 0
  /// The number of elements that were moved so far, for a test of what removing costs.
  private(set) var moves = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Puts `others` before all there are.
  mutating func prepend(_ others: [Element]) {
    elements.replaceSubrange(..<start, with: others.map { Optional($0) })
    start = 0
  }

  /// Removes the first element, which exists.
  mutating func removeFirst() {
    elements[start] = nil
    start += 1
    // Half of the places are free: each element is moved once at most for one that was removed.
    guard start * 2 > elements.count else { return }
    moves += count
    elements.removeFirst(start)
    start = 0
  }
}
