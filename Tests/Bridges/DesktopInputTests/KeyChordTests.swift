// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopInput

/// The codes of evdev for keys by their place on a keyboard of the United States.
private enum Place {
  static let leftControl: UInt32 = 29
  static let leftShift: UInt32 = 42
  static let capsLock: UInt32 = 58
  static let (y, z, w, slash): (UInt32, UInt32, UInt32, UInt32) = (21, 44, 17, 53)
  static let (undo, redo): (UInt32, UInt32) = (131, 129)
}

@Suite(.enabled(if: Keymap(layouts: "us") != nil, "needs libxkbcommon and xkb-data"))
struct KeyChordTests {
  private func key(
    _ stroke: KeyStroke, _ layouts: String, active: UInt32 = 0, variants: String = ""
  ) throws -> UInt32? {
    let keymap = try #require(Keymap(layouts: layouts, variants: variants))
    return stroke.chord(on: keymap, layout: active)?.key
  }

  @Test(arguments: [
    ("us", "", Place.z), ("de", "", Place.y), ("ch", "", Place.y), ("hu", "", Place.y),
    ("fr", "", Place.w), ("be", "", Place.w), ("us", "dvorak", Place.slash), ("gb", "", Place.z),
    ("se", "", Place.z), ("tr", "", Place.z), ("pl", "", Place.z), ("br", "", Place.z),
    ("us", "colemak", Place.z), ("jp", "", Place.z), ("kr", "", Place.z),
  ])
  func controlZIsWhereTheLayoutHasIt(layout: String, variant: String, place: UInt32) throws {
    #expect(try key(.controlZ, layout, variants: variant) == place)
  }

  @Test(arguments: ["ru", "ua", "gr", "il", "ara", "bg", "th", "ge", "am"])
  func withoutLatinLettersItIsWhereAnotherLayoutHasIt(layout: String) throws {
    #expect(try key(.controlZ, "\(layout),de") == Place.y)
    #expect(try key(.controlZ, "fr,\(layout)", active: 1) == Place.w)
    #expect(try key(.controlZ, layout) == Place.z)
    #expect(try key(.controlY, layout) == Place.y)
  }

  @Test func theActiveLayoutComesFirst() throws {
    #expect(try key(.controlZ, "us,de", active: 0) == Place.z)
    #expect(try key(.controlZ, "us,de", active: 1) == Place.y)
    #expect(try key(.controlY, "us,de", active: 1) == Place.z)
  }

  @Test(arguments: ["us", "de", "ru", "gr,us", "fr,ara"])
  func undoAndRedoHaveKeysOfTheirOwn(layouts: String) throws {
    #expect(try key(.undoKey, layouts) == Place.undo)
    #expect(try key(.redoKey, layouts) == Place.redo)
    let keymap = try #require(Keymap(layouts: layouts))
    #expect(KeyStroke.undoKey.chord(on: keymap, layout: 0)?.modifiers == [])
  }

  @Test func modifiersAreThoseOfTheKeymap() throws {
    let keymap = try #require(Keymap(layouts: "us"))
    let redo = try #require(KeyStroke.controlShiftZ.chord(on: keymap, layout: 0))
    #expect(redo.keys == [Place.leftControl, Place.leftShift, Place.z])
    let swapped = try #require(Keymap(layouts: "us", options: "ctrl:swapcaps"))
    #expect(
      KeyStroke.controlZ.chord(on: swapped, layout: 0)?.keys == [Place.capsLock, Place.z])
  }

  @Test func withoutAnActiveLayoutTheKeysMustBeTheSameInAll() throws {
    func keys(_ layouts: String) throws -> [UInt32]? {
      KeyStroke.controlZ.chordOfAnyLayout(on: try #require(Keymap(layouts: layouts)))?.keys
    }
    #expect(try keys("de") == [Place.leftControl, Place.y])
    #expect(try keys("de,ru,ch") == [Place.leftControl, Place.y])
    #expect(try keys("us,de") == nil)
    #expect(try keys("ru") == [Place.leftControl, Place.z])
  }

  @Test func aKeymapIsItsText() throws {
    let keymap = try #require(Keymap(layouts: "us,ru"))
    let copy = try #require(Keymap(text: keymap.source))
    #expect(copy.layouts == 2)
    #expect(copy.source == keymap.source)
    #expect(Keymap(text: Array("xkb_keymap {".utf8CString)) == nil)
  }

  @Test func modifiersThatChangeAStrokeAreHeld() throws {
    let keymap = try #require(Keymap(layouts: "us"))
    let (lock, number) = (keymap.mask("Lock"), keymap.mask("Mod2"))
    try X11.checkModifiers(held: 0, locked: lock | number, on: keymap)
    for (modifier, name) in [
      ("Shift", "Shift"), ("Control", "Ctrl"), ("Mod1", "Alt"), ("Mod4", "Super"),
      ("Mod5", "a modifier"),
    ] {
      for (held, locked) in [(keymap.mask(modifier), lock), (0, keymap.mask(modifier))] {
        #expect(throws: DesktopError.heldKey(name)) {
          try X11.checkModifiers(held: held, locked: locked, on: keymap)
        }
      }
    }
  }
}

@Suite struct X11DisplayTests {
  @Test func displaysOfThisMachine() throws {
    #expect(X11Display(":0")?.number == 0)
    #expect(X11Display("unix:12.1")?.screen == 1)
    for text in ["", "0", "localhost:10.0", "host:0", ":x", ":-1", ":0.", ":0.1.2", ":99999999999"]
    { #expect(X11Display(text) == nil) }
    #expect(X11Display.problem(with: "").contains("not set"))
  }
}
