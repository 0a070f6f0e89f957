// SPDX-License-Identifier: Apache-2.0

/// The reason why a display server gave no window, or took no key.
package enum DesktopError: Error, Hashable, Sendable {
  /// Doing `action` is not possible here.
  case unavailable(action: String, why: String, remedy: String)
  /// `server` took too long to do `action`; nothing is waited for any more.
  case late(server: String, action: String)
  /// The connection to `server` ended during `action`, or its answer made no sense.
  case lost(server: String, action: String, why: String)
  /// A key that would change the meaning of the stroke, such as Shift, is held down.
  case heldKey(String)
}

extension DesktopError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  package var description: String {
    switch self {
    case .unavailable(let action, let why, let remedy): "cannot \(action): \(why); \(remedy)"
    case .late(let server, let action):
      "cannot \(action): \(server) does not answer; if it stays so, log out and in again"
    case .lost(let server, let action, let why):
      "cannot \(action): the connection to \(server) ended (\(why)); the next shake tries again"
    case .heldKey(let key): "cannot undo by a key: \(key) is held down; release it, and try again"
    }
  }
}
