// SPDX-License-Identifier: Apache-2.0

/// What a test found in the place of what it needs to go on.
public struct Unexpected: Error, CustomStringConvertible {
  /// What was found.
  public let description: String

  /// An error that shows `found`.
  public init(_ found: Any) { description = "found \(found)" }
}
