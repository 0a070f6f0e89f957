// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("13 Pasteboard: owners", .waits)
final class OwnerTests: PasteboardTest {
  @Test("P064 a file that another process is about to lock is nobody's remains, and not asked")
  func unfinished() throws {
    pasteboard.string = "a"
    let memory = "\(folders.path)/memory"
    for name in [".owner", "gone.owner"] {
      #expect(FileManager.default.createFile(atPath: "\(memory)/\(name)", contents: nil))
    }
    let folder = try #require(try PasteboardFolder(existingAt: memory))
    #expect(folder.abandonedOwners() == ["gone.owner"])
  }

  @Test("P064 observers hear that the owner has died", .deadline)
  func heard() async throws {
    let app = try Host("make one", in: folders)
    #expect(await app.nextLine() == "made")
    let registry = folders.registry(isWatching: true)
    let there = try #require(registry.pasteboard("one", create: false))
    let removals = AsyncStream<Void>.makeStream()
    let token = NotificationCenter.default.observe(Pasteboard.removedNotification, of: there) { _ in
      removals.continuation.yield()
    }
    await app.kill()
    var iterator = removals.stream.makeAsyncIterator()
    await iterator.next()
    #expect(try await folders.isCleared())
    NotificationCenter.default.removeObserver(token)
  }

  @Test("P074 the bytes of an ended app's own pasteboard go, when another app opens any")
  func remains() async throws {
    let app = try Host("make one", in: folders)
    #expect(await app.nextLine() == "made")
    await app.kill()
    let memory = "\(folders.path)/memory"
    #expect(try FileManager.default.contentsOfDirectory(atPath: memory).count == 3)
    _ = folders.registry().system(.general)
    #expect(try FileManager.default.contentsOfDirectory(atPath: memory) == [".lock"])
  }

  @Test("P074 and at once, where another app watches", .deadline)
  func remainsWatched() async throws {
    let registry = folders.registry(isWatching: true)
    let general = registry.system(.general)
    let app = try Host("make one", in: folders)
    #expect(await app.nextLine() == "made")
    // The folder is new: it is watched once somebody looks.
    registry.checkForChanges()
    await app.kill()
    #expect(try await folders.isCleared())
    withExtendedLifetime(general) {}
  }

  @Test("P065 a thousand boards of a process need one descriptor, and each ends by itself")
  func thousand() throws {
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try descriptors()
    let boards = (0..<1100).map { _ in registry.unique() }
    // Other tests have descriptors too.
    #expect(try descriptors() < before + 500)
    for each in boards { #expect(each.error == nil) }
    let other = folders.registry()
    #expect(boards[0].setItems([["a": "1"]]))
    registry.remove(boards[0].name)
    #expect(other.pasteboard(boards[0].name, create: false) == nil)
    #expect(other.pasteboard(boards[1099].name, create: false) != nil)
    let next = registry.unique()
    #expect(other.pasteboard(next.name, create: false) != nil)
  }

  @Test("P065 a lock that another process holds is an error, soon")
  func held() throws {
    let lock = open("\(folders.path)/lasting/.lock", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(PasteboardFolder.patience <= .milliseconds(100))
    #expect(!pasteboard.setItems([["a": "1"]]))
    #expect(pasteboard.error == .busy(path: "\(folders.path)/lasting/.lock"))
  }
}
