// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// The folders of the user with this environment, by the XDG Base Directory Specification.
extension [String: String] {
  /// Returns the folder that `variable` names, or else `place` in the home directory; nil without
  /// one.
  ///
  /// It ignores `variable` unless its path is absolute.
  package func userFolder(_ variable: String, orHome place: String) -> String? {
    self[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? self["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/\(place)" }
  }
}

/// Makes the folder at `path`, and missing folders above it, for the user alone.
///
/// - Throws: the system's error
package func makeFolders(_ path: String) throws(Errno) {
  var part = ""
  for name in path.split(separator: "/") {
    part += "/" + name
    guard mkdir(part, 0o700) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
  }
}
