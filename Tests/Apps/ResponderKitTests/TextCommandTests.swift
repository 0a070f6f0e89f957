// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import ResponderKit
import Testing

extension Pasteboard: TextBoard {}

/// What can be done to a text by commands, and with which boards.
@Suite("Commands of text")
@MainActor
struct TextCommandTests {
  private let stage = TextStand()
  private var text: TextResponder { stage.text }
  private static let actions: [Action] = [
    .cut, .copy, .paste, .select, .selectAll, .delete, .findNext, .findPrevious,
    .useSelectionForFind,
  ]

  init() {
    text.becomeFirstResponder()
  }

  private var possible: [Action] {
    Self.actions.filter { text.canPerformAction($0, withSender: nil) }
  }

  /// A board that keeps nothing.
  private final class FullBoard: TextBoard {
    let string: String? = nil
    let hasStrings = false
    func setString(_ string: String) -> Bool { false }
  }

  @Test("X030 what can be done follows from selection and boards")
  func possibleActions() {
    #expect(possible == [])
    text.text = "one two"
    #expect(possible == [.select, .selectAll])
    text.selectWord()
    #expect(possible == [.cut, .copy, .selectAll, .delete, .useSelectionForFind])
    text.selectAll()
    _ = stage.application.pasteboard.setString("x")
    _ = stage.application.findPasteboard.setString("x")
    #expect(
      possible == [
        .cut, .copy, .paste, .delete, .findNext, .findPrevious, .useSelectionForFind,
      ])
    let menu = EditMenu(application: stage.application)
    #expect(menu.items.map(\.title) == ["Cut", "Copy", "Paste", "Delete"])
    // Outside of a window there is no board.
    text.next = nil
    #expect(!text.canPerformAction(.paste, withSender: nil))
  }

  @Test("X031 cut removes nothing if the board does not keep it")
  func cutWithoutBoard() {
    stage.application.pasteboard = FullBoard()
    text.text = "one"
    text.selectAll()
    #expect(stage.send(.cut) && text.text == "one" && text.selectedText == "one")
  }

  @Test("X032 a secret is neither copied nor searched for, also if it is named as the target")
  func secret() {
    text.isSecureTextEntry = true
    text.text = "hunte\u{301}r2"
    #expect(text.shownText == "•••••••")
    text.selectAll()
    _ = stage.application.findPasteboard.setString("hunt")
    #expect(possible == [.delete])
    for action in Self.actions where action != .delete {
      stage.application.sendAction(action, to: text, from: nil, for: nil)
    }
    #expect(stage.application.pasteboard.string == nil && text.text == "hunte\u{301}r2")
    #expect(stage.application.findPasteboard.string == "hunt" && text.selectedText.count == 7)
    #expect(!text.select(nextMatchOf: "hunt"))
    _ = stage.application.pasteboard.setString("new")
    #expect(stage.send(.paste) && text.text == "new")
  }

  @Test("X033 a pasteboard of PasteboardKit is a board by one line")
  func pasteboardKit() {
    setenv("PASTEBOARD_DIRECTORY", "/dev/shm/TextCommandTests-\(getpid())", 1)
    defer { try? FileManager.default.removeItem(atPath: "/dev/shm/TextCommandTests-\(getpid())") }
    let pasteboard = Pasteboard.withUniqueName()
    stage.application.pasteboard = pasteboard
    text.text = "Grüße"
    text.selectAll()
    #expect(stage.send(.cut) && text.text == "" && pasteboard.string == "Grüße")
    #expect(stage.send(.paste) && text.text == "Grüße")
  }

  @Test(
    "X034 select selects the word at the caret, or before it",
    arguments: [(0, "one"), (2, "one"), (3, "one"), (4, "2wei"), (9, ""), (11, "日本")])
  func word(caret: Int, expected: String) {
    text.text = "one 2wei, 日本"
    text.selectedRange = NSRange(location: caret, length: 0)
    #expect(stage.send(.select) == !expected.isEmpty)
    #expect(text.selectedText == expected)
  }

  @Test("X040 the next and the previous match are selected, and from the other end again")
  func find() {
    text.text = "One two one ONE"
    text.selectedRange = NSRange(location: 0, length: 0)
    _ = stage.application.findPasteboard.setString("one")
    var found: [Int] = []
    for action: Action in [.findNext, .findNext, .findNext, .findNext, .findPrevious] {
      #expect(stage.send(action))
      found.append(text.selectedRange.location)
    }
    #expect(found == [0, 8, 12, 0, 12])
    #expect(!text.select(nextMatchOf: "three") && text.selectedText == "ONE")
    #expect(!text.select(nextMatchOf: ""))
  }

  @Test("X041 what is selected is searched for, in another text as well")
  func useSelection() {
    text.text = "a two"
    text.selectWord()
    #expect(stage.send(.useSelectionForFind))
    stage.other.text = "one two three"
    stage.other.becomeFirstResponder()
    #expect(stage.send(.findNext) && stage.other.selectedText == "two")
  }

  @Test("X042 a match holds whole characters")
  func wholeMatches() {
    text.text = "e\u{301} e, 👩‍🚀 👩"
    text.selectedRange = NSRange(location: 0, length: 0)
    #expect(text.select(nextMatchOf: "e") && text.selectedRange.location == 3)
    #expect(text.select(nextMatchOf: "👩"))
    #expect(text.selectedText == "👩" && text.selection.upperBound == text.text.endIndex)
    #expect(text.select(nextMatchOf: "👩", forwards: false))
    #expect(text.selection.upperBound == text.text.endIndex)
  }
}
