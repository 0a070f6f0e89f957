// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PasteboardKit

@MainActor
@Suite("11 Pasteboard: what a write says")
final class WritingTests: PasteboardTest {
  @Test("P060 a refused write says so, and a read in between does not hide it")
  func refused() throws {
    let registry = folders.registry(limit: 1000)
    let small = registry.system(.general)
    #expect(small.setItems([["a": "1"]]))
    #expect(small.error == nil)
    #expect(!small.setData(Data(count: 1001), forType: "b"))
    _ = (small.hasStrings, small.changeCount)
    #expect(small.error != nil)
    #expect(!small.addItems([["b": Data(count: 1001)]]))
    #expect(!small.setValue(Data(count: 1001), forType: "b"))
    #expect(!small.setString(String(repeating: "a", count: 1001)))
    #expect(small.items == [["a": "1"]])
    #expect(small.addItems([]))
    #expect(small.error == nil)
    let named = try #require(registry.pasteboard("one", create: true))
    registry.remove("one")
    #expect(!named.setItems([["a": "1"]]))
  }

  @Test("P061 a secret of the process gives way to what others copy later")
  func givesWay() throws {
    let disk = "/var/tmp/PasteboardKitTests-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: disk) }
    let store = PasteboardStore(
      places: PasteboardPlaces(lasting: "\(disk)/lasting", memory: "\(disk)/memory"))
    guard try !PasteboardFolder(at: store.places.memory).isInMemory else { return }
    let registry = PasteboardRegistry(store: store, isWatching: false)
    let general = registry.system(.general)
    let other = PasteboardRegistry(store: store, isWatching: false).system(.general)
    let log = Log(general)
    #expect(general.setItems([["t": "password"]], options: [.concealed]))
    #expect(general.changeCount == 1)
    other.string = "theirs"
    registry.checkForChanges()
    #expect(general.string == "theirs")
    #expect(general.changeCount == 2)
    #expect(
      log.entries == ["failed", "changed +t", "changed +public.utf8-plain-text -t"])
  }

  @Test("P061 what was kept while there was no folder gives way, and the count does not fall")
  func givesWayAtAHigherCount() throws {
    let lasting = folders.places.lasting ?? ""
    pasteboard.string = "shared"
    try FileManager.default.moveItem(atPath: lasting, toPath: lasting + "2")
    try Data().write(to: URL(fileURLWithPath: lasting))
    for text in ["a", "b", "c"] { pasteboard.string = text }
    #expect(pasteboard.changeCount == 4)
    try FileManager.default.removeItem(atPath: lasting)
    try FileManager.default.moveItem(atPath: lasting + "2", toPath: lasting)
    folders.registry().system(.general).string = "theirs"
    #expect(pasteboard.string == "theirs")
    #expect(pasteboard.changeCount == 5)
  }
}
