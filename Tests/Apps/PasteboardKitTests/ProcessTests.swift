// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("13 Pasteboard: between processes", .waits)
final class ProcessTests: PasteboardTest {
  @Test("P040 P045 what one process writes another reads at once, also after it has ended")
  func seen() async throws {
    pasteboard.string = "mine"
    #expect(try await Host.run("read system.general", in: folders) == ["mine"])
    #expect(try await Host.run("set system.general theirs", in: folders) == ["2"])
    #expect(pasteboard.string == "theirs")
  }

  @Test(
    "P041 observers in another process are notified, once for each change that they can see",
    arguments: ["RunLoop.main.run", "dispatchMain"])
  func notified(host: String) async throws {
    let observer = try Host("observe system.general \(host)", in: folders)
    #expect(await observer.nextLine() == "observing")
    pasteboard.string = "a"
    #expect(
      await observer.nextLine()
        == #"PasteboardChangedNotification 1 a +["public.utf8-plain-text"] -[]"#)
    pasteboard.items = [["b": "2"]]
    #expect(
      await observer.nextLine()
        == #"PasteboardChangedNotification 2 nil +["b"] -["public.utf8-plain-text"]"#)
    await observer.kill()
    #expect(await observer.lines().isEmpty)
  }

  @Test("P041 the process that wrote is not notified again, and checkForChanges notifies once")
  func toldOnce() throws {
    pasteboard.string = "a"
    registry.checkForChanges()
    #expect(log.entries == ["changed +public.utf8-plain-text"])
    folders.registry().system(.general).items = [["b": "1"]]
    folders.registry().system(.general).items = [["c": "1"]]
    registry.checkForChanges()
    registry.checkForChanges()
    #expect(
      log.entries == ["changed +public.utf8-plain-text", "changed +c -public.utf8-plain-text"])
  }

  @Test("P041 the kernel's events notify, in the host of these tests", .deadline)
  func watched() async throws {
    let registry = folders.registry(isWatching: true)
    let pasteboard = registry.system(.general)
    let changes = AsyncStream<ChangedTypes>.makeStream()
    let token = NotificationCenter.default.observe(
      Pasteboard.changedNotification, of: pasteboard
    ) { changes.continuation.yield(ChangedTypes($0)) }
    _ = try await Host.run("set system.general theirs", in: folders)
    var iterator = changes.stream.makeAsyncIterator()
    #expect(await iterator.next()?.added == [Pasteboard.StandardType.text])
    #expect(pasteboard.string == "theirs")
    NotificationCenter.default.removeObserver(token)
  }

  @Test("P036 observers in another process are notified of a removal")
  func removalTold() async throws {
    let named = try #require(registry.pasteboard("one", create: true))
    let observer = try Host("observe one dispatchMain", in: folders)
    #expect(await observer.nextLine() == "observing")
    registry.remove("one")
    #expect(await observer.nextLine()?.hasPrefix("PasteboardRemovedNotification") == true)
    #expect(named.string == nil)
  }

  @Test("P042 two processes that add items lose none")
  func adding() async throws {
    let writers = try (0..<2).map { try Host("add system.general \($0) 100", in: folders) }
    for writer in writers { #expect(try await writer.finish().isEmpty) }
    #expect(pasteboard.changeCount == 200)
    let items = pasteboard.items
    for writer in 0..<2 {
      let numbers = items.filter { $0["writer"] as? String == "\(writer)" }.map {
        $0["number"] as? Int
      }
      #expect(numbers == Array(0..<100))
    }
  }

  @Test("P046 the general pasteboard is there after a restart")
  func restart() throws {
    pasteboard.string = "a"
    try folders.restart()
    #expect(folders.registry().system(.general).string == "a")
  }

  @Test(
    "P047 P049 P064 an app's own is there for others, and who has it open, while it lives",
    arguments: [false, true])
  func appsOwn(isKilled: Bool) async throws {
    let app = try Host("make one", in: folders)
    #expect(await app.nextLine() == "made")
    let there = try #require(registry.pasteboard("one", create: false))
    #expect(there.string == "made")
    #expect(try await Host.run("read one", in: folders) == ["made"])
    if isKilled { await app.kill() } else { try await app.finish() }
    #expect(try await Host.run("read one", in: folders) == ["nil"])
    #expect(registry.pasteboard("one", create: false) == nil)
    #expect(there.string == nil && !there.setItems([["a": "1"]]))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folders.path)/memory") == [".lock"])
  }

  @Test("P047 what dead processes left is removed when a pasteboard is made")
  func abandoned() async throws {
    let app = try Host("make one", in: folders)
    #expect(await app.nextLine() == "made")
    await app.kill()
    let mine = registry.unique()
    mine.string = "a"
    #expect(!FileManager.default.fileExists(atPath: try folders.file("one", in: "memory")))
    #expect(folders.registry().unique().name != mine.name)
    #expect(mine.string == "a")
  }

  @Test("P048 one that was marked persistent outlives its app, and a restart")
  func markedPersistent() async throws {
    let app = try Host("make one persistent", in: folders)
    #expect(await app.nextLine() == "made")
    await app.kill()
    #expect(try await Host.run("read one", in: folders) == ["made"])
    try folders.restart()
    #expect(registry.pasteboard("one", create: false)?.string == "made")
    #expect(registry.pasteboard("one", create: false)?.isPersistent == true)
  }

  @Test("P048 one that is no longer persistent ends with the process that said so")
  func unmarked() async throws {
    let app = try Host("make one persistent", in: folders)
    #expect(await app.nextLine() == "made")
    await app.kill()
    let pasteboard = registry.pasteboard("one", create: false)
    pasteboard?.isPersistent = false
    #expect(folders.registry().pasteboard("one", create: false)?.string == "made")
    #expect(!FileManager.default.fileExists(atPath: try folders.file("one")))
  }

  @Test("P050 a persistent one is a file of its own, with its name")
  func fileOfItsOwn() throws {
    registry.pasteboard("com.example.notes.palette", create: true)?.isPersistent = true
    #expect(
      FileManager.default.fileExists(
        atPath: "\(folders.path)/lasting/com.example.notes.palette.pasteboard"))
  }
}
