/// Motion events as JSON lines: one object a line, keys only ever added.
extension MotionEvent {
  /// This event as one line of JSON, without a newline.
  ///
  /// Vectors and the peak are in m/s², rounded to 0.001; the direction is a unit vector.
  ///
  /// - Parameter source: what the readings came from, as the user named it
  /// - Returns: an object whose keys are those of the event format
  public func jsonLine(source: String) -> String {
    var line = "{\"source\":\(JSON.string(source)),\"motion\":\(JSON.string(motion.rawValue))"
    switch phase {
    case .began(let surroundings):
      line += ",\"phase\":\"began\",\"timestamp_ns\":\(timestamp.nanoseconds)"
      line += JSON.members(surroundings)
    case .ended(let surroundings, let measurements):
      line += ",\"phase\":\"ended\",\"timestamp_ns\":\(timestamp.nanoseconds)"
      line += JSON.members(measurements) + JSON.members(surroundings)
    case .cancelled(let reason):
      line += ",\"phase\":\"cancelled\",\"timestamp_ns\":\(timestamp.nanoseconds)"
      line += ",\"reason\":\"\(reason.rawValue)\""
    }
    return line + (isSimulated ? ",\"simulated\":true}" : "}")
  }
}

/// The little JSON that a line needs.
enum JSON {
  static func members(_ surroundings: MotionEvent.Surroundings) -> String {
    ",\"gravity\":\(vector(surroundings.gravity))"
      + ",\"acceleration\":\(vector(surroundings.acceleration))"
  }

  static func members(_ measurements: Measurements) -> String {
    ",\"last_swing_ns\":\(measurements.lastSwing.nanoseconds)"
      + ",\"duration_ms\":\((measurements.duration / 500_000 + 1) / 2)"
      + ",\"swings\":\(measurements.swings),\"peak\":\(number(measurements.peak))"
      + ",\"direction\":\(vector(measurements.direction))"
      + ",\"axis\":\"\(measurements.axis.rawValue)\""
  }

  static func vector(_ vector: SIMD3<Double>) -> String {
    "[\(number(vector.x)),\(number(vector.y)),\(number(vector.z))]"
  }

  /// `value` to three decimals: below the noise of any accelerometer.
  static func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    // Adding zero turns -0 into 0.
    return "\(rounded + 0)"
  }

  static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\\(scalar)"
      case "\u{0}"..<"\u{20}":
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default:
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
