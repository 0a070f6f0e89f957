// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Returns one JSON object on one line, without a newline, as Foundation's encoder with sorted keys
/// writes it.
///
/// Foundation would add 5 MB to a statically linked command.
///
/// - Parameter members: the values as JSON, by their names; the object leaves out nil values
/// - Returns: the object
package func jsonObject(_ members: [String: String?]) -> String {
  let members = members.compactMapValues { $0 }.sorted { $0.key < $1.key }
  return "{\(members.map { "\($0.key.jsonString):\($0.value)" }.joined(separator: ","))}"
}

/// Returns one JSON array of `elements`, which are JSON.
package func jsonArray(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }

extension Double {
  /// This number as JSON; null for an infinity or NaN, which JSON lacks.
  package var jsonNumber: String {
    guard isFinite else { return "null" }
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
