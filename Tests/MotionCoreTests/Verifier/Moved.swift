// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis

/// A rotation in space: the three axes after it.
struct Rotation {
  static let none = Rotation(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1])

  private let x: SIMD3<Double>
  private let y: SIMD3<Double>
  private let z: SIMD3<Double>

  /// Any rotation, all of them equally likely.
  init(_ random: inout SeededGenerator) {
    let x = random.direction()
    let other = random.direction()
    let across = other - (other * x).sum() * x
    let y = across / (across * across).sum().squareRoot()
    let z = SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
    self.init(x: x, y: y, z: z)
  }

  private init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  func callAsFunction(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    vector.x * x + vector.y * y + vector.z * z
  }
}

extension Timestamp {
  /// Wraps round, so that a shift and its opposite cancel out everywhere.
  fileprivate func moved(_ shift: Int64) -> Timestamp {
    Timestamp(nanoseconds: nanoseconds &+ shift)
  }
}

extension Reading {
  /// The reading on another clock, or of a sensor mounted otherwise.
  func moved(shift: Int64 = 0, rotation: Rotation = .none) -> Reading {
    Reading(timestamp: timestamp.moved(shift), acceleration: rotation(acceleration))
  }
}

extension MotionEvent {
  /// The event on another clock, or from a sensor mounted otherwise.
  func moved(shift: Int64 = 0, rotation: Rotation = .none) -> MotionEvent {
    var event = self
    var mover = Mover(shift: shift, rotation: rotation)
    event.timestamp = timestamp.moved(shift)
    event.code(&mover)
    return event
  }

  /// Whether this is `other` but for rounding, which may move it by `nanoseconds`.
  ///
  /// Numbers and vectors at the same moment agree to 10⁻⁶; a direction has no sign.
  func isClose(to other: MotionEvent, within nanoseconds: Int64) -> Bool {
    let shift = timestamp.nanoseconds(since: other.timestamp)
    guard kind == other.kind, word == other.word, abs(shift) <= nanoseconds else {
      return false
    }
    let (mine, theirs) = (fields, other.fields)
    return shift != 0
      || mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isClose(to: $1) }
  }

  private var fields: [FieldList.Field] {
    var event = self
    var list = FieldList()
    event.code(&list)
    return list.fields
  }
}

/// Moves times and turns vectors, whatever kind of motion has them.
private struct Mover: EventFieldCoder {
  let shift: Int64
  let rotation: Rotation

  func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    switch value {
    case .timestamp(let time): .timestamp(time.moved(shift))
    case .vector(let vector): .vector(rotation(vector))
    case .duration, .count, .number, .optionalNumber, .word, .flag: value
    }
  }
}

/// All fields of an event.
private struct FieldList: EventFieldCoder {
  struct Field {
    let key: String
    let value: EventField
  }

  private(set) var fields: [Field] = []

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    fields.append(Field(key: key, value: value))
    return value
  }
}

extension FieldList.Field {
  fileprivate func isClose(to other: Self) -> Bool {
    switch (value, other.value) {
    case (.number(let mine), .number(let theirs)):
      abs(mine - theirs) < 1e-6
    case (.optionalNumber(let mine?), .optionalNumber(let theirs?)):
      abs(mine - theirs) < 1e-6
    case (.vector(let mine), .vector(let theirs)):
      mine.isClose(to: theirs) || key == "direction" && mine.isClose(to: -theirs)
    case (.word, .word), (.timestamp, .timestamp):
      // The nearest axis turns with the device; times follow from the event's.
      key == other.key
    case let (mine, theirs):
      key == other.key && mine == theirs
    }
  }
}

extension SIMD3<Double> {
  fileprivate func isClose(to other: Self) -> Bool {
    ((self - other) * (self - other)).sum() < 1e-12
  }
}
