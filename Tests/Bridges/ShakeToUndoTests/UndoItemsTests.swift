// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import shake_to_undo

/// Undo in the menus of programs that the tests make up.
@Suite struct UndoItemsTests {
  private static func menus(_ names: [String], _ items: [(String, String)]) -> FakeTree {
    let program = FakeTree()
    program.parts = ["/bar": .init(role: .menuBar, children: names)]
    for name in names { program.parts[name] = .init(role: .menu) }
    let paths = items.indices.map { "/item\($0)" }
    program.parts[names[names.count > 2 ? 2 : 1]]?.children = paths
    for (path, item) in zip(paths, items) {
      program.parts[path] = .init(role: item.0.isEmpty ? .init(number: 50) : .menuItem)
      program.items[path] = (item.0, item.1)
    }
    return program
  }

  private static func item(
    _ program: FakeTree, _ words: [String] = ["Undo"], redo: [String] = ["Redo"]
  ) -> UndoItem? {
    var quota = CallQuota.shake
    return items(program, words, redo).search([.init(busName: ":1.1", path: "/bar")], &quota).first
  }

  private static func items(
    _ program: FakeTree, _ words: [String] = ["Undo"], _ redo: [String] = ["Redo"]
  ) -> UndoItems<FakeTree> {
    UndoItems(
      source: program, toolkit: .unknown, program: ["notes"], undoWords: UndoWords(words),
      redoWords: UndoWords(redo))
  }

  private static func found(_ program: FakeTree, _ words: [String] = ["Undo"]) -> String? {
    item(program, words)?.undo.path
  }

  private static func redo(_ items: [(String, String)], _ words: [String] = ["Redo"]) -> String? {
    item(menus(["File", "Edit"], items), redo: words)?.redo?.path
  }

  @Test(
    "the item is Undo by its word, in the languages that are known",
    arguments: [
      (["Undo"], "Undo: Typing", "Increase Size"), (["Undo"], "Can't Undo", "Zoom"),
      (["Undo", "_Rückgängig"], "Rückgängig: Eingabe", "Vergrößern"),
      (["Undo", "A_nnuler"], "Annuler : Saisie", "Augmenter la taille"),
      (["Undo", "_Отменить"], "Отмена: Ввод", "Увеличить размер"),
      (["Undo", "撤销"], "撤销：输入", "增大"),
    ])
  func words(words: [String], undo: String, stranger: String) {
    let items = [(stranger, "z;<Alt>oxz;<Control>z"), ("", ""), (undo, "u;<Alt>e:u;<Control>z")]
    #expect(Self.found(Self.menus(["File", "Edit"], items), words) == "/item2")
    #expect(Self.found(Self.menus(["File", "Edit"], [items[0]]), words) == nil)
    // A program that speaks English.
    #expect(Self.found(Self.menus(["File", "Edit"], [("Undo", ";;Ctrl+Z")]), words) == "/item0")
  }

  @Test("in a language without a known word place and shortcut decide")
  func unknownWord() {
    #expect(Self.found(Self.menus(["Dosiero", "Redakti"], [("Malfari", ";;Ctrl+Z")]), []) != nil)
    #expect(Self.found(Self.menus(["Dosiero", "Redakti"], [("Malfari", ";;Ctrl+Y")]), []) == nil)
  }

  @Test(
    "Redo is the item after Undo, by its shortcut and its word",
    arguments: [
      ("Redo", "r;<Alt>e:r;<Shift><Control>z"), ("Redo: Typing", ";;<Primary><Shift>Z"),
      ("Redo", ";;Ctrl+Shift+Z"), ("Redo", ";;<Primary>y"), ("Wiederherstellen", ";;Strg+Y"),
      ("Wiederholen", ";;Strg+Umschalt+Z"),
    ])
  func redo(name: String, binding: String) {
    let (undo, words) = (("Undo", "u;;<Control>z"), ["Redo", "_Wiederholen"])
    let (gap, cut) = (("", ""), ("Cut", ";;<Control>x"))
    #expect(Self.redo([undo, (name, binding)], words) == "/item1")
    #expect(Self.redo([undo, gap, (name, binding)], words) == "/item2")
    #expect(Self.redo([cut, cut, undo, (name, binding)], words) == "/item3")
    #expect(Self.redo([undo, cut, (name, binding)], words) == nil)
    #expect(Self.redo([(name, binding), undo], words) == nil)
    #expect(Self.redo([undo, ("Repeat", binding)], words) == nil)
    #expect(Self.redo([undo, ("Repeat", binding)], []) == "/item1")
    #expect(Self.redo([undo, (name, ";;<Control>x")], words) == nil)
    #expect(Self.redo([undo, (name, ";;<Alt><Control>y")], words) == nil)
  }

  @Test("an item that has become another is neither Undo nor Redo")
  func confirmed() throws {
    let menus = Self.menus(
      ["File", "Edit"], [("Undo", ";;<Control>z"), ("Redo", ";;<Control>y")])
    let item = try #require(Self.item(menus))
    #expect(Self.items(menus).confirmed([item]) == [item])
    menus.items["/item1"]?.name = "Paste"
    #expect(Self.items(menus).confirmed([item]) == [UndoItem(undo: item.undo)])
    menus.items["/item0"]?.binding = ";;<Control>v"
    #expect(Self.items(menus).confirmed([item]) == [])
  }

  @Test("the item is among the first three of the second menu, or of the third after the program's")
  func place() {
    let undo = ("Undo", "u;;<Primary>z")
    let other = ("Cut", "t;;<Primary>x")
    #expect(Self.found(Self.menus(["File", "Edit"], [other, other, undo])) == "/item2")
    #expect(Self.found(Self.menus(["File", "Edit"], [other, other, other, undo])) == nil)
    #expect(Self.found(Self.menus(["Notes", "File", "Edit"], [undo])) == "/item0")
    #expect(Self.found(Self.menus(["File", "Edit", "Format"], [undo])) == nil)
    let long = Self.menus(["File", "Edit"], [undo])
    long.parts["Edit"]?.count = 65
    #expect(Self.found(long) == nil)
  }
}
