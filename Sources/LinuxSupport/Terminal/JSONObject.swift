// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// One JSON object on one line, without a newline, as Foundation's encoder with sorted keys writes
/// it, which would add 5 MB to a command that is linked statically.
///
/// - Parameter members: the values as JSON, by their names; those that are nil are left out
/// - Returns: the object
package func jsonObject(_ members: [String: String?]) -> String {
  let members = members.compactMapValues { $0 }.sorted { $0.key < $1.key }
  return "{\(members.map { "\($0.key.jsonString):\($0.value)" }.joined(separator: ","))}"
}

/// One JSON array of `elements`, which are JSON.
package func jsonArray(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }

extension Double {
  /// This number as JSON; null for one that is not finite, which JSON does not have.
  package var jsonNumber: String {
    guard isFinite else { return "null" }
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
