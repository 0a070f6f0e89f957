// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// motion-mqtt with motiond on a bus of its own, and a real mosquitto.
@Suite(.waits) struct RelayTests {
  private let bus: PrivateBus
  private let daemon: RunningProgram

  init() throws {
    bus = try PrivateBus()
    daemon = try RunningProgram(
      "motiond", ["--bus", "session"], bus: bus.address, readingErrors: true)
    try daemon.line { $0.contains("accelerometer") }
  }

  private static let trigger = "motion/kiosk1/trigger {\"trigger\":\"shake\""

  /// A relay to `port`, which hears of motions and, if it is to, has reached the broker.
  private func relay(
    _ port: String, _ arguments: String..., isConnected: Bool = true
  ) throws -> RunningProgram {
    let program = try RunningProgram(
      "motion-mqtt",
      [
        "--bus", "session", "--port", port, "--device", "kiosk1", "--motions",
        "shake,flip,still,orientation",
      ] + arguments, bus: bus.address, readingErrors: true)
    guard isConnected else { return program }
    var (hears, reaches) = (false, false)
    try program.line { line in
      hears = hears || line.hasSuffix("motiond has no accelerometer; waiting for one")
      reaches = reaches || line.contains("connected to the broker")
      return hears && reaches
    }
    return program
  }

  private func shake() throws {
    let status = try RunningProgram(
      "motionctl", ["simulate", "shake", "--bus", "session"], bus: bus.address
    ).finish().status
    #expect(status == 0)
  }

  @Test("a subscriber sees a shake; who comes later sees the device and its states, and no event")
  func shakes() throws {
    let broker = try MosquittoBroker()
    let subscriber = try broker.subscribe()
    let relay = try relay(broker.port)
    try shake()
    let messages = try subscriber.messages(upTo: Self.trigger)
    let events = messages.filter { $0.contains("/event/shake") }
    #expect(events.count == 2)
    #expect(events.first?.contains("\"event_type\":\"began\"") == true)
    #expect(events.last?.contains("\"event_type\":\"ended\"") == true)
    // The trigger has the id of the event that it stands for.
    let ids = (events + messages.suffix(1)).map { $0.split(separator: "\"id\":").last }
    #expect(ids.count == 3 && ids[0] != ids[1] && ids[1] == ids[2])
    let late = try broker.subscribe("late")
    var kept = Set<String>()
    while kept.count < 18 {
      let line = try late.line { $0.hasPrefix("message ") }.dropFirst(8)
      kept.insert(line.split(separator: " ").prefix(2).joined(separator: " "))
    }
    let sensors = [
      "motiond", "relay", "motions", "uptime_s", "accelerometer", "rate_wanted", "rate_measured",
      "late_batches", "lost_readings", "restarts", "orientation",
    ].map { "homeassistant/sensor/kiosk1/\($0)/config" }
    let triggers = ["shake", "flip_face_down", "flip_face_up"].map {
      "homeassistant/device_automation/kiosk1/\($0)/config"
    }
    let states = ["health", "availability", "state/still"].map { "motion/kiosk1/\($0)" }
    let still = "homeassistant/binary_sensor/kiosk1/still/config"
    #expect(kept == Set((sensors + triggers + states + [still]).map { "1 \($0)" }))
    #expect(relay.ends)
  }

  @Test("the broker is killed and comes back: the newest events come, the others are counted")
  func brokerLost() throws {
    let broker = try MosquittoBroker()
    let subscriber = try broker.subscribe()
    let relay = try relay(broker.port, "--queue", "3")
    try shake()
    try subscriber.messages(upTo: Self.trigger)
    broker.stop()
    try relay.line { $0.contains("no connection to the broker") }
    for _ in 0..<3 { try shake() }
    try relay.line { $0.hasSuffix("the broker is away, and 3 events wait: the oldest are dropped") }
    try broker.start()
    try relay.line { $0.contains("connected to the broker") }
    try relay.line { $0.hasSuffix("6 events were dropped, as the broker was away or slow") }
    // The broker keeps them for its subscriber, who connects again by itself.
    let messages = try subscriber.messages(upTo: "motion/kiosk1/dropped 6")
    // Published once; what the broker kept comes as retained.
    for topic in ["motion/kiosk1/state/still ", "homeassistant/sensor/kiosk1/orientation/config "] {
      #expect(messages.filter { $0.hasPrefix("0 \(topic)") }.count == 1)
    }
    #expect(messages.filter { $0.contains("/event/shake") }.count == 2)
    #expect(messages.filter { $0.contains("/trigger {\"trigger\":\"shake\"") }.count == 1)
    try shake()
    try subscriber.messages(upTo: Self.trigger)
    #expect(relay.ends)
  }

  @Test("two devices of one name: said, and they give each other time")
  func sameName() throws {
    let broker = try MosquittoBroker()
    let relays = try [relay(broker.port), relay(broker.port)]
    try relays[0].line { $0.contains("if another device is named 'kiosk1' too") }
    // From then on each waits longer and longer, and says no more.
    try relays[1].line { $0.contains("if another device is named 'kiosk1' too") }
    for relay in relays {
      let (status, rest) = relay.finish(after: SIGTERM)
      #expect(status == 0)
      #expect(!rest.contains("connected to the broker") && !rest.contains("no connection"))
    }
  }

  @Test("a broker that is not there at first is waited for")
  func brokerLate() throws {
    let broker = try MosquittoBroker()
    broker.stop()
    let relay = try relay(broker.port, isConnected: false)
    try relay.line { $0.contains("no connection to the broker at localhost:\(broker.port): ") }
    try broker.start()
    try relay.line { $0.contains("connected to the broker") }
    #expect(relay.ends)
  }

  @Test(
    "while a name is looked up motiond is heard, and a signal ends it; a password in the clear is said",
    .enabled(if: geteuid() == 0))
  func slowNames() throws {
    // In a /etc of its own: opening the list of hosts waits for a writer, who never comes.
    let script = """
      cd "$(mktemp -d)"; mkfifo hosts; echo secret > password
      mount --bind hosts /etc/hosts
      exec "$0" --bus session --device kiosk1 --host broker.test --username me --password-file password
      """
    let relay = try RunningProgram(
      "unshare",
      [
        "--mount", "--propagation", "private", "sh", "-euc", script,
        builtProducts.appendingPathComponent("motion-mqtt").path,
      ], bus: bus.address, readingErrors: true)
    try relay.line { $0.contains("the password goes to broker.test unencrypted") }
    try relay.line { $0.hasSuffix("motiond has no accelerometer; waiting for one") }
    #expect(relay.ends)
  }

  @Test("a broker that refuses a connection that is to be TLS is given up at once")
  func refusedTLS() throws {
    let broker = try MosquittoBroker()
    broker.stop()
    try Certificates.make(in: broker.folder)
    let relay = try relay(
      broker.port, "--cafile", "\(broker.folder.path)/ca.crt", isConnected: false)
    let line = try relay.line { $0.contains("no connection to the broker") }
    // That is after 30 s.
    #expect(!line.contains("it does not answer"))
    #expect(relay.ends)
  }

  /// A program that prints its port, and does `answer`, in Python, to each `client`.
  private func ownBroker(_ answer: String, _ words: String...) throws -> RunningProgram {
    let script = """
      import socket, sys
      server = socket.create_server(("127.0.0.1", 0))
      print(server.getsockname()[1], flush=True)
      while True:
          client, _ = server.accept()
          client.recv(4096)

      """
    let body = answer.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return try RunningProgram("python3", ["-c", script + body] + words)
  }

  @Test("a broker that announces 200 MB is given up, and costs no memory", .unsanitized)
  func hostileBroker() throws {
    let hostile = try ownBroker(
      """
      # Connected; then a message of 200 MB begins, which is sent as long as it is taken.
      client.sendall(b"\\x20\\x02\\x00\\x00" + b"\\x30\\x80\\x88\\xaf\\x5f\\x00\\x01a")
      print("sent", flush=True)
      try:
          while True:
              client.sendall(bytes(65536))
      except OSError:
          print("closed", flush=True)
      """)
    let port = try hostile.line { _ in true }
    let relay = try relay(port, isConnected: false)
    try hostile.line { $0 == "closed" }
    try relay.line {
      $0.contains("no connection to the broker at localhost:\(port): Out of memory")
    }
    #expect(try #require(relay.peakMemory) < 64 << 20)
    #expect(relay.ends)
  }

  @Test("a broker that floods a client, or refuses it: said in words of its own")
  func rudeBroker() throws {
    // What it answers to the first and to any later connection: CONNACK with a code, then a flood.
    let answer = """
      code = int(sys.argv[1])
      client.sendall(bytes([0x20, 2, 0, code]))
      try:
          while code == 0:
              client.sendall(b"\\x30\\x03\\x00\\x01a" * 4096)
      except OSError:
          pass
      """
    for (code, status, words) in [
      (0, nil, "it sends much more than answers; trying again"),
      (1, 69, "motion-mqtt speaks 3.1.1"), (2, 77, "(--device)"),
      (3, nil, "it is unavailable for now; trying again"), (4, 77, "check --username"),
      (5, 77, "check --username"), (9, 69, "check --host"),
    ] as [(Int, Int32?, String)] {
      let broker = try ownBroker(answer, "\(code)")
      let relay = try relay(broker.line { _ in true }, isConnected: false)
      try relay.line { $0.contains(words) }
      #expect(relay.finish(after: status == nil ? SIGTERM : 0).status == status ?? 0, "\(code)")
    }
  }

  @Test("a lost client is offline by its last will, a leaving one by its own message")
  func availability() throws {
    let broker = try MosquittoBroker()
    for signal in [SIGKILL, SIGTERM] {
      let relay = try relay(broker.port)
      let subscriber = try broker.subscribe("watch\(signal)")
      _ = relay.finish(after: signal)
      try subscriber.messages(upTo: "motion/kiosk1/availability offline")
    }
  }

  @Test("motiond that ends is waited for, and states begin anew")
  func daemonLost() throws {
    let broker = try MosquittoBroker()
    let subscriber = try broker.subscribe()
    let relay = try relay(broker.port)
    _ = daemon.finish(after: SIGTERM)
    try relay.line { $0.contains("waiting for motiond") }
    let another = try RunningProgram(
      "motiond", ["--bus", "session"], bus: bus.address, readingErrors: true)
    try relay.line { $0.hasSuffix("motiond reports motions") }
    try shake()
    try subscriber.messages(upTo: Self.trigger)
    #expect(relay.ends)
    withExtendedLifetime(another) {}
  }

  @Test(
    "TLS, user and password from a file; a wrong password is status 77, an unknown broker is reported"
  )
  func security() throws {
    let broker = try MosquittoBroker { folder in
      try Certificates.make(in: folder)
      _ = try RunningProgram(
        "mosquitto_passwd", ["-b", "-c", "\(folder.path)/users", "kiosk", "secret word"]
      ).finish()
      return """
        allow_anonymous false
        password_file \(folder.path)/users
        cafile \(folder.path)/ca.crt
        certfile \(folder.path)/server.crt
        keyfile \(folder.path)/server.key
        """
    }
    let files = broker.folder.path
    try Data("secret word\n".utf8).write(to: broker.folder.appendingPathComponent("password"))
    try Data("another".utf8).write(to: broker.folder.appendingPathComponent("wrong"))
    let relay = try relay(
      broker.port, "--cafile", "\(files)/ca.crt", "--username", "kiosk", "--password-file",
      "\(files)/password")
    #expect(relay.ends)

    let refused = try self.relay(
      broker.port, "--cafile", "\(files)/ca.crt", "--username", "kiosk", "--password-file",
      "\(files)/wrong", isConnected: false)
    let (status, text) = refused.finish()
    #expect(status == 77)
    #expect(text.contains("refuses the connection: not authorized; check --username"), "\(text)")

    let stranger = try self.relay(
      broker.port, "--cafile", "\(files)/other.crt", isConnected: false)
    try stranger.line { $0.contains("no connection to the broker") && $0.contains("TLS") }
    #expect(stranger.ends)
  }

  @Test(
    "wrong usage, missing files and a missing bus have their statuses",
    arguments: [
      (["--queue", "0"], 64, "--queue 0: expected 1 to 100000"),
      (["--device", "a/b"], 64, "'a/b' or 'motion' cannot be part of a topic"),
      (["--password-file", "x"], 64, "--password-file needs --username"),
      (["--username", "x", "--password-file", "/missing"], 66, "/missing"),
      (["--cafile", "/missing"], 66, "cannot use the certificates in /missing"),
      // What a terminal would obey: a color, another direction of writing.
      (["--cafile", "/\u{1B}[31m\u{202E}x"], 66, "cannot use the certificates in /?[31m?x"),
      ([], 69, "cannot reach the session bus"),
    ] as [([String], Int32, String)])
  func errors(arguments: [String], status: Int32, text: String) throws {
    let program = try RunningProgram(
      "motion-mqtt", ["--bus", "session"] + arguments, readingErrors: true)
    let (found, output) = program.finish()
    #expect(found == status, "\(output)")
    #expect(output.contains(text), "\(output)")
  }
}

extension RunningProgram {
  /// Ends it by SIGTERM; whether it ends well.
  fileprivate var ends: Bool { finish(after: SIGTERM).status == 0 }
}

extension RelayTests {
  @Test("a log that nobody reads holds its end up no longer than any other")
  func log() throws {
    // Nobody listens there, which it logs.
    let relay = try RunningCommand(
      "motion-mqtt", ["--bus", "session", "--port", "1", "--device", "kiosk1"],
      errors: fullPipe(), environment: bus.environment)
    #expect(relay.waitUntilPolling())
    relay.send(SIGTERM)
    #expect(try relay.finish().status == 0)
  }
}

/// Certificates of a broker on this machine.
private enum Certificates {
  /// Makes `ca.crt`, `server.crt`, `server.key`, and `other.crt`, which has signed nothing.
  static func make(in folder: URL) throws {
    let path = folder.path
    for name in ["ca", "other"] {
      try openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
        "2", "-subj", "/CN=\(name)", "-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).crt"
      )
    }
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
      "\(path)/server.key", "-out", "\(path)/server.csr")
    try openssl(
      "x509", "-req", "-in", "\(path)/server.csr", "-CA", "\(path)/ca.crt", "-CAkey",
      "\(path)/ca.key", "-CAcreateserial", "-days", "2", "-copy_extensions", "copy", "-out",
      "\(path)/server.crt")
  }

  private static func openssl(_ arguments: String...) throws {
    let (status, text) = try RunningProgram("openssl", arguments, readingErrors: true).finish()
    guard status == 0 else { throw RunningProgram.Problem.missing(text) }
  }
}
