// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import Testing

/// What who runs many devices asks of them.
@Suite(.serialized) struct FleetTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  @Test("a capture on command is a recording that replay reads; the next one has to wait")
  func capture() throws {
    let broker = try MosquittoBroker()
    let bus = try PrivateBus()
    let readings = Pipe()
    let daemon = try RunningProgram(
      "motiond", ["--bus", "session", "--source", "-"], bus: bus.address, readingErrors: true,
      input: readings)
    try daemon.line { $0.contains("source") || $0.contains("serv") || $0.contains("bus") }
    let subscriber = try broker.subscribe()
    let folder = broker.folder.appending(path: "captures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let collector = try RunningProgram(
      "motion-mqtt", ["collect", "--from", "localhost", "--port", broker.port, folder.path],
      readingErrors: true)
    try collector.line { $0.contains("connected to the broker") }
    let relay = try RunningProgram(
      "motion-mqtt",
      ["--bus", "session", "--port", broker.port, "--device", "kiosk1", "--allow-captures"],
      bus: bus.address, readingErrors: true)
    try subscriber.messages(upTo: "motion/kiosk1/availability online")
    try readings.fileHandleForWriting.write(
      contentsOf: Data(contentsOf: Self.root.appending(path: "samples/short-shake.csv")))
    try subscriber.messages(upTo: "motion/kiosk1/trigger {\"trigger\":\"shake\"")

    func command(_ topic: String, _ payload: String) throws {
      _ = try RunningProgram(
        "mosquitto_pub",
        ["-p", broker.port, "-q", "1", "-t", "motion/kiosk1/command/\(topic)", "-m", payload]
      ).finish()
    }
    try command("reboot", "now")
    try command("capture", String(repeating: "x", count: 1025))
    try command("capture", "../../passwd")
    try command("capture", "ticket7")
    let head = try #require(
      subscriber.messages(upTo: "motion/kiosk1/capture/ticket7/head").last)
    #expect(head.firstMatch(of: /head [0-9a-f]{64} \d+ 1 \d+$/) != nil, "\(head)")
    try collector.line { $0.hasSuffix("kiosk1-ticket7.csv is written") }
    let replay = try RunningProgram(
      "motionctl", ["replay", folder.appending(path: "kiosk1-ticket7.csv").path]
    ).finish()
    #expect(replay.status == 0 && replay.rest.contains("shake ended"), "\(replay.rest)")
    try command("capture", "ticket8")
    try subscriber.messages(
      upTo: "motion/kiosk1/capture/ticket8/error one capture an hour: ask again in 3")
    #expect(relay.finish(after: SIGTERM).status == 0)
    #expect(collector.finish(after: SIGTERM).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    withExtendedLifetime(daemon) {}
  }

  @Test("what is not whole, has another hash or is no recording is not written")
  func notWhole() throws {
    let broker = try MosquittoBroker()
    let folder = broker.folder.appending(path: "captures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let collector = try RunningProgram(
      "motion-mqtt", ["collect", "--from", "localhost", "--port", broker.port, folder.path],
      readingErrors: true)
    try collector.line { $0.contains("connected to the broker") }
    func publish(_ part: String, _ payload: String) throws {
      _ = try RunningProgram(
        "mosquitto_pub", ["-p", broker.port, "-q", "1", "-t", "motion/a/\(part)", "-m", payload]
      ).finish()
    }
    let hash = String(repeating: "0", count: 64)
    try publish("capture/partial/head", "\(hash) 200000 2 5")
    try publish("capture/wrong/head", "\(hash) 5 1 5")
    try publish("capture/wrong/0", "hello")
    try collector.line { $0.hasSuffix("a, wrong: what came is no recording") }
    try publish("capture/no/error", "one\u{1B}[31m")
    try collector.line { $0.hasSuffix("a, no: one?[31m") }
    #expect(collector.finish(after: SIGTERM).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    let missing = try RunningProgram(
      "motion-mqtt", ["collect", "--from", "localhost", "/missing"], readingErrors: true
    ).finish()
    #expect(missing.status == 73 && missing.rest.contains("cannot write into /missing"))
  }

  /// The block of `kind` in the page for fleets.
  private static func block(_ kind: String) throws -> String {
    let page = try String(contentsOf: root.appending(path: "docs/fleets.md"), encoding: .utf8)
    let block = page.split(separator: "```\(kind)\n").dropFirst().first
    return String(try #require(block?.split(separator: "```").first))
  }

  /// A broker with the rules in the page for fleets, and three users with the password `secret`.
  ///
  /// - Parameter settings: further lines of its configuration
  /// - Returns: the broker
  /// - Throws: an error if it does not start
  private static func guarded(_ settings: String = "") throws -> MosquittoBroker {
    try MosquittoBroker { folder in
      try Data(Self.block("acl").utf8).write(to: folder.appending(path: "acl"))
      for (index, user) in ["kiosk1", "kiosk2", "fleet"].enumerated() {
        _ = try RunningProgram(
          "mosquitto_passwd",
          ["-b"] + (index == 0 ? ["-c"] : []) + ["\(folder.path)/users", user, "secret"]
        ).finish()
      }
      return """
        allow_anonymous false
        password_file \(folder.path)/users
        acl_file \(folder.path)/acl
        \(settings)
        """
    }
  }

  /// A user who hears of topics.
  private static func subscriber(
    _ broker: MosquittoBroker, _ user: String, _ topics: String...
  ) throws -> RunningProgram {
    let program = try RunningProgram(
      "stdbuf",
      ["-oL", "mosquitto_sub", "-p", broker.port, "-u", user, "-P", "secret", "-q", "1", "-d"]
        + topics.flatMap { ["-t", $0] } + ["-F", "message %t %p"])
    try program.line { $0.contains("received SUBACK") }
    return program
  }

  @Test("with use_username_as_clientid a device cannot end the connection of another")
  func clientIdentifiers() throws {
    let broker = try Self.guarded("use_username_as_clientid true")
    let bus = try PrivateBus()
    let password = broker.folder.appending(path: "password")
    try Data("secret".utf8).write(to: password)
    let fleet = try Self.subscriber(broker, "fleet", "motion/#")
    let relay = try RunningProgram(
      "motion-mqtt",
      [
        "--bus", "session", "--port", broker.port, "--device", "kiosk1", "--username", "kiosk1",
        "--password-file", password.path,
      ], bus: bus.address, readingErrors: true)
    try relay.line { $0.contains("connected to the broker") }
    try fleet.messages(upTo: "motion/kiosk1/availability offline")
    // By the id of the relay alone it would be ended.
    let other = try RunningProgram(
      "mosquitto_pub",
      [
        "-p", broker.port, "-u", "kiosk2", "-P", "secret", "-i", "motiond-kiosk1", "-q", "1", "-t",
        "motion/kiosk2/event/shake", "-m", "kiosk2",
      ]
    ).finish()
    #expect(other.status == 0)
    try fleet.messages(upTo: "motion/kiosk2/event/shake kiosk2")
    let (status, rest) = relay.finish(after: SIGTERM)
    #expect(status == 0 && !rest.contains("no connection"), "\(rest)")
  }

  @Test("the rules in the page for fleets let a device write its own topics, and nothing else")
  func rules() throws {
    let broker = try Self.guarded()
    let fleet = try Self.subscriber(broker, "fleet", "motion/#", "homeassistant/#")
    func publish(_ user: String, _ topic: String) throws {
      _ = try RunningProgram(
        "mosquitto_pub",
        [
          "-p", broker.port, "-u", user, "-P", "secret", "-q", "1", "-t", topic, "-m", user,
        ]
      ).finish()
    }
    for topic in [
      "motion/kiosk2/state/still", "motion/kiosk2/command/capture", "motion/kiosk10/state/still",
      "homeassistant/sensor/kiosk2/still/config", "other",
    ] { try publish("kiosk1", topic) }
    try publish("fleet", "motion/kiosk1/state/still")
    try publish("fleet", "motion/kiosk1/command/reboot")
    // None of that came before this.
    try publish("fleet", "motion/kiosk1/command/capture")
    try publish("kiosk1", "motion/kiosk1/state/still")
    #expect(
      try fleet.messages(upTo: "state/still") == [
        "motion/kiosk1/command/capture fleet", "motion/kiosk1/state/still kiosk1",
      ])
    // mosquitto takes any subscription, and sends what may be read.
    let device = try Self.subscriber(broker, "kiosk1", "#")
    try publish("kiosk2", "motion/kiosk2/event/shake")
    try publish("fleet", "motion/kiosk2/command/capture")
    try publish("kiosk1", "motion/kiosk1/event/shake")
    try publish("fleet", "motion/kiosk1/command/capture")
    #expect(
      try device.messages(upTo: "command") == ["motion/kiosk1/command/capture fleet"])
  }
}
