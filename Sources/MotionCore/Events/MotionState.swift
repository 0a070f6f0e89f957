// SPDX-License-Identifier: Apache-2.0

/// A state of the device, which holds until the next one of its name.
///
/// A detector emits a state as soon as it knows one, even without an event: the first orientation
/// after a start is not a change. After an interruption the state is unknown, until the detector
/// knows it again.
///
/// An open structure, not an enumeration, so that a new kind never breaks a client.
public struct MotionState: Hashable, Sendable {
  /// The name of the state, such as `orientation`.
  public let name: String
  /// The value as a field; nil if it is unknown.
  package let field: EventField?

  /// The state `name`, with the value `field`; nil if the value is unknown.
  init(_ name: String, _ field: EventField?) {
    self.name = name
    self.field = field
  }

  /// The state `name`, with a word as its value; nil if the value is unknown.
  init<Word: RawRepresentable<String>>(_ name: String, _ word: Word?) {
    self.init(name, word.map { .word($0.rawValue) })
  }
}
