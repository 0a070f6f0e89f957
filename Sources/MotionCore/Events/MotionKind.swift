// SPDX-License-Identifier: Apache-2.0

/// A kind of motion.
///
/// An open structure, not an enumeration, so that a new motion never breaks a client's `switch`.
/// ``MotionRegistry`` lists the kinds that MotionCore recognizes; the folder of each kind has its
/// constant.
public struct MotionKind: RawRepresentable, Hashable, Sendable {
  /// The kind's name, with one spelling in events, on the command line and on D-Bus (`"shake"`).
  public let rawValue: String

  /// The kind called `rawValue`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension MotionKind: Comparable {
  /// The alphabetical order of the names.
  public static func < (left: MotionKind, right: MotionKind) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

extension MotionKind: CustomStringConvertible {
  /// The kind's name.
  public var description: String { rawValue }
}
