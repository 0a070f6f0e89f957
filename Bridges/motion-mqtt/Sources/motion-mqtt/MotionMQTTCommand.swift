import ArgumentParser
import Glibc
import MotionBus
import MotionCore
import MotionMQTT
import SystemPackage

/// The version of motiond with which it is released.
private let version = "0.1.0"

@main
struct MotionMQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion-mqtt",
    abstract: "Tell an MQTT broker of the motions that motiond recognizes.",
    discussion: """
      Claims motions of motiond, and publishes them until SIGINT or SIGTERM. DEVICE is that of --device.

        motion/DEVICE/event/KIND    each event: the JSON of motionctl monitor, with event_type and time
        motion/DEVICE/trigger       a motion to act on, such as {"trigger":"shake","time":"..."}
        motion/DEVICE/state/KIND    retained: still is ON or OFF, orientation such as portrait
        motion/DEVICE/availability  retained: online while motions are recognized, else offline
        motion/DEVICE/dropped       retained: the number of events dropped since the start, once there are some

      Home Assistant finds the device by itself, by MQTT discovery.

      If the broker is away, motion-mqtt connects again after 1 to 60 s. Meanwhile up to --queue events wait, for \
      up to --max-age seconds; the oldest are dropped, and their number is reported. The latest states are kept. If \
      motiond stops, motion-mqtt waits for it and claims again.

      Exit status: 0 done; 64 wrong usage; 66 no such file; 69 no bus; 77 not permitted, by motiond or at first by the \
      broker; 1 otherwise.

      Example: motion-mqtt --host broker.local --cafile /etc/ssl/certs/ca-certificates.crt --username kiosk1 \
      --password-file /etc/motion-mqtt/password --motions shake,flip,still,orientation
      """,
    version: "motion-mqtt \(version) (libmosquitto \(Broker.libraryVersion))")

  @Option(help: "The broker's name or address.")
  var host = "localhost"

  @Option(help: "The broker's port. (default: 1883; with TLS 8883)")
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "Speak TLS, and trust the certificates in this file.", valueName: "file"),
    completion: .file())
  var cafile: String?

  @Option(
    help: ArgumentHelp(
      "Speak TLS, and trust the certificates in this folder, such as /etc/ssl/certs.",
      valueName: "folder"),
    completion: .directory)
  var capath: String?

  @Option(
    help: ArgumentHelp("A certificate of this device, for the broker.", valueName: "file"),
    completion: .file())
  var cert: String?

  @Option(
    help: ArgumentHelp("The key of that certificate.", valueName: "file"), completion: .file())
  var key: String?

  @Option(help: ArgumentHelp("The user to log in as.", valueName: "name"))
  var username: String?

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the user's password: arguments can be read by everybody.",
      valueName: "file"),
    completion: .file())
  var passwordFile: String?

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
      "The time for which an event may wait: 1 to 86400.", valueName: "seconds"))
  var maxAge = 60

  @OptionGroup var detection: MotionArguments

  func validate() throws {
    guard (1...100_000).contains(queue) else {
      throw ValidationError("--queue \(queue): expected 1 to 100000")
    }
    guard (1...86_400).contains(maxAge) else {
      throw ValidationError("--max-age \(maxAge): expected 1 to 86400")
    }
    guard cafile == nil || capath == nil else {
      throw ValidationError("expected only one of --cafile and --capath")
    }
    guard (cert == nil) == (key == nil) else {
      throw ValidationError("expected --cert and --key, or neither")
    }
    guard cert == nil || cafile != nil || capath != nil else {
      throw ValidationError("--cert needs --cafile or --capath")
    }
    guard passwordFile == nil || username != nil else {
      throw ValidationError("--password-file needs --username")
    }
    guard MQTTDevice("x", prefix: discovery) != nil else {
      throw ValidationError("--discovery '\(discovery)' cannot begin a topic")
    }
    _ = try mqttDevice()
  }

  func run() throws {
    try Failure.reporting {
      let signals = try StopSignals()
      var relay = try MotionRelay(
        detection.address, detection.claim(), mqttDevice(),
        BrokerLink(
          address(signals), mqttDevice(), Outbox(limit: queue, longestWait: .seconds(maxAge))),
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

  private func address(_ signals: StopSignals) throws -> BrokerAddress {
    var password: String?
    if let passwordFile { password = try Self.firstLine(of: passwordFile, signals) }
    let trusted: BrokerAddress.TrustedCertificates? =
      cafile.map { .file($0) } ?? capath.map { .folder($0) }
    return BrokerAddress(
      host: host, port: port.map { Int32($0) } ?? (trusted == nil ? 1883 : 8883),
      trusted: trusted,
      certificate: cert.flatMap { cert in key.map { (cert, $0) } }, user: username,
      password: password)
  }

  /// The password in `path`.
  private static func firstLine(
    of path: String, _ signals: StopSignals
  ) throws -> String {
    var text: [UInt8] = []
    do {
      // Without O_NONBLOCK a pipe without a writer would hold up a signal.
      let file = try FileDescriptor.open(
        FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? file.close() }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while text.count < buffer.count, !text.contains(UInt8(ascii: "\n")) {
        guard !signals.wait(for: [(file.rawValue, Int16(POLLIN))]) else {
          throw Failure(.failure, "stopped by a signal")
        }
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        guard count > 0 else { break }
        text += buffer[..<count]
      }
    } catch let error as Errno {
      let isForbidden = error == .permissionDenied || error == .notPermitted
      throw Failure(isForbidden ? .notPermitted : .noInput, "cannot read \(path): \(error)")
    }
    let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let password = String(validating: line, as: UTF8.self), !password.isEmpty else {
      throw Failure(.badData, "\(path): expected a password in UTF-8 in the first line")
    }
    return password
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
