import MotionCore

extension MotionEvent {
  /// The environment variables of a program that is run for this event: the keys of the JSON line after `MOTION_`,
  /// with blanks between the numbers of a vector.
  var environment: [(name: String, value: String)] {
    var fields = EnvironmentFields(variables: [
      ("MOTION_MOTION", kind.rawValue), ("MOTION_PHASE", phase.name),
      ("MOTION_TIMESTAMP_NS", "\(timestamp.nanoseconds)"),
    ])
    var event = self
    event.code(&fields)
    return fields.variables
  }
}

/// Writes the fields of an event as variables.
private struct EnvironmentFields: EventFieldCoder {
  var variables: [(name: String, value: String)]

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    if let text = value.text { variables.append(("MOTION_\(key.uppercased())", text)) }
    return value
  }
}
