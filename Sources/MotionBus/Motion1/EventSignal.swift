// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Motion events as D-Bus signals: the member is the phase, and the body is kind, timestamp and
/// details.
extension MotionEvent {
  /// The body of the signal for this event.
  var signalBody: [BusValue] { signalBody(hidingVectors: false) }

  /// The body of the signal for this event, to a client that may not know all of it.
  ///
  /// - Parameter hidesVectors: true to leave out every detail that is a vector
  /// - Returns: kind, timestamp and details
  func signalBody(hidingVectors hidesVectors: Bool) -> [BusValue] {
    let shown =
      hidesVectors
      ? details.filter { if case .doubles = $0.value { false } else { true } } : details
    return [
      .string(kind.rawValue), .uint64(UInt64(max(0, timestamp.nanoseconds))), .dictionary(shown),
    ]
  }

  /// The fields of this event, with the keys of its JSON line.
  package var details: [String: BusValue] {
    var writer = DetailWriter()
    var event = self
    event.code(&writer)
    return writer.details
  }

  /// The event of a signal; nil if it is not one of ours, or a detail has the wrong type.
  ///
  /// Unknown details are ignored. Missing ones have their defaults (zero, `interrupted`, no
  /// surroundings): a client that heard of a beginning must hear of the end, also from a daemon of
  /// another version.
  ///
  /// - Parameters:
  ///   - member: the name of the signal
  ///   - values: its body
  package init?(signal member: String, _ values: [BusValue]) {
    let phases: [Phase] = [.began, .ended, .cancelled(.interrupted), .recognized]
    guard let phase = phases.first(where: { $0.signalName == member }), values.count == 3,
      case .string(let name) = values[0], case .uint64(let number) = values[1],
      case .dictionary(let details) = values[2], let time = Int64(exactly: number)
    else { return nil }
    let (kind, timestamp) = (MotionKind(rawValue: name), Timestamp(nanoseconds: time))
    // Surroundings are there if any field of theirs is; this phase has no other fields.
    var reader = DetailReader(details)
    var surroundings = MotionEvent(kind, .recognized, at: timestamp, surroundings: .zero)
    surroundings.code(&reader)
    var event = MotionEvent(
      kind, phase, at: timestamp, surroundings: reader.found > 0 ? .zero : nil,
      measurements: MotionMeasurements(of: kind, phase, at: timestamp))
    if details["detector"] == .string(MotionEvent.Detector.chip.rawValue) {
      (event.detector, event.measurements) = (.chip, nil)
    }
    // Only an event that is late or simulated has the field.
    if details["late_ms"] != nil { event.lateness = .zero }
    event.isSimulated = true
    event.code(&reader)
    guard reader.isValid else { return nil }
    self = event
  }
}

extension MotionEvent.Phase {
  /// The name of the signal for events of this phase.
  var signalName: String {
    switch self {
    case .began: "MotionBegan"
    case .ended: "MotionEnded"
    case .cancelled: "MotionCancelled"
    case .recognized: "MotionRecognized"
    }
  }
}

extension MotionEvent.Surroundings {
  fileprivate static let zero = Self(gravity: .zero, acceleration: .zero)
}

extension EventField {
  /// The field as a D-Bus value; nil for a number that is missing.
  var busValue: BusValue? {
    switch self {
    case .timestamp(let time): .uint64(UInt64(max(0, time.nanoseconds)))
    case .duration(let span): .uint64(UInt64(max(0, span.milliseconds)))
    case .count(let count): .uint32(UInt32(clamping: count))
    case .number(let number): .double(number)
    case .optionalNumber(let number): number.map { .double($0) }
    case .vector(let vector): .doubles([vector.x, vector.y, vector.z])
    case .word(let word): .string(word)
    case .flag(let flag): .bool(flag)
    }
  }
}

/// Writes each field as a D-Bus value.
private struct DetailWriter: EventFieldCoder {
  /// With room for the most fields that a kind has, as growing takes longer than writing.
  private(set) var details = [String: BusValue](minimumCapacity: 10)

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    details[key] = value.busValue
    return value
  }
}

/// Reads fields from D-Bus values.
///
/// A missing field keeps its value, and a missing flag is false.
private struct DetailReader: EventFieldCoder {
  /// The number of fields found so far.
  private(set) var found = 0
  /// A Boolean value that indicates whether all of them had the right type.
  private(set) var isValid = true
  private let details: [String: BusValue]

  init(_ details: [String: BusValue]) {
    self.details = details
  }

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    guard let detail = details[key] else {
      if case .flag = value { return .flag(false) }
      return value
    }
    found += 1
    guard let field = Self.field(detail, like: value) else {
      isValid = false
      return value
    }
    return field
  }

  private static func field(_ detail: BusValue, like value: EventField) -> EventField? {
    switch (value, detail) {
    case (.timestamp, .uint64(let time)):
      Int64(exactly: time).map { .timestamp(Timestamp(nanoseconds: $0)) }
    case (.duration, .uint64(let span)):
      // As many milliseconds as 64 bits hold nanoseconds of: 292 years.
      span <= UInt64(Int64.max / 1_000_000) ? .duration(.milliseconds(Int64(span))) : nil
    case (.count, .uint32(let count)): .count(Int(count))
    case (.number, .double(let number)): .number(number)
    case (.optionalNumber, .double(let number)): .optionalNumber(number)
    case (.vector, .doubles(let values)): values.count == 3 ? .vector(SIMD3(values)) : nil
    case (.word, .string(let word)): .word(word)
    case (.flag, .bool(let flag)): .flag(flag)
    case (.timestamp, _), (.duration, _), (.count, _), (.number, _), (.optionalNumber, _),
      (.vector, _), (.word, _),
      (.flag, _):
      nil
    }
  }
}
