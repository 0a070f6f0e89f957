// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Glibc

/// A keymap of XKB; its keys are numbered as evdev does.
final class Keymap {
  let pointer: OpaquePointer
  /// The text that it was made of; empty if it was made otherwise.
  private var given: [CChar] = []

  /// A keymap whose ownership is handed over.
  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// A keymap of its text; nil if the text is not a keymap, or without libxkbcommon.
  convenience init?(text: [CChar]) {
    guard let pointer = desktop_keymap_of_text(text, text.count) else { return nil }
    self.init(adopting: pointer)
    given = text
  }

  /// The keymap of `layouts`, such as "us,ru"; an empty text stands for the layouts of the
  /// environment.
  convenience init?(layouts: String, variants: String = "", options: String = "") {
    guard let pointer = desktop_keymap_of_layouts(layouts, variants, options) else { return nil }
    self.init(adopting: pointer)
  }

  deinit {
    desktop_keymap_free(pointer)
  }

  /// The text that it was made of, or one of the same meaning.
  var source: [CChar] {
    guard given.isEmpty else { return given }
    guard let text = desktop_keymap_text(pointer) else { return [0] }
    defer { free(text) }
    return Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
  }

  /// The number of layouts.
  var layouts: UInt32 { desktop_keymap_layouts(pointer) }

  /// The first key that gives `keysym` without a modifier in `layout`.
  func key(_ keysym: Keysym, layout: UInt32) -> UInt32? {
    let key = desktop_keymap_key(pointer, layout, keysym.rawValue)
    return key < 0 ? nil : UInt32(key)
  }

  /// The mask of a modifier such as "Control"; 0 if there is none.
  func mask(_ modifier: String) -> UInt32 { desktop_keymap_modifier(pointer, modifier) }
}

/// The meanings of keys that are looked for; values of X11's keysymdef.h.
enum Keysym: UInt32 {
  case y = 0x79
  case z = 0x7a
  case undo = 0xff65
  case redo = 0xff66
  case leftShift = 0xffe1
  case rightShift = 0xffe2
  case leftControl = 0xffe3
  case rightControl = 0xffe4
}
