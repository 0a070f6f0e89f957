// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("13 Pasteboard: folders that cannot be watched")
final class WatchingTests {
  let folders: TestFolders
  private var calls = 0

  init() throws {
    folders = try TestFolders()
  }

  /// What may lie where the folder of pasteboards would be.
  enum Obstacle: CaseIterable {
    case link, danglingLink, file, fileAbove, nothing
  }

  @Test("P073 what is no folder is tried a few times, and no more", arguments: Obstacle.allCases)
  func obstacle(_ obstacle: Obstacle) throws {
    let files = FileManager.default
    let path = folders.path + "/lasting"
    switch obstacle {
    case .link: try files.createSymbolicLink(atPath: path, withDestinationPath: folders.path)
    case .danglingLink: try files.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
    case .file, .fileAbove: try Data().write(to: URL(fileURLWithPath: path))
    case .nothing: break
    }
    try watch(obstacle == .fileAbove ? path + "/a/b" : path, refused: nil)
  }

  @Test("P073 nor is what the system refuses", arguments: [EACCES, ENOSPC, EPERM, ELOOP, EMFILE])
  func refusal(_ number: Int32) throws {
    try folders.make()
    try watch(folders.path + "/lasting", refused: number)
  }

  @Test("P073 the pasteboard works, and says why others do not see it", .deadline)
  func works() async throws {
    let elsewhere = try TestFolders()
    try FileManager.default.createSymbolicLink(
      atPath: folders.path + "/lasting", withDestinationPath: elsewhere.path)
    let general = folders.registry(isWatching: true).system(.general)
    general.string = "a"
    #expect(general.string == "a")
    #expect(
      general.error
        == .unusableFolder(path: folders.places.all[0], reason: "it is a link, or no folder"))
  }

  /// Watches `path`, which the system refuses with that number, if any.
  private func watch(_ path: String, refused: Int32?) throws {
    let add: FolderWatcher.Add = { [self] descriptor, each, mask in
      calls += 1
      // What goes on for ever is to fail, not to hang.
      if calls > 1000 { return 0 }
      guard each == path, let refused else { return inotify_add_watch(descriptor, each, mask) }
      errno = refused
      return -1
    }
    let watcher = FolderWatcher(add: add) { _ in }
    try #require(watcher).watch([path])
    #expect(calls < 20)
  }
}
