// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Glibc
import SystemPackage

/// A connection to a display server that is being opened: its errors, in words.
struct ServerCall {
  /// The name of the server for people.
  let server: String
  /// The action, for an error.
  let action: String

  /// Throws the error of `problem`, if it is one.
  func check(_ problem: desktop_problem, lacking: String = "the extension") throws(DesktopError) {
    switch problem {
    case DESKTOP_FINE: return
    case DESKTOP_NO_LIBRARY:
      let library = String(cString: desktop_missing_library())
      throw .unavailable(
        action: action, why: "the library \(library) is missing",
        remedy: "install it, with the packages that shake-to-undo recommends")
    case DESKTOP_REFUSED:
      throw .unavailable(
        action: action, why: "\(server) refuses the connection",
        remedy: "run it inside the session, as its user")
    case DESKTOP_LATE: throw .late(server: server, action: action)
    case DESKTOP_NO_EXTENSION:
      throw .unavailable(
        action: action, why: "\(server) lacks \(lacking)", remedy: "use another way")
    case DESKTOP_NO_SEAT:
      throw .unavailable(
        action: action, why: "\(server) has no seat, as no input device is there",
        remedy: "connect a keyboard, a pointer or a touch screen")
    default: throw .lost(server: server, action: action, why: "it was closed")
    }
  }

  /// Connects to the first of `paths`, Unix sockets, that there is; "\0" begins an abstract one.
  func connect(_ paths: [String], remedy: String) throws(DesktopError) -> Int32 {
    var error = Errno.noSuchFileOrDirectory
    for path in paths {
      let descriptor = desktop_connect(path, path.utf8.count)
      guard descriptor < 0 else { return descriptor }
      // It is there: no other is meant.
      error = Errno(rawValue: errno)
      if error == .resourceTemporarilyUnavailable { throw .late(server: server, action: action) }
    }
    throw .unavailable(
      action: action, why: "\(server) cannot be reached (\(error))", remedy: remedy)
  }
}

extension Duration {
  /// This time in ms, for a call of C.
  var milliseconds: Int32 { Int32(clamping: Int64(self / .milliseconds(1))) }
}

/// A text of C in a field of fixed size; nil if it is empty.
func text<Field>(_ field: Field) -> String? {
  withUnsafeBytes(of: field) { bytes in
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
