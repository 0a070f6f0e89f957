// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LinuxSupport

/// JSON of a stranger, decoded within bounds.
///
/// Codable suffices: JSONDecoder scans at most the bytes of the answer, and refuses arrays nested
/// deeper than 512. Beside that it needs a limit of bytes, checked here and while they are
/// received, and one of values.
enum BoundedJSON {
  /// The most bytes of an answer: 4 MB.
  static let mostBytes = 4_000_000
  /// The most values of an answer.
  static let mostValues = 100_000

  /// Decodes `bytes`.
  ///
  /// - Throws: a ``Problem`` that says what is wrong
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(Problem) -> Value {
    guard bytes.count <= mostBytes else {
      throw Problem("more than \(mostBytes / 1_000_000) MB")
    }
    guard bytes.count(where: { $0 == UInt8(ascii: ",") }) < mostValues else {
      throw Problem("more than \(mostValues) values")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch DecodingError.keyNotFound(let key, _) {
      throw Problem("'\(key.stringValue)' is missing")
    } catch DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context)
    {
      let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      throw Problem("'\(path.joined(separator: "."))' is of another type")
    } catch {
      throw Problem("it is not JSON")
    }
  }

  /// The reason why an answer cannot be used, for the user.
  struct Problem: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// A number; nil of `null` and of a text, as the apps write what is not finite.
  struct Number: Decodable {
    var value: Double?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() { return }
      do { value = try container.decode(Double.self) } catch DecodingError.typeMismatch {
        _ = try container.decode(String.self)
      }
    }
  }
}

extension String {
  /// The text for a line of a terminal or a recording: at most 200 characters, and `?` for those
  /// that a terminal would obey.
  var inLine: String { String(unicodeScalars.prefix(200)).printable }
}
