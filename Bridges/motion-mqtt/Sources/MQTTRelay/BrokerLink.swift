// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import MotionMQTT

/// The connection to a broker with the messages for it: it connects, connects again, sends and
/// reports.
package struct BrokerLink {
  /// The messages that wait, and those that are kept.
  package private(set) var outbox: Outbox
  private let broker: Broker
  private let place: String
  private let device: MQTTDevice
  private var state = State.waiting(until: Timestamp(nanoseconds: .min))
  private var delays = ReconnectDelays()
  private var random = SystemRandomNumberGenerator()
  private var hasConnected = false

  private enum State {
    /// The next attempt is at that time.
    case waiting(until: Timestamp)
    /// The broker's name is looked up, as long as the name servers take.
    case opening
    case connecting(since: Timestamp)
    case connected(since: Timestamp)
  }

  /// The connections in a row that lasted less than ``steadiness``.
  private var shortConnections = 0

  /// The time that a connection must stay to count as one that lasts.
  private static let steadiness = Duration.seconds(60)
  /// As many short connections in a row look like another device of the same name: the broker ends
  /// ours for it.
  private static let suspicious = 2

  /// The longest time for the broker to answer a connection.
  private static let patience = Duration.seconds(30)

  /// A link for `device`.
  ///
  /// - Parameters:
  ///   - address: of the broker
  ///   - device: the topics
  ///   - outbox: empty
  /// - Throws: a ``Failure`` if a file of certificates cannot be used
  package init(
    _ address: BrokerAddress, _ device: MQTTDevice, _ outbox: Outbox
  ) throws(Failure) {
    self.outbox = outbox
    self.device = device
    place = "\(address.host):\(address.port)"
    broker = try Broker(
      address, identifier: "motiond-\(device.identifier)", will: device.availability(false))
  }

  /// Adds a message.
  package mutating func put(_ message: MQTTMessage) {
    outbox.put(message, at: .now())
  }

  /// The descriptor to wait for.
  package var wishes: [(number: Int32, events: Int16)] {
    switch state {
    case .waiting: []
    case .opening, .connecting, .connected: broker.wish.map { [$0] } ?? []
    }
  }

  /// The time until the latest moment to call ``process()``, in ms.
  package var timeoutMilliseconds: Int32 {
    let now = Timestamp.now()
    let deadline: Timestamp =
      switch state {
      case .waiting(let time): time
      case .opening: Timestamp(nanoseconds: .max)
      case .connecting(let since): since.advanced(byNanoseconds: Self.patience.nanoseconds)
      case .connected: broker.deadline
      }
    return Int32(clamping: max(0, (deadline.nanoseconds(since: now) + 999_999) / 1_000_000))
  }

  /// Connects if it is time, receives, and sends what waits.
  ///
  /// - Throws: a ``Failure`` if the broker does not let us in at first
  package mutating func process() throws {
    let now = Timestamp.now()
    switch state {
    case .waiting(let time):
      if now >= time { try connect(now) }
    case .opening:
      let reason = broker.process().reason
      if let reason {
        try lose(reason, now)
      } else if !broker.isOpening {
        state = .connecting(since: now)
      }
    case .connecting(let since)
    where now.nanoseconds(since: since) >= Self.patience.nanoseconds:
      try lose("it does not answer", now)
    case .connecting, .connected:
      let (events, reason) = broker.process()
      for event in events { try process(event, reason, now) }
    }
    if case .connected(let since) = state, Self.isSteady(from: since, to: now) { settle() }
    while let message = outbox.next(at: now) { try broker.publish(message) }
    guard let notice = outbox.notice() else { return }
    Log.write(notice)
    // For those who watch a fleet without its journals.
    if case .connected = state { put(device.dropped(outbox.dropped)) }
  }

  private mutating func connect(_ now: Timestamp) throws {
    if let reason = broker.connect() {
      return try lose(reason, now)
    }
    state = .opening
  }

  private mutating func process(_ event: Broker.Event, _ reason: String?, _ now: Timestamp) throws {
    switch event {
    case .connected:
      (state, hasConnected) = (.connected(since: now), true)
      outbox.connected()
      if shortConnections < Self.suspicious {
        Log.write("connected to the broker at \(place)")
      }
    case .refused(let code):
      let refusal = ConnectionRefusal(code: code, device: device.identifier)
      // A running broker may accept it later; at the first attempt it is an error in the setup.
      if !hasConnected, let remedy = refusal.remedy {
        throw Failure(
          refusal.isForbidden ? .notPermitted : .unavailable,
          "the broker at \(place) refuses the connection: \(refusal.reason); \(remedy)")
      }
      try lose(refusal.reason, now)
    case .acknowledged: outbox.acknowledged()
    case .lost: try lose(reason ?? "it closed the connection", now)
    }
  }

  /// Notes that the connection lasts.
  private mutating func settle() {
    delays.reset()
    if shortConnections >= Self.suspicious {
      Log.write("the connection to the broker at \(place) lasts")
    }
    shortConnections = 0
  }

  private static func isSteady(from since: Timestamp, to now: Timestamp) -> Bool {
    now.nanoseconds(since: since) >= steadiness.nanoseconds
  }

  private mutating func lose(_ reason: String, _ now: Timestamp) throws {
    let isNews: Bool
    switch state {
    case .waiting, .opening, .connecting:
      // Reported once: attempts fail for days when a house is closed.
      isNews = delays.count == 0
    case .connected(let since):
      if Self.isSteady(from: since, to: now) { settle() } else { shortConnections += 1 }
      isNews = shortConnections <= Self.suspicious
    }
    outbox.disconnected()
    state = .waiting(until: now.advanced(byNanoseconds: delays.next(using: &random).nanoseconds))
    guard isNews else { return }
    var hint = ""
    if shortConnections >= Self.suspicious {
      hint =
        "; if another device is named '\(device.identifier)' too, they end each other's "
        + "connections: give one another name (--device)"
    }
    Log.write("no connection to the broker at \(place): \(reason); trying again\(hint)")
  }

  /// Sends what is left, waits until the broker has it or `limit` is over, and closes the
  /// connection.
  package mutating func close(within limit: Duration) throws {
    let end = Timestamp.now().advanced(byNanoseconds: limit.nanoseconds)
    while case .connected = state, !outbox.isEmpty {
      let left = end.nanoseconds(since: .now())
      guard left > 0 else { break }
      try process()
      guard let wish = broker.wish, !outbox.isEmpty else { break }
      var ready = pollfd(fd: wish.number, events: wish.events, revents: 0)
      poll(&ready, 1, Int32(clamping: left / 1_000_000 + 1))
    }
    broker.disconnect()
  }
}

/// The log of the relay.
package enum Log {
  /// Writes `text`.
  package static func write(_ text: String) {
    Journal.log(text, .notice, from: "motion-mqtt")
  }
}
