// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("11 Pasteboard: reading and writing", .waits)
final class ReadingTests: PasteboardTest {
  @Test("P010 setData leaves one item with one representation")
  func setData() {
    pasteboard.items = [["a": "1"], ["b": "2"]]
    pasteboard.setData(Data([1, 2]), forType: "com.example.tile")
    #expect(pasteboard.items == [["com.example.tile": Data([1, 2])]])
    #expect(pasteboard.numberOfItems == 1)
  }

  @Test("P011 a value is read as it was written")
  func setValue() throws {
    func read(_ value: Any) -> Any? {
      pasteboard.setValue(value, forType: "com.example.value")
      #expect(pasteboard.error == nil)
      return pasteboard.value(forType: "com.example.value")
    }
    let date = Date(timeIntervalSinceReferenceDate: 0.25)
    let url = try #require(URL(string: "https://example.com/a?b=c#d"))
    #expect(read("ä") as? String == "ä")
    #expect(read(["a", "b"]) as? [String] == ["a", "b"])
    #expect(read(["a": 1, "b": 2]) as? [String: Int] == ["a": 1, "b": 2])
    #expect(read(date) as? Date == date)
    #expect(read(7) as? Int == 7)
    #expect(read(-0.5) as? Double == -0.5)
    #expect(read(true) as? Bool == true)
    #expect(read(Data([0, 255])) as? Data == Data([0, 255]))
    #expect(read(url) as? URL == url)
  }

  @Test("P011 values as data: UTF-8, or a binary property list")
  func valuesAsData() throws {
    pasteboard.items = [["t": "ä", "u": try #require(URL(string: "a:b")), "n": [1, 2]]]
    #expect(pasteboard.data(forType: "t") == Data("ä".utf8))
    #expect(pasteboard.data(forType: "u") == Data("a:b".utf8))
    let list = try #require(pasteboard.data(forType: "n"))
    #expect(try PropertyListDecoder().decode([Int].self, from: list) == [1, 2])
  }

  @Test("P012 what is no property list is not written")
  func notAPropertyList() {
    struct Thing {}
    pasteboard.string = "a"
    pasteboard.setValue(Thing(), forType: "com.example.thing")
    #expect(pasteboard.error == .unsupportedValue(type: "com.example.thing", swiftType: "Thing"))
    pasteboard.items = [["a": "b"], ["c": [Thing()]]]
    #expect(pasteboard.string == "a")
    #expect(pasteboard.changeCount == 1)
  }

  @Test("P013 items replace all, and keep their order")
  func items() {
    pasteboard.string = "old"
    let items: [Pasteboard.Item] = [["a": "1"], ["b": "2", "c": "3"], ["a": "4"]]
    pasteboard.items = items
    #expect(pasteboard.items == items)
    #expect(pasteboard.items[1]["c"] as? String == "3")
    pasteboard.items = []
    #expect(pasteboard.items.isEmpty)
  }

  @Test("P014 each representation is read by its type")
  func representations() {
    pasteboard.items = [["public.html": "<b>a</b>", "public.utf8-plain-text": "a"]]
    #expect(pasteboard.value(forType: "public.html") as? String == "<b>a</b>")
    #expect(pasteboard.data(forType: "public.utf8-plain-text") == Data("a".utf8))
    #expect(pasteboard.data(forType: "public.png") == nil)
    #expect(pasteboard.value(forType: "public.png") == nil)
    #expect(pasteboard.string == "a")
  }

  @Test("P015 types are those of the first item")
  func types() {
    pasteboard.items = [["b": "1", "a": "2"], ["c": "3"]]
    #expect(pasteboard.types == ["b", "a"])
    #expect(pasteboard.types(in: nil) == [["b", "a"], ["c"]])
    #expect(pasteboard.types(in: [1, 5]) == [["c"]])
  }

  @Test("P016 types keep the order in which they were written; of two alike the later value counts")
  func orderOfTypes() {
    let types = (0..<50).map { "type \($0 * 37 % 50)" }
    pasteboard.items = [Pasteboard.Item(types.map { (type: $0, value: $0) })]
    #expect(pasteboard.types == types)
    #expect(folders.registry().system(.general).types == types)
    let twice: Pasteboard.Item = ["a": "1", "b": "2", "a": "3"]
    #expect(twice.types == ["a", "b"])
    #expect(twice["a"] as? String == "3")
  }

  @Test("P017 contains asks the first item, or those at the positions")
  func contains() {
    pasteboard.items = [["a": "1"], ["b": "2"]]
    #expect(pasteboard.contains(types: ["x", "a"]))
    #expect(!pasteboard.contains(types: ["b"]))
    #expect(!pasteboard.contains(types: []))
    #expect(pasteboard.contains(types: ["b"], in: nil))
    #expect(pasteboard.contains(types: ["b"], in: [1]))
    #expect(!pasteboard.contains(types: ["b"], in: [0]))
    #expect(!pasteboard.contains(types: ["b"], in: [7]))
  }

  @Test("P018 items are added after those there are")
  func addItems() {
    pasteboard.items = [["a": "1"]]
    pasteboard.addItems([["b": "2"], ["c": "3"]])
    #expect(pasteboard.items == [["a": "1"], ["b": "2"], ["c": "3"]])
    #expect(pasteboard.types == ["a"])
  }

  @Test("P019 positions of items with a type, and their data in the order of items")
  func itemSet() {
    pasteboard.items = [["a": "1"], ["b": "2"], ["a": "3"]]
    #expect(pasteboard.itemSet(withTypes: ["a"]) == [0, 2])
    #expect(pasteboard.itemSet(withTypes: ["x"]).isEmpty)
    #expect(pasteboard.data(forType: "a", in: [0, 2]) == [Data("1".utf8), Data("3".utf8)])
    #expect(pasteboard.data(forType: "a", in: [2]) == [Data("3".utf8)])
    #expect(pasteboard.values(forType: "a", in: nil) as? [String] == ["1", "3"])
  }

  @Test("P020 P021 data of an app's own type is data, as it was written")
  func ownType() {
    let data = Data(0...255)
    pasteboard.setData(data, forType: "com.example.tile")
    #expect(pasteboard.types == ["com.example.tile"])
    #expect(pasteboard.data(forType: "com.example.tile") == data)
    #expect(pasteboard.value(forType: "com.example.tile") as? Data == data)
  }

  @Test("P021 data of a type that is text or a URL is read as such")
  func knownType() {
    pasteboard.setData(Data("ä".utf8), forType: Pasteboard.StandardType.text)
    #expect(pasteboard.value(forType: Pasteboard.StandardType.text) as? String == "ä")
    #expect(pasteboard.string == "ä")
    pasteboard.setData(Data([0xFF]), forType: Pasteboard.StandardType.text)
    #expect(pasteboard.value(forType: Pasteboard.StandardType.text) as? Data == Data([0xFF]))
    #expect(pasteboard.string == nil)
    pasteboard.setData(Data("a:b".utf8), forType: Pasteboard.StandardType.url)
    #expect(pasteboard.url == URL(string: "a:b"))
  }

  @Test("P022 strings and URLs are read and written under the standard types")
  func stringsAndURLs() throws {
    let url = try #require(URL(string: "https://example.com"))
    pasteboard.string = "a"
    #expect(pasteboard.items == [["public.utf8-plain-text": "a"]])
    pasteboard.strings = ["a", "b"]
    #expect(pasteboard.strings == ["a", "b"])
    #expect(pasteboard.numberOfItems == 2)
    #expect(pasteboard.hasStrings)
    #expect(!pasteboard.hasURLs)
    pasteboard.url = url
    #expect(pasteboard.items == [["public.url": url]])
    #expect(pasteboard.string == nil)
    pasteboard.urls = [url, URL(fileURLWithPath: "/etc/passwd")]
    #expect(pasteboard.urls == [url, URL(fileURLWithPath: "/etc/passwd")])
    #expect(pasteboard.types(in: nil) == [["public.url"], ["public.file-url"]])
    #expect(pasteboard.hasURLs)
    pasteboard.string = nil
    #expect(pasteboard.items.isEmpty)
  }

  @Test("P023 plain text is found by the types that it is a case of")
  func plainText() {
    pasteboard.string = "a"
    #expect(pasteboard.value(forType: "public.plain-text") as? String == "a")
    #expect(pasteboard.contains(types: ["public.text"]))
    pasteboard.setValue("b", forType: "public.plain-text")
    #expect(pasteboard.string == "b")
    pasteboard.setValue("<b>", forType: "public.html")
    #expect(pasteboard.string == nil)
    #expect(pasteboard.value(forType: "public.text") as? String == "<b>")
  }

  @Test("P024 an image is data of a type")
  func image() {
    let png = Data([0x89, 0x50, 0x4E, 0x47])
    pasteboard.setData(png, forType: Pasteboard.StandardType.png)
    #expect(pasteboard.data(forType: "public.png") == png)
  }

  @Test("P025 more than the limit is refused, each time, and changes nothing")
  func tooBig() {
    let small = folders.registry(limit: 1000).system(.general)
    let log = Log(small)
    small.string = "a"
    for bytes in [1001, 999] {
      small.setData(Data(count: bytes), forType: "b")
      guard case .tooBig(_, let size, 1000) = small.error else {
        Issue.record("\(String(describing: small.error))")
        continue
      }
      #expect(size >= bytes)
    }
    #expect(log.entries == ["changed +public.utf8-plain-text", "failed", "failed"])
    #expect(small.string == "a")
    #expect(small.changeCount == 1)
  }

  @Test("P025 the limit is 64 MiB")
  func limit() {
    pasteboard.setData(Data(count: 64 << 20 + 1), forType: "a")
    guard case .tooBig(_, _, 67_108_864) = pasteboard.error else {
      Issue.record("\(String(describing: pasteboard.error))")
      return
    }
    #expect(pasteboard.changeCount == 0)
  }

  @Test("P026 another app finds the text searched for")
  func find() async throws {
    registry.system(.find).string = "needle"
    #expect(try await Host.run("read system.find", in: folders) == ["needle"])
    #expect(try await Host.run("read system.general", in: folders) == ["nil"])
  }
}
