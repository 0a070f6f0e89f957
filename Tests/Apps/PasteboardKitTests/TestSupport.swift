// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Synchronization
import Testing

@testable import PasteboardKit

/// Folders for pasteboards, in memory where the system has some, for one test.
final class TestFolders: Sendable {
  let path: String

  init(in parent: String? = nil) throws {
    let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    path = "\(parent ?? memory)/PasteboardKitTests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var places: PasteboardPlaces {
    PasteboardPlaces(lasting: "\(path)/lasting", memory: "\(path)/memory")
  }

  /// Makes the folders, as the first writes do.
  func make() throws {
    for path in places.all { _ = try PasteboardFolder(at: path) }
  }

  /// The pasteboards as a process of its own would see them.
  ///
  /// Tests run side by side, and a user has a limited number of watchers.
  @MainActor func registry(
    limit: Int = 64 << 20, clock: TestClock? = nil, isWatching: Bool = false
  ) -> PasteboardRegistry {
    let store = PasteboardStore(places: places, limit: limit) { clock?.now ?? Date() }
    return PasteboardRegistry(store: store, isWatching: isWatching)
  }

  /// The file of a pasteboard, below one of the folders.
  func file(_ name: Pasteboard.Name, in folder: String = "lasting") throws -> String {
    "\(path)/\(folder)/\(try #require(name.fileName))"
  }

  /// Writes a file that only its user may change: Foundation sets the process' umask to 0 for an
  /// instant wherever it writes a file, and other tests do.
  func write(_ data: Data, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    let count = data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard count == data.count else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Ends a session: what was in memory is gone.
  func restart() throws {
    try FileManager.default.removeItem(atPath: "\(path)/memory")
  }
}

/// The pasteboards of one test, in folders of its own.
@MainActor
class PasteboardTest {
  let folders: TestFolders
  let registry: PasteboardRegistry
  /// The general one.
  let pasteboard: Pasteboard
  let log: Log

  init(in parent: String? = nil, clock: TestClock? = nil) throws {
    folders = try TestFolders(in: parent)
    try folders.make()
    registry = folders.registry(clock: clock)
    pasteboard = registry.system(.general)
    log = Log(pasteboard)
  }
}

/// A time that the test sets.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSinceReferenceDate: 0))

  var now: Date {
    time.withLock(\.self)
  }

  func advance(by seconds: TimeInterval) {
    time.withLock { $0 += seconds }
  }
}

/// The notifications of a pasteboard, such as "changed +a -b".
typealias Log = PostLog<String>

extension Log {
  convenience init(_ pasteboard: Pasteboard) {
    let names = [
      Pasteboard.changedNotification, Pasteboard.removedNotification, Pasteboard.failedNotification,
    ]
    self.init(names, of: pasteboard) { notification in
      let name = notification.name.rawValue.dropFirst("Pasteboard".count)
        .replacing("Notification", with: "").lowercased()
      let change = ChangedTypes(notification)
      let types = (change.added ?? []).map { "+\($0)" } + (change.removed ?? []).map { "-\($0)" }
      return ([name] + types).joined(separator: " ")
    }
  }
}

/// The types that a change of a pasteboard added and removed, as its notification says.
struct ChangedTypes: Sendable {
  let added: [String]?
  let removed: [String]?

  init(_ notification: Notification) {
    let info = notification.userInfo
    added = info?[Pasteboard.changedTypesAddedUserInfoKey] as? [String]
    removed = info?[Pasteboard.changedTypesRemovedUserInfoKey] as? [String]
  }
}
