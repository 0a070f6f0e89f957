// SPDX-License-Identifier: Apache-2.0

import CommandArguments
import Glibc
import LinuxSupport
import MQTTRelay
import MotionBus
import MotionCore
import MotionMQTT

/// The way from motiond to a broker: one loop that waits for both.
struct MotionRelay {
  private var link: BrokerLink
  private let device: MQTTDevice
  private let kinds: Set<MotionKind>
  private let inbox = Inbox()
  private let connection: MotionConnection
  private var identifiers: EventIdentifiers
  private var health = HealthRule(HealthReport(relay: version))

  /// The events and the health that motiond sent since the last turn of the loop.
  private final class Inbox {
    var events: [MotionConnection.Event] = []
    var health: DaemonHealth?
  }

  /// A relay of the motions of `claim`.
  ///
  /// - Parameters:
  ///   - address: the bus of motiond
  ///   - claim: the motions
  ///   - device: the topics
  ///   - link: to the broker
  ///   - discovery: for Home Assistant; nil for none
  /// - Throws: a ``BusError`` if there is no bus
  init(
    _ address: BusAddress, _ claim: MotionClaim, _ device: MQTTDevice, _ link: BrokerLink,
    discovery: HomeAssistant?
  ) throws {
    self.link = link
    self.device = device
    kinds = claim.motions
    var random = SystemRandomNumberGenerator()
    identifiers = EventIdentifiers(using: &random)
    connection = try MotionConnection(address, claim: claim) { [inbox] in inbox.events.append($0) }
    connection.healthHandler = { [inbox] in inbox.health = $0 }
    for message in discovery?.messages(for: device, kinds) ?? [] { self.link.put(message) }
    self.link.put(device.availability(false))
  }

  /// Relays until a signal.
  ///
  /// - Throws: a ``BusError`` if the bus is gone or motiond refuses the claim; a ``Failure`` if the
  ///   broker refuses the connection
  mutating func run(_ signals: borrowing StopSignals) throws {
    var outcome = StopSignals.Outcome.ready
    while outcome != .stopped {
      connection.process()
      let events = inbox.events
      inbox.events = []
      for event in events { try process(event) }
      processAnswer()
      reportHealth()
      try link.process()
      // Each time, as the code for an event, or for a keep-alive, brings megabytes of its
      // surroundings.
      StartupMemory.release()
      let limits = [connection.timeoutMilliseconds, link.timeoutMilliseconds].filter { $0 >= 0 }
      outcome = signals.wait(
        for: [(connection.descriptor, connection.events)] + link.wishes,
        milliseconds: limits.min() ?? -1)
    }
    link.put(device.availability(false))
    try link.close(within: .seconds(2))
  }

  private mutating func process(_ event: MotionConnection.Event) throws {
    switch event {
    case .motion(let motion):
      let id = identifiers.next()
      for message in device.messages(for: motion, at: Self.timeOfDay, id: id) { link.put(message) }
    case .connected:
      Log.write("motiond reports motions")
      health.daemonCame()
      for state in device.initialStates(of: kinds) { link.put(state) }
      link.put(device.availability(true))
    case .noAccelerometer:
      Log.write("motiond has no accelerometer; waiting for one")
      health.daemonCame()
      link.put(device.availability(false))
    case .unavailable(let error):
      if case .refused = error { throw error }
      Log.write("\(error); waiting for motiond")
      health.daemonLeft()
      link.put(device.availability(false))
    case .disconnected(let error): throw error
    }
  }

  // MARK: Health

  /// Asks for the health, and publishes it, as far as that is due.
  private mutating func reportHealth() {
    if health.shouldAsk() {
      connection.requestHealth { [inbox] in
        if case .success(let health) = $0 { inbox.health = health }
      }
    }
    health.report.droppedEvents = link.outbox.dropped
    guard health.shouldPublish(at: .now()) else { return }
    link.put(
      MQTTMessage(
        device.healthTopic, health.report.json(at: Self.timeOfDay), isRetained: true))
  }

  /// Notes motiond's answer.
  private mutating func processAnswer() {
    guard let answer = inbox.health else { return }
    inbox.health = nil
    health.answered(
      HealthReport.Daemon(
        version: answer.version, accelerometer: answer.device, wantedRate: answer.wantedRate,
        measuredRate: answer.measuredRate, lateBatches: answer.lateBatches,
        lostReadings: answer.lostReadings, motions: answer.motions,
        uptime: answer.uptime.components.seconds), at: .now())
  }

  /// The time of day in UTC, such as `2026-01-31T12:00:00.250Z`.
  private static var timeOfDay: String {
    var (now, parts) = (timespec(), tm())
    clock_gettime(CLOCK_REALTIME, &now)
    gmtime_r(&now.tv_sec, &parts)
    let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    let milliseconds = "\(1000 + now.tv_nsec / 1_000_000)".dropFirst()
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(milliseconds)Z"
  }
}
