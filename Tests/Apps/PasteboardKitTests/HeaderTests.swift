// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PasteboardKit

@MainActor
@Suite("13 Pasteboard: headers and generations")
final class HeaderTests: PasteboardTest {
  @Test("P066 what a menu asks is read without the bytes of items")
  func header() throws {
    let text = Pasteboard.StandardType.text
    pasteboard.items = [
      [text: "a", "t": Data(count: 100_000)], [Pasteboard.StandardType.url: "https://a.example"],
    ]
    let file = try folders.file(.general)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    // Only who reads the bytes of items sees this.
    bytes[bytes.count - 30] ^= 1
    try folders.write(bytes, to: file)
    #expect(pasteboard.types == [text, "t"])
    #expect(pasteboard.contains(types: ["t"]) && !pasteboard.contains(types: ["u"]))
    #expect(pasteboard.itemSet(withTypes: [Pasteboard.StandardType.url]) == [1])
    #expect(pasteboard.hasStrings && pasteboard.hasURLs)
    #expect(pasteboard.changeCount == 1 && pasteboard.numberOfItems == 2)
    registry.checkForChanges()
    #expect(pasteboard.error == nil)
    #expect(pasteboard.items.isEmpty)
    #expect(pasteboard.error == .damaged(path: file))
  }

  @Test("P066 has is what reading finds, also for bytes that are no text, and many items")
  func has() {
    let text = Pasteboard.StandardType.text
    let url = Pasteboard.StandardType.url
    let items: [[Pasteboard.Item]] = [
      [], [[text: Data([0xFF])]], [[text: Data("a".utf8)]], [[url: Data([0xFF])]], [[url: ""]],
      [["public.text": "a"]], [["public.html": "a"]], [[text: 1]],
      [[Pasteboard.StandardType.fileURL: "file:///a"]],
      (0..<1000).map { ["type \($0)": "\($0)"] } + [[text: "a"]],
    ]
    for each in items {
      pasteboard.items = each
      #expect(pasteboard.items == each)
      #expect(pasteboard.hasStrings == (pasteboard.strings != nil), "\(each.prefix(2))")
      #expect(pasteboard.hasURLs == (pasteboard.urls != nil), "\(each.prefix(2))")
    }
  }

  @Test("P067 removed and made again while an observer slept: it hears both, and what follows")
  func remade() throws {
    let other = folders.registry()
    let made = try #require(other.pasteboard("one", create: true))
    made.isPersistent = true
    for text in ["a", "b", "c"] { made.setData(Data(text.utf8), forType: text) }
    let there = try #require(registry.pasteboard("one", create: false))
    let log = Log(there)
    other.remove("one")
    let again = try #require(other.pasteboard("one", create: true))
    again.setData(Data(), forType: "d")
    registry.checkForChanges()
    #expect(log.entries == ["removed", "changed +d"])
    again.setData(Data(), forType: "e")
    registry.checkForChanges()
    registry.checkForChanges()
    #expect(log.entries == ["removed", "changed +d", "changed +e -d"])
    #expect(there.types == ["e"])
    other.remove("one")
    _ = other.pasteboard("one", create: true)
    #expect(there.addItems([["f": "1"]]))
    #expect(log.entries.suffix(2) == ["removed", "changed +f"])
  }

  @Test("P068 the count does not fall when a folder was removed, and changes are heard")
  func folderRemoved() throws {
    for text in ["a", "b", "c"] { pasteboard.string = text }
    try FileManager.default.removeItem(atPath: folders.path + "/lasting")
    #expect(pasteboard.changeCount == 3)
    #expect(pasteboard.string == nil)
    #expect(!FileManager.default.fileExists(atPath: folders.path + "/lasting"))
    let other = folders.registry().system(.general)
    other.items = [["t": "theirs"]]
    registry.checkForChanges()
    #expect(log.entries.last == "changed +t -public.utf8-plain-text")
    #expect(pasteboard.changeCount == 4)
    try FileManager.default.removeItem(atPath: folders.path + "/lasting")
    pasteboard.string = "d"
    #expect(pasteboard.changeCount == 5)
  }
}
