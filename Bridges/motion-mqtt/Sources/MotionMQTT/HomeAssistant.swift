import LinuxSupport
import MotionCore

/// The messages of Home Assistant's MQTT discovery, by which it lists a device.
///
/// A retained message for each thing: device triggers for motions to act on, a binary sensor for stillness, a sensor
/// for the orientation. The keys are those of Home Assistant's documentation of
/// [MQTT discovery](https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery).
package struct HomeAssistant: Hashable, Sendable {
  /// The beginning of the topics on which it listens.
  package let prefix: String
  /// The version of motiond.
  package let version: String

  /// The messages on topics that begin with `prefix`.
  package init(prefix: String = "homeassistant", version: String) {
    (self.prefix, self.version) = (prefix, version)
  }

  /// The messages for the motions `kinds` of `device`, in a fixed order.
  ///
  /// - Throws: an `EncodingError`, which no device is known to cause
  package func messages(
    for device: MQTTDevice, _ kinds: Set<MotionKind>
  ) throws -> [MQTTMessage] {
    try MotionRegistry.all.filter { kinds.contains($0.kind) }.flatMap { motion in
      try motion.words.triggers.map { try trigger($0, of: device) } + sensor(motion, of: device)
    }
  }

  private func trigger(_ word: String, of device: MQTTDevice) throws -> MQTTMessage {
    try message(
      "device_automation", word, of: device,
      Configuration(
        automationType: "trigger", topic: device.triggerTopic, payload: word,
        valueTemplate: "{{ value_json.trigger }}", type: word, subtype: "device",
        device: about(device)))
  }

  private func sensor(
    _ motion: MotionDescription, of device: MQTTDevice
  ) throws -> [MQTTMessage] {
    guard let state = motion.words.state else { return [] }
    let kind = motion.kind
    var configuration = Configuration(
      uniqueID: "\(device.identifier)_\(kind.rawValue)", stateTopic: device.stateTopic(of: kind),
      availabilityTopic: device.availabilityTopic, device: about(device))
    configuration.name = state.name
    configuration.icon = state.icon
    return [
      try message(
        state.values == .flag ? "binary_sensor" : "sensor", kind.rawValue, of: device,
        configuration)
    ]
  }

  private func message(
    _ component: String, _ object: String, of device: MQTTDevice, _ configuration: Configuration
  ) throws -> MQTTMessage {
    MQTTMessage(
      "\(prefix)/\(component)/\(device.identifier)/\(object)/config",
      try configuration.jsonObject, isRetained: true)
  }

  private func about(_ device: MQTTDevice) -> Device {
    Device(
      identifiers: ["motiond_\(device.identifier)"], name: device.name, manufacturer: "motiond",
      model: "Accelerometer", softwareVersion: version)
  }
}

/// The payload of a discovery message; what is nil is left out.
private struct Configuration: Encodable {
  var automationType: String?
  var topic: String?
  var payload: String?
  var valueTemplate: String?
  var type: String?
  var subtype: String?
  var name: String?
  var uniqueID: String?
  var stateTopic: String?
  var availabilityTopic: String?
  var icon: String?
  var device: Device

  enum CodingKeys: String, CodingKey {
    case automationType = "automation_type"
    case topic, payload, type, subtype, name, icon, device
    case valueTemplate = "value_template"
    case uniqueID = "unique_id"
    case stateTopic = "state_topic"
    case availabilityTopic = "availability_topic"
  }
}

/// The device that all of it belongs to.
private struct Device: Encodable {
  var identifiers: [String]
  var name: String
  var manufacturer: String
  var model: String
  var softwareVersion: String

  enum CodingKeys: String, CodingKey {
    case identifiers, name, manufacturer, model
    case softwareVersion = "sw_version"
  }
}
