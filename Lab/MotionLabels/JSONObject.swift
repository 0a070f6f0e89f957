// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension Encodable {
  /// This as one JSON object on one line, keys in order; without a newline.
  ///
  /// - Throws: an `EncodingError` for a number that is not finite
  package var jsonObject: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
