// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("13 Pasteboard: what is made, and watched")
final class FolderTests {
  let folders: TestFolders

  init() throws {
    folders = try TestFolders()
  }

  @Test("P062 reading makes nothing, whatever is asked")
  func reading() throws {
    let registry = folders.registry(isWatching: true)
    let general = registry.system(.general)
    _ = (general.items, general.changeCount, general.isPersistent, general.hasStrings)
    #expect(registry.pasteboard("one", create: false) == nil)
    registry.remove("one")
    registry.checkForChanges()
    #expect(general.error == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folders.path).isEmpty)
    general.string = "a"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folders.path) == ["lasting"])
    #expect(registry.pasteboard("one", create: false) == nil)
  }

  @Test("P062 nothing is made in another user's folder, and it works within the process")
  func home() throws {
    let home = folders.path + "/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    // Only root can give a folder away.
    guard chown(home, 12_345, 12_345) == 0 else { return }
    let store = PasteboardStore(
      places: PasteboardPlaces(
        lasting: home + "/.local/state/pasteboards", memory: home + "/pasteboards"))
    let registry = PasteboardRegistry(store: store, isWatching: false)
    let general = registry.system(.general)
    let named = registry.pasteboard("one", create: true)
    for each in [general, named] {
      #expect(each?.setItems([["a": "1"]]) == true)
      #expect(each?.items == [["a": "1"]])
      #expect(each?.error?.leavesProcessAlone == true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
  }

  @Test("P063 a folder is watched once it is made, and made anew", .deadline)
  func watched() async throws {
    let registry = folders.registry(isWatching: true)
    let general = registry.system(.general)
    let changes = AsyncStream<Void>.makeStream()
    let token = NotificationCenter.default.observe(Pasteboard.changedNotification, of: general) {
      _ in
      changes.continuation.yield()
    }
    var iterator = changes.stream.makeAsyncIterator()
    for (round, text) in ["a", "b", "c"].enumerated() {
      let store = PasteboardStore(places: folders.places)
      // What is made anew counts from the beginning.
      _ = try store.update(.general, above: round) { $0.items = [["t": text]] }
      await iterator.next()
      #expect(general.items == [["t": text]])
      try FileManager.default.removeItem(atPath: folders.path + "/lasting")
    }
    NotificationCenter.default.removeObserver(token)
  }
}

@Suite("13 Pasteboard: where the files are")
struct PlacesTests {
  private func places(_ environment: [String: String], hasSession: Bool = true) -> [String?] {
    let places = PasteboardPlaces(environment: environment, user: 7) { path in
      path == "/run/user/7" && hasSession
    }
    return [places.lasting, places.memory]
  }

  @Test("the folders are those that the environment says")
  func environment() {
    #expect(
      places(["XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r", "HOME": "/h"]) == [
        "/s/pasteboards", "/r/pasteboards",
      ])
    #expect(
      places(["HOME": "/h", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": "r"]) == [
        "/h/.local/state/pasteboards", "/run/user/7/pasteboards",
      ])
    #expect(places([:], hasSession: false) == [nil, "/dev/shm/pasteboards-7"])
    #expect(
      places(["PASTEBOARD_DIRECTORY": "/p", "XDG_STATE_HOME": "/s", "HOME": "/h"]) == [
        "/p/lasting", "/p/memory",
      ])
  }

  @Test("P072 a folder that another user planted is not used, and another one is")
  func planted() throws {
    let places = PasteboardPlaces(environment: ["HOME": "/h"], user: 7) { _ in
      false
    } isForeign: {
      $0 == "/dev/shm/pasteboards-7"
    }
    #expect(places.memory == "/h/.local/state/pasteboards-session")
    // A folder of this name that this user has not made.
    let path = "/dev/shm/pasteboards-\(geteuid())"
    guard ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] == nil,
      !FileManager.default.fileExists(atPath: path)
    else { return }
    #expect(!PasteboardPlaces.current.memory.contains("session"))
  }

  @Test("/dev/shm is in memory, and /proc is not")
  func memory() throws {
    let path = "/dev/shm/PasteboardKitTests-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try PasteboardFolder(at: path).isInMemory)
    #expect(try !PasteboardFolder(at: "/proc/self/task").isInMemory)
  }
}
