import MotionCore

/// Motion events as signals: the member is the phase; the body is motion, timestamp and details.
extension MotionEvent {
  /// The name of the signal that tells this event.
  var signalName: String {
    switch phase {
    case .began: "MotionBegan"
    case .ended: "MotionEnded"
    case .cancelled: "MotionCancelled"
    }
  }

  /// The body of that signal.
  var signalBody: [BusValue] {
    [
      .string(motion.rawValue), .uint64(UInt64(max(0, timestamp.nanoseconds))),
      .dictionary(details),
    ]
  }

  /// What is known about it, by the keys of the JSON line; keys are only ever added.
  ///
  /// Vectors and the peak are in m/s²; times are in ns of the readings' clock, the duration in ms.
  public var details: [String: BusValue] {
    var details: [String: BusValue] = isSimulated ? ["simulated": .bool(true)] : [:]
    switch phase {
    case .began(let surroundings):
      details.add(surroundings)
    case .ended(let surroundings, let measurements):
      details.add(surroundings)
      details.add(measurements)
    case .cancelled(let reason):
      details["reason"] = .string(reason.rawValue)
    }
    return details
  }

  /// The event that a signal tells, or nil if it is not one of ours or its types are wrong.
  ///
  /// Unknown details are ignored. One that is missing is zero, or `interrupted` for the reason: whoever
  /// heard of a beginning must hear of the end, also from a daemon of another version.
  ///
  /// - Parameters:
  ///   - member: the name of the signal
  ///   - values: its body
  public init?(signal member: String, _ values: [BusValue]) {
    guard values.count == 3, case .string(let motion) = values[0],
      case .uint64(let number) = values[1], case .dictionary(let details) = values[2],
      let time = Int64(exactly: number)
    else { return nil }
    let reader = DetailReader(details: details)
    let timestamp = Timestamp(nanoseconds: time)
    guard let phase = reader.phase(member, timestamp), let isSimulated = reader.isSimulated
    else { return nil }
    self.init(motion: MotionKind(rawValue: motion), timestamp: timestamp, phase: phase)
    self.isSimulated = isSimulated
  }
}

extension [String: BusValue] {
  fileprivate mutating func add(_ surroundings: MotionEvent.Surroundings) {
    self["gravity"] = .vector(surroundings.gravity)
    self["acceleration"] = .vector(surroundings.acceleration)
  }

  fileprivate mutating func add(_ measurements: Measurements) {
    self["last_swing_ns"] = .uint64(UInt64(Swift.max(0, measurements.lastSwing.nanoseconds)))
    // To the nearest, as in the JSON line.
    let milliseconds = (measurements.duration / 500_000 + 1) / 2
    self["duration_ms"] = .uint64(UInt64(Swift.max(0, milliseconds)))
    self["swings"] = .uint32(UInt32(clamping: measurements.swings))
    self["peak"] = .double(measurements.peak)
    self["direction"] = .vector(measurements.direction)
    self["axis"] = .string(measurements.axis.rawValue)
  }
}

extension BusValue {
  fileprivate static func vector(_ vector: SIMD3<Double>) -> BusValue {
    .doubles([vector.x, vector.y, vector.z])
  }
}

/// Reads the details of a signal; nil stands for a value of the wrong type.
private struct DetailReader {
  let details: [String: BusValue]

  var isSimulated: Bool? {
    guard let value = details["simulated"] else { return false }
    guard case .bool(let isSimulated) = value else { return nil }
    return isSimulated
  }

  func phase(_ member: String, _ timestamp: Timestamp) -> MotionEvent.Phase? {
    switch member {
    case "MotionBegan":
      surroundings.map { .began($0) }
    case "MotionEnded":
      surroundings.flatMap { surroundings in
        measurements(timestamp).map { .ended(surroundings, $0) }
      }
    case "MotionCancelled":
      reason.map { .cancelled($0) }
    default:
      nil
    }
  }

  private var surroundings: MotionEvent.Surroundings? {
    guard let gravity = vector("gravity"), let acceleration = vector("acceleration") else {
      return nil
    }
    return MotionEvent.Surroundings(gravity: gravity, acceleration: acceleration)
  }

  private func measurements(_ timestamp: Timestamp) -> Measurements? {
    guard let lastSwing = number("last_swing_ns", timestamp.nanoseconds),
      let duration = number("duration_ms", 0),
      case (let duration, false) = duration.multipliedReportingOverflow(by: 1_000_000),
      case .uint32(let swings) = details["swings", default: .uint32(0)],
      case .double(let peak) = details["peak", default: .double(0)],
      let direction = vector("direction")
    else { return nil }
    return Measurements(
      lastSwing: Timestamp(nanoseconds: lastSwing), duration: duration, swings: Int(swings),
      peak: peak, direction: direction)
  }

  private var reason: CancellationReason? {
    guard let value = details["reason"] else { return .interrupted }
    guard case .string(let text) = value else { return nil }
    return CancellationReason(rawValue: text) ?? .interrupted
  }

  private func vector(_ key: String) -> SIMD3<Double>? {
    guard let value = details[key] else { return .zero }
    guard case .doubles(let values) = value, values.count == 3 else { return nil }
    return SIMD3(values)
  }

  private func number(_ key: String, _ missing: Int64) -> Int64? {
    guard let value = details[key] else { return missing }
    guard case .uint64(let number) = value else { return nil }
    return Int64(exactly: number)
  }
}
