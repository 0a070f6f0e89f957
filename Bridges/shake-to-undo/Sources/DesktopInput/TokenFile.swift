// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// The file with the token of a portal: below XDG_STATE_HOME, and only the user can read it.
struct TokenFile {
  private let folder: String
  private var path: String { folder + "/portal-token" }

  /// The file of the user whose environment this is.
  init(_ environment: [String: String]) {
    folder = environment.stateFolder
  }

  /// The token; nil if there is none.
  ///
  /// - Throws: a ``DesktopError`` if the file cannot be read
  func read() throws(DesktopError) -> String? {
    let action = "read the permission of the portal"
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      defer { try? file.close() }
      let text = try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { room in
        let count = try file.read(into: room)
        return String(decoding: room.prefix(count), as: UTF8.self)
      }
      let token = text.prefix { !$0.isNewline }
      return token.isEmpty ? nil : String(token)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch {
      throw .unavailable(
        action: action, why: "\(path) cannot be read (\(error))", remedy: "remove it")
    }
  }

  /// Replaces the token.
  ///
  /// - Throws: a ``DesktopError`` if the file cannot be written
  func write(_ token: String) throws(DesktopError) {
    do {
      try makeFolders(folder)
      try PrivateFile.replace(path, with: Array((token + "\n").utf8))
    } catch {
      throw .unavailable(
        action: "keep the permission of the portal", why: "\(path) cannot be written (\(error))",
        remedy: "make room there, or the portal asks again at the next start")
    }
  }

  /// Forgets the token.
  func remove() {
    unlink(path)
  }
}

extension [String: String] {
  /// The folder of the things that shake-to-undo remembers, for the user of this environment.
  package var stateFolder: String {
    (userFolder("XDG_STATE_HOME", orHome: ".local/state") ?? "/.local/state") + "/shake-to-undo"
  }
}
