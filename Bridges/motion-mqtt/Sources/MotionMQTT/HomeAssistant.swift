// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The messages of Home Assistant's MQTT discovery, which make it list a device.
///
/// A retained message for each thing: device triggers for motions to act on, a binary sensor for
/// stillness, a sensor for the orientation. The keys come from Home Assistant's documentation of
/// [MQTT discovery](https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery).
package struct HomeAssistant: Hashable, Sendable {
  /// The beginning of the topics that it listens on.
  package let prefix: String
  /// The version of motiond.
  package let version: String

  /// The messages on topics that begin with `prefix`.
  package init(prefix: String = "homeassistant", version: String) {
    (self.prefix, self.version) = (prefix, version)
  }

  /// The messages for the motions `kinds` of `device`, in a fixed order.
  package func messages(for device: MQTTDevice, _ kinds: Set<MotionKind>) -> [MQTTMessage] {
    MotionRegistry.all.filter { kinds.contains($0.kind) }.flatMap { motion in
      motion.words.actions.map { trigger($0, of: device) } + sensor(motion, of: device)
    } + Self.diagnostics.map { diagnostic($0.key, $0.name, $0.unit, of: device) }
  }

  /// The values of the health that Home Assistant shows.
  private static let diagnostics: [(key: String, name: String, unit: String?)] = [
    ("motiond", "motiond", nil), ("relay", "motion-mqtt", nil),
    ("accelerometer", "Accelerometer", nil),
    ("rate_wanted", "Rate wanted", "Hz"), ("rate_measured", "Rate measured", "Hz"),
    ("late_batches", "Late batches", nil), ("lost_readings", "Lost readings", nil),
    ("motions", "Claimed motions", nil), ("uptime_s", "Uptime at the latest change", "s"),
    ("restarts", "Restarts of motiond", nil),
  ]

  private func diagnostic(
    _ key: String, _ name: String, _ unit: String?, of device: MQTTDevice
  ) -> MQTTMessage {
    let value = key == "motions" ? "value_json.motions | join(', ')" : "value_json.\(key)"
    return message(
      "sensor", key, of: device,
      [
        ("name", name), ("unique_id", "\(device.identifier)_\(key)"),
        ("state_topic", device.healthTopic), ("value_template", "{{ \(value) }}"),
        ("entity_category", "diagnostic"),
      ] + (unit.map { [("unit_of_measurement", $0)] } ?? []))
  }

  private func trigger(_ word: String, of device: MQTTDevice) -> MQTTMessage {
    message(
      "device_automation", word, of: device,
      [
        ("automation_type", "trigger"), ("topic", device.triggerTopic), ("payload", word),
        ("value_template", "{{ value_json.trigger }}"), ("type", word), ("subtype", "device"),
      ])
  }

  /// The icon of a sensor, of Material Design Icons, by the kind of motion.
  private static let icons: [MotionKind: String] = [
    .orientation: "mdi:screen-rotation", .still: "mdi:sleep",
  ]
  /// The icon of any other kind.
  private static let defaultIcon = "mdi:motion-sensor"

  private func sensor(_ motion: MotionDescription, of device: MQTTDevice) -> [MQTTMessage] {
    switch motion.words {
    case .happening: []
    case .flag(let name): [sensor("binary_sensor", name, motion.kind, of: device)]
    case .state(let name, _): [sensor("sensor", name, motion.kind, of: device)]
    }
  }

  private func sensor(
    _ component: String, _ name: String, _ kind: MotionKind, of device: MQTTDevice
  ) -> MQTTMessage {
    message(
      component, kind.rawValue, of: device,
      [
        ("name", name), ("unique_id", "\(device.identifier)_\(kind.rawValue)"),
        ("state_topic", device.stateTopic(of: kind)),
        ("availability_topic", device.availabilityTopic),
        ("icon", Self.icons[kind] ?? Self.defaultIcon),
      ])
  }

  private func message(
    _ component: String, _ object: String, of device: MQTTDevice, _ members: [(String, String)]
  ) -> MQTTMessage {
    let about = [
      ("name", device.name), ("manufacturer", "motiond"), ("model", "Accelerometer"),
      ("sw_version", version),
    ]
    let identifiers = "motiond_\(device.identifier)".jsonString
    return MQTTMessage(
      "\(prefix)/\(component)/\(device.identifier)/\(object)/config",
      "{\(Self.json(members)),\"device\":{\"identifiers\":[\(identifiers)],\(Self.json(about))}}",
      isRetained: true)
  }

  private static func json(_ members: [(String, String)]) -> String {
    members.map { "\($0.0.jsonString):\($0.1.jsonString)" }.joined(separator: ",")
  }
}
