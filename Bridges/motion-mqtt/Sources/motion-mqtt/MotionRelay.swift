// SPDX-License-Identifier: Apache-2.0

import Glibc
import MQTTRelay
import MotionBus
import MotionCore
import MotionMQTT
import SystemPackage

import enum LinuxSupport.StartupMemory

/// The way from motiond to a broker: one loop that waits for both.
struct MotionRelay {
  private var link: BrokerLink
  private let device: MQTTDevice
  private let kinds: Set<MotionKind>
  private let inbox = Inbox()
  private let connection: MotionConnection
  private var identifiers: EventIdentifiers
  private var health = HealthRule(HealthReport(relay: version))
  private var commands: CommandRule

  /// What motiond said since the last turn of the loop.
  private final class Inbox {
    var events: [MotionConnection.Event] = []
    var health: DaemonHealth?
    var capture: Result<FileDescriptor, BusError>?
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
    commands = CommandRule(device)
    connection = try MotionConnection(address, claim: claim) { [inbox] in inbox.events.append($0) }
    connection.healthHandler = { [inbox] in inbox.health = $0 }
    for message in discovery?.messages(for: device, kinds) ?? [] { self.link.put(message) }
    self.link.put(device.availability(false))
  }

  /// Relays until a signal.
  ///
  /// - Throws: a ``BusError`` if the bus is gone or motiond refuses the claim; a ``Failure`` if the
  ///   broker refuses the connection
  mutating func run(_ signals: StopSignals) throws {
    var isStopped = false
    while !isStopped {
      connection.process()
      let events = inbox.events
      inbox.events = []
      for event in events { try process(event) }
      processAnswers()
      reportHealth()
      try link.process()
      let messages = link.takeReceived()
      for (topic, payload) in messages { process(topic, payload) }
      // What they led to.
      if !messages.isEmpty { try link.process() }
      // Each time, as the code for an event, or for a keep-alive, brings megabytes of its
      // surroundings.
      StartupMemory.release()
      let limits = [connection.timeoutMilliseconds, link.timeoutMilliseconds].filter { $0 >= 0 }
      isStopped = signals.wait(
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
      Log.write("motiond reports motions", .notice)
      health.daemonCame()
      for state in device.initialStates(of: kinds) { link.put(state) }
      link.put(device.availability(true))
    case .noAccelerometer:
      Log.write("motiond has no accelerometer; waiting for one", .notice)
      health.daemonCame()
      link.put(device.availability(false))
    case .unavailable(let error):
      if case .refused = error { throw error }
      Log.write("\(error); waiting for motiond", .notice)
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
    health.report.refusedCommands = commands.refused
    health.report.droppedCommands = commands.dropped
    guard health.shouldPublish(at: .now()) else { return }
    link.put(
      MQTTMessage(
        device.healthTopic, health.report.json(at: Self.timeOfDay), isRetained: true))
  }

  private mutating func processAnswers() {
    if let answer = inbox.health {
      inbox.health = nil
      health.answered(
        HealthReport.Daemon(
          version: answer.version, accelerometer: answer.device, wantedRate: answer.wantedRate,
          measuredRate: answer.measuredRate, lateBatches: answer.lateBatches,
          lostReadings: answer.lostReadings, motions: answer.motions,
          uptime: answer.uptime.components.seconds), at: .now())
    }
    guard let capture = inbox.capture else { return }
    inbox.capture = nil
    send(Result { try Self.recording(capture.get()) })
  }

  // MARK: Captures

  private mutating func process(_ topic: String, _ payload: [UInt8]?) {
    switch commands.decide(topic, payload, at: .now()) {
    case .capture(let id):
      Log.write("the broker asks for a capture, '\(id)'", .notice)
      connection.requestCapture { [inbox] in inbox.capture = $0 }
    case .refuse(let id, let reason): link.put(device.noCapture(id, reason))
    case .ignore: break
    }
  }

  /// Answers the command with `recording`, or with the reason why there is none.
  private mutating func send(_ recording: Result<[UInt8], any Error>) {
    let file = recording.flatMap { bytes in
      Result { () throws -> (CaptureHead, [UInt8]) in
        guard bytes.count <= CaptureHead.longestRecording, let file = Packing.packed(bytes),
          file.count <= CaptureHead.longestFile
        else { throw Failure(.failure, "the recording is too long to be sent") }
        return (
          CaptureHead(
            hash: Packing.hash(file), length: file.count, recordingLength: bytes.count), file
        )
      }
    }
    let hasRecording = if case .success = file { true } else { false }
    guard let id = commands.answered(hasRecording, at: .now()) else { return }
    switch file {
    case .success(let (head, file)):
      for message in device.capture(id, head, file) { link.put(message) }
    case .failure(let error):
      Log.write("no capture: \(error)", .notice)
      link.put(device.noCapture(id, "\(error)"))
    }
  }

  /// All of `file`, which is closed.
  private static func recording(_ file: FileDescriptor) throws -> [UInt8] {
    try file.closeAfter {
      var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
      while bytes.count <= CaptureHead.longestRecording {
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        guard count > 0 else { break }
        bytes += buffer[..<count]
      }
      return bytes
    }
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
