import MotionCore

/// The messages for a broker that may be away: how many wait, and which of them are dropped.
///
/// Of what is retained the latest of each topic is kept, and told anew to each connection. Events wait in
/// their order, up to a number and an age; the oldest are dropped first, and counted. So memory is bounded, however
/// long the broker is away.
package struct Outbox: Sendable {
  /// The largest number of events that wait.
  package let limit: Int
  /// The longest time for which an event waits: a shake of an hour ago should switch no lamp.
  package let longestWait: Duration
  /// The number of messages that were sent and not acknowledged, beyond which the next one waits.
  package static let window = 20

  /// The number of events that were dropped since the start.
  package private(set) var dropped = 0

  private var link = Link.away
  /// Sent, and not acknowledged; they are the client library's, which sends them again after a loss.
  private var inFlight = 0
  private var retained: [MQTTMessage] = []
  private var events: [(message: MQTTMessage, since: Timestamp)] = []
  /// The events that were dropped since they were last told of.
  private var untold = 0

  private enum Link {
    /// There is no connection.
    case away
    /// There is one, which was told of so many of what is retained.
    case connected(told: Int)
  }

  /// An outbox.
  ///
  /// - Parameters:
  ///   - limit: the largest number of events that wait
  ///   - longestWait: the longest time for which one waits
  package init(limit: Int, longestWait: Duration) {
    (self.limit, self.longestWait) = (limit, longestWait)
  }

  /// The number of events that wait.
  package var waiting: Int { events.count }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - message: the message
  ///   - time: the time now, on any clock that never goes back
  package mutating func put(_ message: MQTTMessage, at time: Timestamp) {
    guard message.isRetained else {
      events.append((message, time))
      guard events.count > limit else { return }
      events.removeFirst()
      drop(1)
      return
    }
    let old = retained.firstIndex { $0.topic == message.topic }
    if let old { retained.remove(at: old) }
    retained.append(message)
    // It is told after those that are not told yet.
    if case .connected(let told) = link, let old, old < told { link = .connected(told: told - 1) }
  }

  /// Takes that the broker is there.
  package mutating func connected() {
    link = .connected(told: 0)
  }

  /// Takes that it is away.
  package mutating func disconnected() {
    link = .away
  }

  /// Takes that the broker has a message that was sent.
  package mutating func acknowledged() {
    inFlight = max(0, inFlight - 1)
  }

  /// A Boolean value that indicates whether the broker has all there is.
  package var isEmpty: Bool {
    switch link {
    case .away: false
    case .connected(let told): told == retained.count && events.isEmpty && inFlight == 0
    }
  }

  /// Takes the next message to send: what is retained first, so that nobody hears of an event of an unknown device.
  ///
  /// - Parameter time: the time now, on the clock of ``put(_:at:)``
  /// - Returns: nil while the broker is away or has enough to do, and if there is none
  package mutating func next(at time: Timestamp) -> MQTTMessage? {
    switch link {
    case .away:
      return nil
    case .connected(let told):
      let old = events.prefix { $0.since.advanced(byNanoseconds: longestWait.nanoseconds) < time }
      events.removeFirst(old.count)
      drop(old.count)
      guard inFlight < Self.window else { return nil }
      if told < retained.count {
        link = .connected(told: told + 1)
        inFlight += 1
        return retained[told]
      }
      guard !events.isEmpty else { return nil }
      inFlight += 1
      return events.removeFirst().message
    }
  }

  /// Takes what there is to tell the user; nil if nothing.
  ///
  /// That events are dropped is told when it begins, and their number when none wait any more.
  package mutating func notice() -> String? {
    switch link {
    case .away where untold > 0 && !isTold:
      isTold = true
      return "the broker is away, and \(limit) events wait: the oldest are dropped"
    case .connected where untold > 0 && events.isEmpty:
      defer { (untold, isTold) = (0, false) }
      return "\(untold) events were dropped, as the broker was away or slow"
    case .away, .connected:
      return nil
    }
  }

  /// A Boolean value that indicates whether the user was told that events are being dropped.
  private var isTold = false

  private mutating func drop(_ count: Int) {
    dropped += count
    untold += count
  }
}
