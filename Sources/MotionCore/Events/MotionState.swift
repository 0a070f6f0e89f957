// SPDX-License-Identifier: Apache-2.0

/// A state of the device, which holds until the next one of its name.
///
/// A detector emits a state as soon as it knows one, also where there is no event: the first
/// orientation after a start is not a change. From an interruption on the state is not known, until
/// it is known again.
///
/// An open structure, not an enumeration, so that a new kind never breaks a client.
public struct MotionState: Hashable, Sendable {
  /// The name of the state, such as `orientation`.
  public let name: String
  /// The value as a field; nil if it is not known.
  package let field: EventField?

  /// The state `name`; nil if its value is not known.
  init(_ name: String, _ field: EventField?) {
    self.name = name
    self.field = field
  }

  /// The state `name`, whose value is a word; nil if it is not known.
  init<Word: RawRepresentable<String>>(_ name: String, _ word: Word?) {
    self.init(name, word.map { .word($0.rawValue) })
  }
}
