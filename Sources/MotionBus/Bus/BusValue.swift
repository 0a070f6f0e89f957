// SPDX-License-Identifier: Apache-2.0

/// A value in a D-Bus message, of the types in use here.
///
/// Variants do not show: the values of a dictionary are the contents of its variants.
package enum BusValue: Hashable, Sendable {
  /// `b`
  case bool(Bool)
  /// `i`
  case int32(Int32)
  /// `u`
  case uint32(UInt32)
  /// `x`
  case int64(Int64)
  /// `t`
  case uint64(UInt64)
  /// `d`
  case double(Double)
  /// `y`
  case byte(UInt8)
  /// `s`
  case string(String)
  /// `o`: the path of an object, which must be valid for sending.
  case path(String)
  /// `h`: an open file descriptor, which the message owns.
  case descriptor(Int32)
  /// `as`
  case strings([String])
  /// `ad`
  case doubles([Double])
  /// `a{sv}`
  case dictionary([String: BusValue])
  /// `a{ss}`
  case texts([String: String])
  /// An array of values with this signature.
  case array(String, [BusValue])
  /// A structure of these values.
  case structure([BusValue])
  /// A value of another type; only its signature is known.
  case other(String)

  /// The type, as a D-Bus signature.
  package var signature: String {
    switch self {
    case .bool: "b"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .byte: "y"
    case .string: "s"
    case .path: "o"
    case .descriptor: "h"
    case .strings: "as"
    case .doubles: "ad"
    case .dictionary: "a{sv}"
    case .texts: "a{ss}"
    case .array(let element, _): "a\(element)"
    case .structure(let values): "(" + values.map(\.signature).joined() + ")"
    case .other(let signature): signature
    }
  }
}
