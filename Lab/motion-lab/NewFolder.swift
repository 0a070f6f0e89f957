// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// A new folder for results, which exists with all of its files or not at all.
struct OutputDirectory: Sendable {
  /// The path as the user named it.
  let path: String

  /// Creates the folder `path`, which must not exist.
  ///
  /// - Parameter path: as the user named it
  /// - Throws: a ``Failure`` that says why it cannot be created
  init(creating path: String) throws(Failure) {
    guard mkdir(path, 0o755) == 0 else { throw Failure.creating(path, .last) }
    self.path = path
  }

  /// Writes `files` into it.
  ///
  /// - Parameter files: the name and the text of each
  /// - Throws: a ``Failure`` or an ``OutputError``; none of the files exists then
  func write(_ files: [(name: String, text: String)]) throws {
    do {
      for file in files {
        try OutputFile.create("\(path)/\(file.name)") { try $0.write(file.text) }
      }
    } catch {
      for file in files { unlink("\(path)/\(file.name)") }
      throw error
    }
  }

  /// Removes the folder if there is nothing in it.
  func removeIfEmpty() {
    rmdir(path)
  }
}

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
