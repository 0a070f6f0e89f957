// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// The folders of the user whose environment this is, as the XDG Base Directory Specification has
/// them.
extension [String: String] {
  /// The folder that `variable` names, unless that is no absolute path; else `place` in the home
  /// directory; nil without one.
  package func userFolder(_ variable: String, orHome place: String) -> String? {
    self[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? self["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/\(place)" }
  }
}

/// Makes the folder at `path`, and those above it that are missing, for the user alone.
///
/// - Throws: the system's error
package func makeFolders(_ path: String) throws(Errno) {
  var part = ""
  for name in path.split(separator: "/") {
    part += "/" + name
    guard mkdir(part, 0o700) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
  }
}
