// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The two folders that a user's pasteboards are in.
package struct PasteboardPlaces: Hashable, Sendable {
  /// The folder for what outlives a restart; nil if the environment does not say where.
  package let lasting: String?
  /// The folder in memory.
  package let memory: String

  package init(lasting: String?, memory: String) {
    self.lasting = lasting
    self.memory = memory
  }

  /// The folders that the environment names.
  ///
  /// With `PASTEBOARD_DIRECTORY` the folders `lasting` and `memory` in it. Else `pasteboards` in
  /// `XDG_STATE_HOME`, by default `~/.local/state`, and in `XDG_RUNTIME_DIR`. Without
  /// `XDG_RUNTIME_DIR` it is `/run/user/UID/pasteboards` if `isFolder` is true of `/run/user/UID`,
  /// else `/dev/shm/pasteboards-UID`, or `pasteboards-session` beside the folder that lasts if
  /// `isForeign` is true of that: anybody can make it first. Relative paths count as not set.
  package init(
    environment: [String: String], user: uid_t, isFolder: (String) -> Bool,
    isForeign: (String) -> Bool = { _ in false }
  ) {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let chosen = folder("PASTEBOARD_DIRECTORY") {
      self.init(lasting: "\(chosen)/lasting", memory: "\(chosen)/memory")
      return
    }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { "\($0)/.local/state" }
    let session = "/run/user/\(user)"
    let common = "/dev/shm/pasteboards-\(user)"
    let memory =
      if let runtime = folder("XDG_RUNTIME_DIR") {
        "\(runtime)/pasteboards"
      } else if isFolder(session) {
        "\(session)/pasteboards"
      } else if let state, isForeign(common) {
        "\(state)/pasteboards-session"
      } else {
        common
      }
    self.init(lasting: state.map { "\($0)/pasteboards" }, memory: memory)
  }

  /// The folders of this process.
  package static var current: Self {
    Self(
      environment: ProcessInfo.processInfo.environment, user: geteuid(),
      isFolder: {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory)
          && isDirectory.boolValue
      },
      isForeign: {
        var status = stat()
        return lstat($0, &status) == 0
          && (status.st_uid != geteuid() || status.st_mode & S_IFMT != S_IFDIR)
      })
  }

  /// Both folders.
  var all: [String] {
    [lasting, memory].compactMap(\.self)
  }
}
