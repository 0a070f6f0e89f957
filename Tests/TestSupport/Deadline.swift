// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// The limit of a wait that only a broken program reaches: what a test waits for comes at once.
public enum Deadline {
  /// Seconds from now on.
  public static let seconds = 300
  /// Milliseconds from now on, as `poll` takes them.
  public static let milliseconds = Int32(seconds * 1000)
  /// The end of a wait that begins now.
  public static var instant: ContinuousClock.Instant { .now + .seconds(seconds) }
  /// The end of a wait that begins now, as Dispatch takes it.
  public static var dispatch: DispatchTime { .now() + .seconds(seconds) }
}

/// Waits until `isSo`, for what the kernel tells nobody, such as what another process waits for;
/// false at the ``Deadline``.
///
/// It rests between two looks, as the processor is needed for what it waits for.
public func settles(_ isSo: () throws -> Bool) rethrows -> Bool {
  let end = Deadline.instant
  while try !isSo() {
    guard ContinuousClock.now < end else { return false }
    poll(nil, 0, 5)
  }
  return true
}

/// What a test found in the place of what it needs to go on.
public struct Unexpected: Error, CustomStringConvertible {
  /// What was found.
  public let description: String

  /// An error that shows `found`.
  public init(_ found: Any) { description = "found \(found)" }
}
