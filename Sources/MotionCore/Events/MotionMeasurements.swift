// SPDX-License-Identifier: Apache-2.0

/// Measurements of a motion of any kind.
///
/// An open structure, not an enumeration, so that a new kind never breaks a client:
///
/// ```swift
/// if let shake = motion.measurements?[ShakeMeasurements.self] { print(shake.swings) }
/// ```
public struct MotionMeasurements: Hashable, Sendable {
  /// The kind that has these measurements; a double tap has measurements of the kind tap.
  public let kind: MotionKind
  private var values: MeasuredValues

  /// Measurements of any kind, made from `measurements` of one kind.
  public init<Kind: Measurements>(_ measurements: Kind) {
    kind = Kind.kind
    values = measurements.values
  }

  /// The measurements as one kind's type; nil if they belong to another kind.
  public subscript<Kind: Measurements>(_: Kind.Type) -> Kind? {
    kind == Kind.kind ? Kind(values) : nil
  }
}

/// Measurements of one kind of motion: names for its values.
public protocol Measurements: Hashable, Sendable {
  /// The kind of motion.
  static var kind: MotionKind { get }

  /// Measurements with these values.
  init(_ values: MeasuredValues)

  /// The values of these measurements.
  var values: MeasuredValues { get }
}

/// The values of measurements of any kind: a fixed set, so that an event is a plain value.
public struct MeasuredValues: Hashable, Sendable {
  var time = Timestamp(nanoseconds: 0)
  var duration: Duration?
  var count = 0
  var number = 0.0
  var optionalNumber: Double?
  var vector = PlainVector(.zero)
  var flag = false
  /// The number of each word in its list, from 1 on; 0 for a word that is missing.
  var words = SIMD4<UInt8>.zero

  /// The duration of a kind that always has one.
  var span: Duration {
    get { duration ?? .zero }
    set { duration = newValue }
  }

  /// The word at `index`; nil if it is missing.
  subscript<Word: MeasuredWord>(index: Int, _: Word.Type = Word.self) -> Word? {
    get { Word.word(words[index]) }
    set { words[index] = newValue?.number ?? 0 }
  }

  /// The word at `index` for a kind that always has one.
  subscript<Word: MeasuredWord>(index: Int, default word: Word) -> Word {
    get { self[index] ?? word }
    set { self[index] = newValue }
  }
}

/// A word of a fixed list that may be measured.
protocol MeasuredWord: Equatable {
  /// The word of this number, from 1 on; nil if there are fewer.
  ///
  /// Not `allCases`, which is an array, and a firmware has no heap.
  static func word(_ number: UInt8) -> Self?
}

extension MeasuredWord {
  /// The number of this word.
  fileprivate var number: UInt8 {
    var number: UInt8 = 1
    while let word = Self.word(number), word != self { number += 1 }
    return number
  }
}

/// Measurements with a table of their fields: the one table of their kind.
///
/// Every format follows it.
package protocol MeasurementFields: Measurements {
  /// Blank measurements in `phase`; nil if the motion has none in that phase.
  static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self?

  /// Reads or writes the fields.
  mutating func code(_ coder: inout some EventFieldCoder)
}

/// The table of fields of a kind's measurements, for a description.
struct MeasurementTable: Sendable {
  let blank: @Sendable (MotionEvent.Phase, Timestamp) -> MotionMeasurements?
  let code: @Sendable (inout MotionMeasurements, inout AnyFieldCoder) -> Void

  /// The table of measurements of one type.
  ///
  /// - Parameters:
  ///   - type: the type
  ///   - blank: the blank measurements; by default the type's
  init<Kind: MeasurementFields>(
    _ type: Kind.Type,
    blank: @escaping @Sendable (MotionEvent.Phase, Timestamp) -> Kind? = {
      Kind.blank(in: $0, at: $1)
    }
  ) {
    self.blank = { blank($0, $1).map { MotionMeasurements($0) } }
    code = { measurements, coder in
      guard var fields = measurements[Kind.self] else { return }
      fields.code(&coder)
      measurements = MotionMeasurements(fields)
    }
  }
}

/// A coder of any type.
struct AnyFieldCoder: EventFieldCoder {
  /// The coder, and a function that calls it: a closure with the coder in it would need a heap.
  let coder: UnsafeMutableRawPointer
  let body: (UnsafeMutableRawPointer, String, EventField, FieldText) -> EventField

  func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    body(coder, key, value, text)
  }
}
