// SPDX-License-Identifier: Apache-2.0

// An event, or a rejection, as the structure and line that C takes. Nothing here allocates memory.

import CMotion

/// The numbers of motion.h for kinds.
enum KindNumber {
  /// The name of kind `number`; nil if there is none.
  static func name(_ number: Int32) -> StaticString? {
    switch number {
    case 0: "shake"
    case 1: "freeFall"
    case 2: "still"
    case 3: "orientation"
    case 4: "flip"
    case 5: "pickUp"
    case 6: "tilt"
    case 7: "tap"
    case 8: "doubleTap"
    case 9: "twist"
    default: nil
    }
  }

  /// The number of `kind`; -1 if motion.h does not know it.
  static func number(of kind: MotionKind) -> Int32 {
    var number: Int32 = 0
    while let name = name(number) {
      let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      if kind.rawValue.utf8.elementsEqual(bytes) { return number }
      number += 1
    }
    return -1
  }
}

/// Fills the structure of an event or a rejection.
func fill(_ out: UnsafeMutablePointer<motion_event>, with finding: MotionFinding) {
  out.pointee.field_count = 0
  var coder = FieldFiller(event: out)
  switch finding {
  case .event(var event):
    out.pointee.kind = KindNumber.number(of: event.kind)
    out.pointee.time = event.timestamp.nanoseconds
    (out.pointee.phase, out.pointee.reason) =
      switch event.phase {
      case .began: (1, 0)
      case .ended: (2, 0)
      case .cancelled(.tooLong): (3, 1)
      case .cancelled(.notAShake): (3, 2)
      case .cancelled(.interrupted): (3, 3)
      case .recognized: (4, 0)
      }
    event.code(&coder)
  case .rejection(.shake(let rejection)):
    out.pointee.kind = KindNumber.number(of: .shake)
    out.pointee.time = rejection.end.nanoseconds
    (out.pointee.phase, out.pointee.reason) = (5, 0)
    rejection.code(&coder)
  case .state: break
  }
}

/// Writes the fields of an event into its structure.
private struct FieldFiller: EventFieldCoder {
  let event: UnsafeMutablePointer<motion_event>

  func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    let count = Int(event.pointee.field_count)
    if case .optionalNumber(nil) = value { return value }
    guard count < MOTION_FIELDS else { return value }
    var field = motion_field()
    withUnsafeMutableBytes(of: &field.key) { Self.copy(key, to: $0) }
    switch value {
    case .timestamp(let time): field.set(MOTION_INTEGER, time.nanoseconds)
    case .duration(let span): field.set(MOTION_INTEGER, span.milliseconds)
    case .count(let count): field.set(MOTION_INTEGER, Int64(count))
    case .flag(let flag): field.set(MOTION_FLAG, flag ? 1 : 0)
    case .number(let number), .optionalNumber(.some(let number)):
      field.set(MOTION_NUMBER, 0)
      field.number.0 = number
    case .optionalNumber(.none): break
    case .vector(let vector):
      field.set(MOTION_VECTOR, 0)
      field.number = (vector.x, vector.y, vector.z)
    case .word(let word):
      field.set(MOTION_WORD, 0)
      withUnsafeMutableBytes(of: &field.word) { Self.copy(word, to: $0) }
    }
    withUnsafeMutableBytes(of: &event.pointee.fields) {
      $0.baseAddress?.assumingMemoryBound(to: motion_field.self)[count] = field
    }
    event.pointee.field_count += 1
    return value
  }

  /// Copies `text`; a NUL always follows it.
  private static func copy(_ text: String, to bytes: UnsafeMutableRawBufferPointer) {
    var index = 0
    for byte in text.utf8 where index < bytes.count - 1 {
      bytes[index] = byte
      index += 1
    }
  }
}

extension motion_field {
  fileprivate mutating func set(_ type: motion_field_type, _ integer: Int64) {
    self.type = Int32(type.rawValue)
    self.integer = integer
  }
}

/// Text in memory of the caller, cut to its size, and the length that all of it has.
struct LineBuffer {
  private let memory: UnsafeMutablePointer<CChar>?
  private let size: Int
  private var length = 0

  init(_ memory: UnsafeMutablePointer<CChar>?, _ size: Int) {
    // A size beyond the positive numbers of Swift is a mistake in C, such as -1.
    (self.memory, self.size) = (memory, size)
  }

  /// Ends the text with a NUL, and returns the length of all of it.
  func end() -> Int {
    if let memory, size > 0 { memory[min(length, size - 1)] = 0 }
    return length
  }

  mutating func byte(_ byte: UInt8) {
    if let memory, length < size - 1 { memory[length] = CChar(bitPattern: byte) }
    length += 1
  }

  mutating func text(_ text: String) {
    for byte in text.utf8 { self.byte(byte) }
  }

  /// Writes `text` with a question mark for each control character of ASCII.
  mutating func printable(_ text: String) {
    for byte in text.utf8 { self.byte(byte < 0x20 || byte == 0x7F ? UInt8(ascii: "?") : byte) }
  }

  mutating func integer(_ value: Int64) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    digits(value.magnitude)
  }

  /// The decimal digits of `value`, and zeros before them up to `least` digits.
  private mutating func digits(_ value: UInt64, least: Int = 1) {
    var unit: UInt64 = 1
    var count = 1
    while value / unit > 9 || count < least {
      unit *= 10
      count += 1
    }
    while unit > 0 {
      byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / unit % 10))
      unit /= 10
    }
  }

  /// Writes `value` to three decimals, as Swift's description of the rounded number is.
  ///
  /// A number of at most 15 digits is the shortest that stands for its Double, so there is nothing
  /// to search for. Detectors give no larger one: a reading has at most 400 m/s².
  mutating func number(_ value: Double) {
    let thousandths = (value * 1000).rounded()
    guard let whole = Int64(exactly: thousandths), whole.magnitude < 1_000_000_000_000_000 else {
      text(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
      return
    }
    if whole < 0 { byte(UInt8(ascii: "-")) }
    digits(whole.magnitude / 1000)
    byte(UInt8(ascii: "."))
    var (decimals, count) = (whole.magnitude % 1000, 3)
    while count > 1, decimals % 10 == 0 { (decimals, count) = (decimals / 10, count - 1) }
    digits(decimals, least: count)
  }

  /// Writes an event or a rejection as its `jsonLine(source:)` does.
  mutating func write(_ finding: MotionFinding, source: UnsafeBufferPointer<UInt8>) {
    switch finding {
    case .event(var event):
      begin(source, event.kind, event.phase.name, event.timestamp)
      event.code(&self)
    case .rejection(.shake(let rejection)):
      begin(source, .shake, "rejected", rejection.end)
      rejection.code(&self)
    case .state: return
    }
    byte(UInt8(ascii: "}"))
  }

  private mutating func begin(
    _ source: UnsafeBufferPointer<UInt8>, _ kind: MotionKind, _ phase: String, _ time: Timestamp
  ) {
    text("{\"source\":")
    for byte in source { self.byte(byte) }
    text(",\"motion\":\"")
    text(kind.rawValue)
    text("\",\"phase\":\"")
    text(phase)
    text("\",\"timestamp_ns\":")
    integer(time.nanoseconds)
  }
}

extension LineBuffer: EventFieldCoder {
  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    if case .optionalNumber(nil) = value { return value }
    self.text(",\"")
    self.text(key)
    self.text("\":")
    switch value {
    case .timestamp(let time): integer(time.nanoseconds)
    case .duration(let span): integer(span.milliseconds)
    case .count(let count): integer(Int64(count))
    case .flag(let flag): self.text(flag ? "true" : "false")
    case .number(let number), .optionalNumber(.some(let number)): self.number(number)
    case .optionalNumber(.none): break
    case .vector(let vector):
      for index in 0..<3 {
        byte(UInt8(ascii: index == 0 ? "[" : ","))
        number(vector[index])
      }
      byte(UInt8(ascii: "]"))
    case .word(let word):
      // Words of fixed lists, which need no escaping.
      byte(UInt8(ascii: "\""))
      self.text(word)
      byte(UInt8(ascii: "\""))
    }
    return value
  }
}
