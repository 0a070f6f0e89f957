// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import TestTraits
import Testing

/// What who runs many devices asks of them.
@Suite(.waits) struct FleetTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

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
      "motion/kiosk2/state/still", "motion/kiosk10/state/still",
      "homeassistant/sensor/kiosk2/still/config", "other",
    ] { try publish("kiosk1", topic) }
    try publish("fleet", "motion/kiosk1/state/still")
    // None of that came before this.
    try publish("kiosk1", "motion/kiosk1/state/still")
    #expect(try fleet.messages(upTo: "state/still") == ["motion/kiosk1/state/still kiosk1"])
  }
}
