// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The reason that an activity could not be written or read.
public enum UserActivityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no file at `path`.
  case missing(path: String)
  /// At `path` there is a folder, a device or the like.
  case notAFile(path: String)
  /// The data are not an activity, or damaged.
  case damaged(source: String)
  /// The data have a format that is not known here.
  case otherFormat(source: String, format: Int)
  /// The activity has, or would have, more than `limit` bytes.
  case tooBig(source: String, limit: Int)
  /// Doing `action` to the file at `path` failed; `number` is the system's error.
  case failed(action: String, path: String, number: Int32)

  /// The failure in one line, with the remedy.
  public var description: String {
    switch self {
    case .missing(let path):
      "cannot read the activity in \(path): there is none; begin without one"
    case .notAFile(let path):
      "cannot read the activity in \(path): not a regular file; name another, or move it away"
    case .damaged(let source):
      "cannot read an activity from \(source): damaged, or no activity; remove it"
    case .otherFormat(let source, let format):
      "cannot read an activity from \(source): its format is \(format), which is not known here; "
        + "update the app, or remove it"
    case .tooBig(let source, let limit):
      "cannot use \(source): more than \(limit) bytes; store less, such as a document's address"
    case .failed(let action, let path, let number):
      "cannot \(action) the activity in \(path): \(String(cString: strerror(number)))"
    }
  }
}
