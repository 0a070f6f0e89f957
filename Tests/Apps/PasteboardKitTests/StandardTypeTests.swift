// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PasteboardKit

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
