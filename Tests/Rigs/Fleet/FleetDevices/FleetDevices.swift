// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MQTTRelay
import MotionCore
import MotionMQTT

/// Devices without an accelerometer, whose connections, queues and messages are those of the relay,
/// for `Tests/Rigs/Fleet/run`.
///
/// Usage: FleetDevices PORT FIRST COUNT SECONDS [TRUSTED]. With a file of certificates to trust the
/// connections are TLS. Waits for a line of standard input, spreads the
/// events of an hour over so many seconds, and ends 75 s later, when all events were sent or
/// dropped. It prints a line for each device: its name, the run of its ids, the number of messages
/// that it made, and of those that it dropped.
@main
enum FleetDevices {
  static func main() throws {
    let numbers = CommandLine.arguments.dropFirst().prefix(4).compactMap { Int($0) }
    guard numbers.count == 4, let port = Int32(exactly: numbers[0]) else {
      throw Failure(.failure, "usage: FleetDevices PORT FIRST COUNT SECONDS [TRUSTED]")
    }
    let trusted = CommandLine.arguments.dropFirst(5).first
    let signals = try StopSignals {}
    var random = SystemRandomNumberGenerator()
    let address = BrokerAddress(
      host: "127.0.0.1", port: port, trusted: trusted.map { .file($0) })
    var devices = try (numbers[1]..<numbers[1] + numbers[2]).map {
      try SimulatedDevice("s\($0)", address, &random)
    }
    var clock = Clock.waiting
    while true {
      let now = Timestamp.now()
      switch clock {
      case .waiting: break
      case .running(let start, let end):
        for index in devices.indices { devices[index].makeEvents(start, now) }
        if now >= end {
          for device in devices { print(device.summary) }
          return
        }
      }
      var wishes: [pollfd] = [
        pollfd(fd: clock.isWaiting ? 0 : -1, events: Int16(POLLIN), revents: 0)
      ]
      var wait: Int32 = 20
      for index in devices.indices {
        let wish = devices[index].link.wishes.first
        wishes.append(
          pollfd(fd: wish?.number ?? -1, events: wish?.events ?? 0, revents: 0))
        wait = min(wait, devices[index].link.timeoutMilliseconds)
      }
      poll(&wishes, nfds_t(wishes.count), wait)
      if signals.isStopped { return }
      if wishes[0].revents != 0 {
        _ = readLine()
        let now = Timestamp.now()
        for index in devices.indices { devices[index].plan(over: .seconds(numbers[3]), &random) }
        clock = .running(
          now, end: now.advanced(byNanoseconds: Int64(numbers[3] + 75) * 1_000_000_000))
      }
      for index in devices.indices {
        try devices[index].turn(isReady: wishes[index + 1].revents != 0)
      }
    }
  }

  private enum Clock {
    case waiting
    case running(Timestamp, end: Timestamp)

    var isWaiting: Bool { if case .waiting = self { true } else { false } }
  }
}

/// A device with a link of its own.
private struct SimulatedDevice {
  var link: BrokerLink
  private let device: MQTTDevice
  private var identifiers: EventIdentifiers
  private var health: HealthRule
  private var run = ""
  private var made = 0
  private var hasNews = true
  /// The events to come, the latest first: the times since the start, and the events.
  private var plan: [(time: Int64, event: MotionEvent)] = []

  init(
    _ name: String, _ address: BrokerAddress, _ random: inout SystemRandomNumberGenerator
  ) throws {
    guard let device = MQTTDevice(name) else { throw Failure(.failure, "\(name) is no name") }
    self.device = device
    link = try BrokerLink(
      address, device, Outbox(limit: 1000, longestWait: .seconds(60)))
    identifiers = EventIdentifiers(using: &random)
    health = HealthRule(HealthReport(relay: "0.1.0"))
    health.answered(
      HealthReport.Daemon(
        version: "0.1.0", accelerometer: "simulated", wantedRate: 50, measuredRate: 50,
        lateBatches: 0, lostReadings: 0, motions: [.shake, .flip, .still, .orientation], uptime: 1),
      at: .now())
    for message in HomeAssistant(version: "0.1.0").messages(
      for: device, [.shake, .flip, .still, .orientation])
    { link.put(message) }
    for state in device.initialStates(of: [.still]) { link.put(state) }
    link.put(device.availability(true))
  }

  /// Chooses times for an hour of a device that is in use: 4 shakes, 4 flips, 10 rests, 20 turns.
  mutating func plan(over time: Duration, _ random: inout SystemRandomNumberGenerator) {
    let zero = Timestamp(nanoseconds: 0)
    func moment() -> Int64 { Int64.random(in: 0..<time.nanoseconds, using: &random) }
    var plan: [(time: Int64, event: MotionEvent)] = []
    for (kind, count) in [(MotionKind.shake, 4), (.still, 10)] {
      for _ in 0..<count {
        let start = moment()
        plan.append((start, MotionEvent(kind, .began, at: zero)))
        plan.append((start + 500_000_000, MotionEvent(kind, .ended, at: zero)))
      }
    }
    for _ in 0..<4 {
      let flip = MotionMeasurements(FlipMeasurements(to: Bool.random() ? .faceDown : .faceUp))
      plan.append((moment(), MotionEvent(.flip, .recognized, at: zero, measurements: flip)))
    }
    for _ in 0..<20 {
      let turn = MotionMeasurements(
        OrientationMeasurements(to: Bool.random() ? .portrait : .landscapeLeft))
      plan.append((moment(), MotionEvent(.orientation, .recognized, at: zero, measurements: turn)))
    }
    self.plan = plan.sorted { $0.time > $1.time }
  }

  /// Makes the events that are due.
  mutating func makeEvents(_ start: Timestamp, _ now: Timestamp) {
    while let (time, event) = plan.last, now.nanoseconds(since: start) >= time {
      plan.removeLast()
      var stamped = event
      stamped.timestamp = now
      let id = identifiers.next()
      run = String(id.prefix { $0 != "-" })
      for message in device.messages(for: stamped, at: "2026-01-31T12:00:00.250Z", id: id) {
        if !message.isRetained { made += 1 }
        link.put(message)
      }
      hasNews = true
    }
  }

  /// Does what is due.
  mutating func turn(isReady: Bool) throws {
    guard isReady || hasNews || link.timeoutMilliseconds == 0 else { return }
    hasNews = false
    let now = Timestamp.now()
    if health.shouldPublish(at: now) {
      link.put(
        MQTTMessage(
          device.healthTopic, health.report.json(at: "2026-01-31T12:00:00.250Z"), isRetained: true))
    }
    try link.process()
  }

  /// A line for the bench.
  var summary: String {
    "\(device.identifier) \(run.isEmpty ? "none" : run) \(made) \(link.outbox.dropped) "
      + "\(link.outbox.waiting)"
  }
}
