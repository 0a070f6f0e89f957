// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PasteboardKit

@MainActor
@Suite("11 Pasteboard: text, dictionaries, images and colors")
final class ConvenienceTests: PasteboardTest {
  @Test("P069 a byte order mark survives, as text and as data")
  func byteOrderMark() {
    let text = "\u{FEFF}a"
    pasteboard.string = text
    #expect(pasteboard.string?.unicodeScalars.count == 2)
    pasteboard.setData(Data(text.utf8), forType: Pasteboard.StandardType.text)
    #expect(pasteboard.string?.unicodeScalars.count == 2)
    let value = pasteboard.value(forType: Pasteboard.StandardType.text) as? String
    #expect(value?.unicodeScalars.count == 2)
  }

  @Test("P070 variables of dictionaries can be written; a literal keeps its order")
  func dictionaries() {
    let text = Pasteboard.StandardType.text
    let items: [[String: Any]] = [[text: "a", "z": Data([1]), "b": 2]]
    #expect(pasteboard.setItems(items, options: []))
    #expect(pasteboard.types == ["b", "z", text])
    #expect(pasteboard.addItems(items))
    #expect(pasteboard.numberOfItems == 2)
    pasteboard.items = items.map(Pasteboard.Item.init(dictionary:))
    #expect(pasteboard.value(forType: "b") as? Int == 2)
    #expect(!pasteboard.setItems([["a": self]] as [[String: Any]]))
    pasteboard.setItems([["z": "1", "a": "2"]])
    #expect(pasteboard.types == ["z", "a"])
  }

  @Test("P071 an image is found whatever its format; a color is read as it was written")
  func imagesAndColors() {
    pasteboard.items = [["public.png": Data([1])], ["a": "1"], ["public.jpeg": Data([2])]]
    #expect(pasteboard.hasImages && !pasteboard.hasColors)
    #expect(pasteboard.contains(types: ["public.image"]))
    #expect(pasteboard.image == Data([1]))
    #expect(pasteboard.images == [Data([1]), Data([2])])
    let color = Pasteboard.Color(red: 1, green: 0, blue: 32768.0 / 65535)
    pasteboard.colors = [color]
    #expect(pasteboard.hasColors && !pasteboard.hasImages)
    #expect(pasteboard.color == color)
    #expect(pasteboard.image == nil && pasteboard.images == nil)
    pasteboard.color = Pasteboard.Color(red: 2, green: -1, blue: .nan)
    #expect(pasteboard.color == Pasteboard.Color(red: 1, green: 0, blue: 0))
    #expect(Pasteboard.Color(data: Data([1])) == nil)
    #expect(
      Pasteboard.StandardType.named("application/x-color") == Pasteboard.StandardType.color)
  }
}

@Suite("13 Pasteboard: types for a desktop's clipboard")
struct StandardTypeTests {
  typealias Types = Pasteboard.StandardType

  @Test(
    "P059 types become MIME types, and these the same types",
    arguments: [
      Types.text, Types.url, Types.html, Types.rtf, Types.png, Types.jpeg, "com.adobe.pdf",
      "public.json", "com.example.tile", "image/webp", "application/x-thing",
    ])
  func back(type: String) {
    let mimeTypes = Types.mimeTypes(of: type)
    #expect(!mimeTypes.isEmpty)
    for mimeType in mimeTypes {
      #expect(mimeType.contains("/"))
      #expect(Types.named(mimeType) == type)
    }
  }

  @Test("P059 the MIME types are those that desktops use")
  func desktop() {
    #expect(Types.mimeTypes(of: Types.text) == ["text/plain;charset=utf-8", "text/plain"])
    #expect(Types.named("TEXT/PLAIN;charset=UTF-8") == Types.text)
    #expect(Types.named("text/html") == Types.html)
    #expect(Types.named("image/png") == Types.png)
    #expect(Types.named("UTF8_STRING") == "UTF8_STRING")
    #expect(Types.mimeTypes(of: "com.example.tile") == ["application/x.com.example.tile"])
  }
}
