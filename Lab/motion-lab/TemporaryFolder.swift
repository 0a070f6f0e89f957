// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// A folder for a while, which is removed with what is in it.
final class TemporaryFolder {
  /// Its path.
  let path: String

  /// Creates a folder that only this user may read.
  ///
  /// - Throws: a ``Failure`` that says why there is none
  init() throws(Failure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/motion.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure.creating("a folder in \(parent)", .last)
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit {
    for name in Folder.names(in: path) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
