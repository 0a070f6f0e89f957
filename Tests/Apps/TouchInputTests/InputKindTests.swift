// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

@testable import TouchInput

/// Which devices may be opened.
///
/// The bitmaps are those of real devices, as sysfs has them.
@Suite("Devices that are opened, and those that are not") struct InputKindTests {
  @Test("a touchscreen, whatever keys it has")
  func touchscreen() {
    #expect(InputKind(properties: ["ID_INPUT_TOUCHSCREEN"], keys: "") == .touchscreen)
    #expect(
      InputKind(properties: ["ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEY"], keys: keys(30, 330))
        == .touchscreen)
  }

  @Test("media keys without letters: a headset, a remote control")
  func mediaKeys() {
    // A USB headset: volume, and play or pause.
    #expect(kind("c000000000000 1000000000 0") == nil)
    #expect(kind(keys(113, 114, 115, 164)) == .mediaKeys)
    // Digits are no letters: a television's remote control has them.
    #expect(kind(keys(2, 3, 4, 163, 165, 207)) == .mediaKeys)
  }

  @Test("never a keyboard, nor a device with a single letter, nor one without media keys")
  func refused() {
    #expect(kind(keys(16, 164)) == nil)
    #expect(kind(keys(50, 164)) == nil)
    #expect(kind(keys(116)) == nil)
    #expect(kind("") == nil)
    #expect(InputKind(properties: [], keys: keys(164)) == nil)
    #expect(
      InputKind(properties: ["ID_INPUT_KEY", "ID_INPUT_KEYBOARD"], keys: keys(164)) == nil)
    #expect(InputKind(properties: ["ID_INPUT_MOUSE"], keys: keys(272)) == nil)
  }

  @Test("the media keys are those that ResponderKit knows, and no others")
  func codes() {
    for code in UInt16(0)..<768 {
      var keys = MediaKeys()
      let events = keys.process(code: code, value: 1, at: Timestamp(nanoseconds: 0))
      #expect(events.isEmpty != MediaKey.codes.contains(code), "key \(code)")
    }
  }

  private func kind(_ keys: String) -> InputKind? {
    InputKind(properties: ["ID_INPUT_KEY"], keys: keys)
  }

  /// These keys as sysfs writes them.
  private func keys(_ codes: Int...) -> String {
    var words = [UInt](repeating: 0, count: 768 / UInt.bitWidth)
    for code in codes { words[code / UInt.bitWidth] |= 1 << UInt(code % UInt.bitWidth) }
    return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
  }
}
