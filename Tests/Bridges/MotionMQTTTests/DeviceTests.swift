// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import Testing

@testable import MotionMQTT

/// Topics and payloads.
@Suite struct DeviceTests {
  private let device: MQTTDevice

  init() throws {
    device = try #require(MQTTDevice("kiosk1", name: "Kiosk in the hall"))
  }

  private func topics(_ event: MotionEvent) -> [String] {
    device.messages(for: event, at: "noon", id: "1").map { message in
      let payload = message.text.replacing(#/{"trigger":"(\w+)","time":"noon","id":"1"}/#) { $0.1 }
      let text = message.topic.contains("/event/") ? "…" : String(payload)
      return "\(message.topic)=\(text)\(message.isRetained ? " kept" : "")"
    }
  }

  private let time = Timestamp(nanoseconds: 5)

  @Test("an event is its JSON line, with what Home Assistant's events need")
  func event() throws {
    let flip = MotionEvent(
      .flip, .recognized, at: time,
      measurements: MotionMeasurements(FlipMeasurements(to: .faceDown)))
    let message = try #require(
      device.messages(for: flip, at: "2026-01-31T12:00:00.250Z", id: "f-1").first)
    #expect(message.topic == "motion/kiosk1/event/flip" && !message.isRetained)
    let object = try JSONSerialization.jsonObject(with: Data(message.payload))
    let members = try #require(object as? [String: Any])
    #expect(members["event_type"] as? String == "recognized")
    #expect(members["time"] as? String == "2026-01-31T12:00:00.250Z")
    #expect(members["id"] as? String == "f-1")
    #expect(members["source"] as? String == "kiosk1")
    #expect(members["to"] as? String == "faceDown")
  }

  @Test("a word for what one acts on, and states for what lasts")
  func words() {
    let flip = MotionEvent(
      .flip, .recognized, at: time, measurements: MotionMeasurements(FlipMeasurements(to: .faceUp)))
    #expect(topics(flip) == ["motion/kiosk1/event/flip=…", "motion/kiosk1/trigger=flip_face_up"])
    #expect(topics(MotionEvent(.shake, .began, at: time)) == ["motion/kiosk1/event/shake=…"])
    #expect(
      topics(MotionEvent(.shake, .ended, at: time))
        == ["motion/kiosk1/event/shake=…", "motion/kiosk1/trigger=shake"])
    #expect(
      topics(MotionEvent(.doubleTap, .recognized, at: time))
        == ["motion/kiosk1/event/doubleTap=…", "motion/kiosk1/trigger=double_tap"])
    #expect(
      topics(MotionEvent(.still, .began, at: time))
        == ["motion/kiosk1/event/still=…", "motion/kiosk1/state/still=ON kept"])
    for phase in [MotionEvent.Phase.ended, .cancelled(.interrupted)] {
      #expect(
        topics(MotionEvent(.still, phase, at: time)).last == "motion/kiosk1/state/still=OFF kept")
    }
    let turn = MotionEvent(
      .orientation, .recognized, at: time,
      measurements: MotionMeasurements(OrientationMeasurements(to: .landscapeLeft)))
    #expect(
      topics(turn)
        == [
          "motion/kiosk1/event/orientation=…", "motion/kiosk1/state/orientation=landscapeLeft kept",
        ])
  }

  @Test(
    "what cannot be part of a topic is refused",
    arguments: [
      ("", "motion"), ("a/b", "motion"), ("a+", "motion"), ("#", "motion"), ("é", "motion"),
      ("a b", "motion"), ("a", ""), ("a", "/x"), ("a", "x//y"), ("a", "x/#"), ("a", "$SYS"),
    ])
  func names(identifier: String, prefix: String) {
    #expect(MQTTDevice(identifier, prefix: prefix) == nil)
    #expect(MQTTDevice("a-B_9", prefix: "home/hall") != nil)
  }

  /// What Home Assistant's documentation has of each component: the keys that must be there, and
  /// those that may.
  private static let schema: [String: (required: Set<String>, allowed: Set<String>)] = [
    "device_automation": (
      ["automation_type", "topic", "type", "subtype", "device"],
      ["payload", "value_template", "qos"]
    ),
    "binary_sensor": (
      ["state_topic", "unique_id", "device"],
      ["availability_topic", "device_class", "icon", "name", "payload_on", "payload_off", "qos"]
    ),
    "sensor": (
      ["state_topic", "unique_id", "device"],
      [
        "availability_topic", "device_class", "entity_category", "icon", "name", "qos",
        "unit_of_measurement", "value_template",
      ]
    ),
  ]

  @Test("discovery has the topics and keys that Home Assistant documents")
  func discovery() throws {
    let messages = HomeAssistant(version: "1.0").messages(
      for: device, Set(MotionRegistry.kinds))
    #expect(Set(messages.map(\.topic)).count == messages.count)
    var identifiers: [String] = []
    for message in messages {
      #expect(message.isRetained)
      let levels = message.topic.split(separator: "/").map(String.init)
      #expect(levels.count == 5 && levels[0] == "homeassistant" && levels[2] == "kiosk1")
      #expect(levels[4] == "config")
      let allowed = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
      #expect(levels[3].unicodeScalars.allSatisfy(allowed.contains))
      let object = try JSONSerialization.jsonObject(with: Data(message.payload))
      let members = try #require(object as? [String: Any])
      let keys = try #require(Self.schema[levels[1]])
      #expect(keys.required.isSubset(of: members.keys), "\(message.topic)")
      #expect(Set(members.keys).isSubset(of: keys.required.union(keys.allowed)), "\(message.topic)")
      let about = try #require(members["device"] as? [String: Any])
      #expect(about["identifiers"] as? [String] == ["motiond_kiosk1"])
      #expect(about["name"] as? String == "Kiosk in the hall")
      if let identifier = members["unique_id"] as? String { identifiers.append(identifier) }
      if levels[1] == "device_automation" {
        #expect(members["automation_type"] as? String == "trigger")
        #expect(members["topic"] as? String == device.triggerTopic)
        #expect(members["value_template"] as? String == "{{ value_json.trigger }}")
      }
    }
    #expect(Set(identifiers).count == identifiers.count)
  }

  @Test("every word that is sent was told as a trigger, and every state as a sensor")
  func agreement() throws {
    let messages = HomeAssistant(version: "1.0").messages(
      for: device, Set(MotionRegistry.kinds))
    let text = messages.map(\.text).joined()
    let words = MotionRegistry.all.flatMap(\.words.actions)
    #expect(words.count >= 8)
    for word in words { #expect(text.contains("\"payload\":\"\(word)\"")) }
    for kind in MotionRegistry.all.filter({ $0.words.actions.isEmpty }).map(\.kind) {
      #expect(text.contains("\"state_topic\":\"\(device.stateTopic(of: kind))\""))
    }
    #expect(text.contains("\"icon\":\"mdi:screen-rotation\""))
    // Home Assistant's defaults of a binary sensor and of availability.
    #expect(device.initialStates(of: [.still]).map(\.text) == ["OFF"])
    #expect([true, false].map { device.availability($0).text } == ["online", "offline"])
  }

  @Test("ids of a run and of the next one differ")
  func identifiers() {
    var random = SystemRandomNumberGenerator()
    var (first, second) = (
      EventIdentifiers(using: &random), EventIdentifiers(using: &random)
    )
    #expect(Set([first.next(), first.next(), second.next(), second.next()]).count == 4)
  }

  @Test("delays are random, grow, and are at most a minute")
  func delays() {
    var random = SystemRandomNumberGenerator()
    var firsts = Set<Duration>()
    for _ in 0..<100 {
      var delays = ReconnectDelays()
      for limit in [5, 10, 20, 40, 60, 60] {
        let delay = delays.next(using: &random)
        #expect((.seconds(1)...Duration.seconds(limit)).contains(delay))
        if limit == 5 { firsts.insert(delay) }
      }
      #expect(delays.count == 6)
      delays.reset()
      #expect(delays.next(using: &random) <= .seconds(5))
    }
    #expect(firsts.count > 50)
  }
}
