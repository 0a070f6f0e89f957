// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("13 Pasteboard: what does not stay", .waits)
final class ExpiryTests: PasteboardTest {
  let clock: TestClock

  init() throws {
    clock = TestClock()
    try super.init(clock: clock)
  }

  @Test("P051 items vanish at their date, which counts one, for everybody")
  func expiry() {
    let other = folders.registry(clock: clock).system(.general)
    let date = clock.now + 60
    pasteboard.setItems([["a": "1"]], options: [.expirationDate(date)])
    #expect(pasteboard.expirationDate == date)
    clock.advance(by: 59.9)
    #expect(other.items == [["a": "1"]])
    #expect(other.changeCount == 1)
    clock.advance(by: 0.1)
    for each in [pasteboard, other] {
      #expect(each.items.isEmpty)
      #expect(each.changeCount == 2)
      #expect(each.expirationDate == nil)
    }
    registry.checkForChanges()
    registry.checkForChanges()
    #expect(log.entries == ["changed +a", "changed -a"])
    other.string = "b"
    #expect(pasteboard.changeCount == 3)
    clock.advance(by: 1e6)
    #expect(pasteboard.string == "b")
  }

  @Test("P051 an expired secret does not stay in memory, where no file can be read", .deadline)
  func secret() async throws {
    let (changes, heard) = AsyncStream.makeStream(of: Void.self)
    pasteboard.string = "a"
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o770], ofItemAtPath: folders.places.lasting ?? "")
    pasteboard.setItems([["a": "1"]], options: [.expirationDate(clock.now + 0.01)])
    let token = NotificationCenter.default.observe(
      Pasteboard.changedNotification, of: pasteboard
    ) { _ in heard.yield() }
    clock.advance(by: 0.01)
    for await _ in changes { break }
    NotificationCenter.default.removeObserver(token)
    guard case .unshared(let contents, _) = pasteboard.standing else {
      Issue.record("the items are in this process alone")
      return
    }
    #expect(contents.items.isEmpty)
  }

  @Test("P051 who is late by the clock counts the same, and what it writes is heard")
  func lateClock() {
    let late = TestClock()
    let other = folders.registry(clock: late).system(.general)
    pasteboard.setItems([["a": "1"]], options: [.expirationDate(clock.now + 60)])
    clock.advance(by: 60)
    #expect(pasteboard.changeCount == 2)
    registry.checkForChanges()
    #expect(other.items.isEmpty)
    #expect(other.changeCount == 2)
    other.items = [["b": "2"]]
    registry.checkForChanges()
    #expect(pasteboard.changeCount == 3)
    #expect(log.entries == ["changed +a", "changed -a", "changed +b"])
  }

  @Test("P051 items that are added expire with those there are; new ones do not")
  func inheritance() {
    pasteboard.setItems([["a": "1"]], options: [.expirationDate(clock.now + 60)])
    pasteboard.addItems([["b": "2"]])
    #expect(pasteboard.expirationDate == clock.now + 60)
    pasteboard.items = [["c": "3"]]
    #expect(pasteboard.expirationDate == nil)
  }

  @Test(
    "P051 the process that wrote them removes them from the file, and reports it",
    .deadline)
  func timer() async throws {
    let pasteboard = folders.registry().system(.general)
    let changes = AsyncStream<ChangedTypes>.makeStream()
    let token = NotificationCenter.default.observe(
      Pasteboard.changedNotification, of: pasteboard
    ) { changes.continuation.yield(ChangedTypes($0)) }
    var iterator = changes.stream.makeAsyncIterator()
    pasteboard.setItems([["secret": "password"]], options: [.expirationDate(.now + 0.05)])
    #expect(await iterator.next()?.added == ["secret"])
    #expect(await iterator.next()?.removed == ["secret"])
    #expect(pasteboard.changeCount == 2)
    #expect(!(try bytes().contains("password")))
    NotificationCenter.default.removeObserver(token)
  }

  private func bytes() throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folders.file(.general))), as: UTF8.self)
  }

  @Test(
    "P052 a secret is in memory only, for all processes, and gone after a restart",
    arguments: [
      (["t": "password"], [.concealed]),
      (["t": "password", "org.nspasteboard.ConcealedType": ""], []),
      (["t": "password", "x-kde-passwordManagerHint": "secret"], []),
    ] as [(Pasteboard.Item, Set<Pasteboard.Option>)])
  func concealed(item: Pasteboard.Item, options: Set<Pasteboard.Option>) throws {
    pasteboard.string = "before"
    pasteboard.setItems([item], options: options)
    let other = folders.registry().system(.general)
    for each in [pasteboard, other] {
      #expect(each.items == [item])
      #expect(each.isConcealed)
      #expect(each.changeCount == 2)
    }
    #expect(!(try bytes().contains("password")))
    #expect(!(try bytes().contains("before")))
    other.addItems([["u": "more"]])
    #expect(pasteboard.isConcealed)
    #expect(!(try bytes().contains("more")))
    try folders.restart()
    #expect(other.items.isEmpty)
    #expect(other.changeCount == 3)
  }

  @Test("P052 what is written after a secret is not one, and leaves nothing of it in memory")
  func concealedNoMore() throws {
    pasteboard.setItems([["t": "password"]], options: [.concealed])
    pasteboard.string = "a"
    #expect(!pasteboard.isConcealed)
    #expect(pasteboard.changeCount == 2)
    #expect(try bytes().contains("a"))
    #expect(!FileManager.default.fileExists(atPath: try folders.file(.general, in: "memory")))
  }

  @Test("P052 a persistent pasteboard of an app keeps a secret in memory too")
  func concealedPersistent() throws {
    let named = try #require(registry.pasteboard("one", create: true))
    named.setItems([["t": "password"]], options: [.concealed])
    named.isPersistent = true
    #expect(folders.registry().pasteboard("one", create: false)?.items == [["t": "password"]])
    try folders.restart()
    let later = folders.registry().pasteboard("one", create: false)
    #expect(later?.items == [])
    #expect(later?.changeCount == 1)
  }

  @Test("P052 a secret outlives the process that wrote it")
  func concealedProcess() async throws {
    #expect(try await Host.run("conceal password", in: folders) == ["1"])
    #expect(pasteboard.string == "password")
    #expect(pasteboard.isConcealed)
  }

  @Test("P052 where no folder is in memory a secret stays in its process")
  func nothingInMemory() throws {
    let disk = "/var/tmp/PasteboardKitTests-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: disk) }
    let places = PasteboardPlaces(lasting: "\(disk)/lasting", memory: "\(disk)/memory")
    let registry = PasteboardRegistry(store: PasteboardStore(places: places), isWatching: false)
    guard try !PasteboardFolder(at: places.memory).isInMemory else { return }
    let general = registry.system(.general)
    general.string = "before"
    let log = Log(general)
    general.setItems([["t": "password"]], options: [.concealed])
    #expect(general.error == .notInMemory(path: places.memory))
    #expect(general.items == [["t": "password"]])
    #expect(general.changeCount == 2)
    let other = PasteboardRegistry(store: PasteboardStore(places: places), isWatching: false)
      .system(.general)
    #expect(other.string == "before")
    general.string = "after"
    #expect(general.error == nil)
    #expect(other.string == "after")
    #expect(other.changeCount == 3)
    #expect(log.entries.filter { $0 == "failed" }.count == 1)
  }
}
