// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Glibc
import LinuxSupport
import MQTTRelay
import MotionBus
import MotionCore
import MotionMQTT

@main
struct MotionMQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion-mqtt",
    abstract: "Publish the motions of this device to an MQTT broker until SIGINT or SIGTERM.",
    discussion: """
      Claims motions from motiond, and publishes them. DEVICE is the identifier from --device.

        motion/DEVICE/event/KIND    each event: the JSON of motionctl monitor, with event_type and time
        motion/DEVICE/trigger       a motion to act on, such as {"trigger":"shake","time":"..."}
        motion/DEVICE/state/KIND    retained: still is ON or OFF, orientation such as portrait
        motion/DEVICE/availability  retained: online while motions are recognized, else offline
        motion/DEVICE/dropped       retained: the number of events dropped since the start, once there are some
        motion/DEVICE/health        retained: versions, rates, losses and restarts as JSON, once a minute at most

      Home Assistant finds the device by itself, by MQTT discovery.

      If the broker is away, motion-mqtt connects again after a random time, of 1 to 5 s at first and later 1 to 60 \
      s. Until then up to --queue events wait, for up to --max-age seconds; motion-mqtt drops the oldest, and reports \
      their number. It keeps the latest states. If motiond stops, motion-mqtt waits for it and claims again.

      Example: motion-mqtt --host broker.local --cafile /etc/ssl/certs/ca-certificates.crt --username kiosk1 \
      --password-file /etc/motiond/mqtt-password --motions shake,flip,still,orientation

      Exit status: 0 done; 64 wrong usage; 66 no such file; 69 no bus, or a broker of another version; 77 not \
      permitted, by motiond or at first by the broker; 1 otherwise.
      """,
    version: "motion-mqtt \(LinuxSupport.version) (libmosquitto \(Broker.libraryVersion))")

  @Option(help: "The broker's name or address.")
  var host = "localhost"

  @OptionGroup var broker: BrokerArguments

  @Option(
    help: ArgumentHelp(
      "The identifier of this device, in topics: letters, digits, _ and -. (default: the name of the machine)",
      valueName: "identifier"))
  var device: String?

  @Option(help: ArgumentHelp("The name of this device for people. (default: the identifier)"))
  var name: String?

  @Option(help: ArgumentHelp("The beginning of the topics.", valueName: "prefix"))
  var topic = "motion"

  @Option(
    help: ArgumentHelp(
      "The beginning of the topics of Home Assistant's discovery; none to send nothing there.",
      valueName: "prefix"))
  var discovery = "homeassistant"

  @Option(
    help: ArgumentHelp(
      "The number of events that wait while the broker is away: 1 to 100000.", valueName: "events"))
  var queue = 1000

  @Option(
    help: ArgumentHelp(
      "How many seconds an event may wait: 1 to 86400.", valueName: "seconds"))
  var maxAge = 60

  @Option(help: "The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.")
  var bus: BusName?

  @OptionGroup var motions: MotionArguments

  static func main() {
    requireUTF8Arguments()
    main(nil)
  }

  func validate() throws {
    guard (1...100_000).contains(queue) else {
      throw ValidationError("--queue \(queue): expected 1 to 100000")
    }
    guard (1...86_400).contains(maxAge) else {
      throw ValidationError("--max-age \(maxAge): expected 1 to 86400")
    }
    guard MQTTDevice("x", prefix: discovery) != nil else {
      throw ValidationError("--discovery '\(discovery)' cannot begin a topic")
    }
    _ = try mqttDevice()
  }

  func run() throws {
    try reportingFailures(of: "motion-mqtt") {
      LogOutput.standardError.serve()
      let signals = try StopSignals {}
      var relay = try MotionRelay(
        bus?.address ?? .standard,
        MotionClaim(motions.choice.kinds, options: motions.choice.options), mqttDevice(),
        BrokerLink(
          broker.address(host, signals), mqttDevice(),
          Outbox(limit: queue, longestWait: .seconds(maxAge))),
        discovery: discovery == "none" ? nil : HomeAssistant(prefix: discovery, version: version))
      try relay.run(signals)
    }
  }

  private func mqttDevice() throws -> MQTTDevice {
    let identifier = device ?? Self.machineName
    guard let device = MQTTDevice(identifier, name: name, prefix: topic) else {
      throw ValidationError(
        "'\(identifier)' or '\(topic)' cannot be part of a topic: expected letters, digits, _ and -, "
          + "as --device and --topic have them")
    }
    return device
  }

  /// The name of the machine, with `-` for what cannot be part of a topic.
  private static var machineName: String {
    var name = utsname()
    uname(&name)
    let text = withUnsafeBytes(of: &name.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return String(
      text.prefix(64).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
  }
}

extension BusName: ExpressibleByArgument {}
