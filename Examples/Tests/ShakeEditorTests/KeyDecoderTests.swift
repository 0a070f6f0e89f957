// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ShakeEditor

@Suite struct KeyDecoderTests {
  @Test(
    "bytes become keys",
    arguments: [
      ("aé日😀", [.text("a"), .text("é"), .text("日"), .text("😀")]),
      ("\r\u{7F}\u{8}", [.newline, .backspace, .backspace]),
      ("\u{1B}[D\u{1B}OC", [.left, .right]), ("\u{1B}[1;5A\u{1B}[3~x", [.text("x")]),
      ("\u{1B}", [.escape]), ("\u{1B}x", [.escape, .text("x")]), ("\u{11}", [.control("Q")]),
      ("\u{0}\u{1C}\u{85}", []), ("\u{1B}[1;2D\u{1B}[1;2C", [.shiftLeft, .shiftRight]),
      ("\u{1B}[122;6u\u{1B}[122;5u\u{1B}[27u", [.shiftControl("Z"), .control("Z"), .escape]),
      ("\u{1B}[27;6;90~\u{1B}[122:90;6u", [.shiftControl("Z"), .shiftControl("Z")]),
      ("\u{1B}[O\u{1B}[Ia", [.focus(false), .focus(true), .text("a")]),
      ("\u{1B}[97;3u\u{1B}[;u\u{1B}[9999999999999999999;5u\u{1B}[13;5ux", [.text("x")]),
    ] as [(String, [Key])])
  func keys(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array(text.utf8)) == keys)
  }

  @Test("a character or a sequence may be torn between reads")
  func torn() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xE6, 0x97]) == [])
    #expect(decoder.decode([0xA5, 0x1B, 0x5B]) == [.text("日")])
    #expect(decoder.decode([0x44]) == [.left])
  }

  @Test("invalid UTF-8 is left out, and what follows is not")
  func invalid() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode([0x80, 0xFF, 0xC0, 0xE6, 0x41, 0xED, 0xA0, 0x80, 0x42])
        == [.text("A"), .text("B")])
  }
}
