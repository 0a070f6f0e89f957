// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import Testing
import UndoKit

@Suite("Key commands")
@MainActor
struct KeyCommandTests {
  private let desk = Desk()
  private let time = Timestamp(nanoseconds: 3)

  private func send(_ input: String, _ modifiers: KeyModifierFlags = .control) -> Bool {
    desk.application.sendKey(input, modifiers: modifiers, at: time)
  }

  @Test("K001 modifiers are a set")
  func modifiers() {
    let all: [KeyModifierFlags] = [
      .alphaShift, .shift, .control, .alternate, .command, .numericPad,
    ]
    #expect(Set(all).count == 6)
    #expect(KeyModifierFlags(all).rawValue == 0x3F << 16)
  }

  @Test("K002 a command is a value; its title is optional")
  func value() {
    let command = KeyCommand(input: "z", modifierFlags: .control, action: .undo)
    #expect(command.title == nil)
    #expect(command == KeyCommand(input: "z", modifierFlags: .control, action: .undo))
    #expect(command != KeyCommand(input: "z", modifierFlags: .control, action: .redo))
    #expect(KeyCommand(input: "z", action: .undo, title: "Undo").title == "Undo")
  }

  @Test(
    "K003 K004 the first match on the chain counts, and its action is sought from the first responder"
  )
  func order() {
    desk.editor.commands = [
      KeyCommand(input: "k", modifierFlags: .control, action: .zoom),
      KeyCommand(input: "k", modifierFlags: .control, action: .copy),
    ]
    desk.panel.commands = [KeyCommand(input: "k", modifierFlags: .control, action: .rotate)]
    desk.panel.implemented = [.zoom, .rotate, .copy]
    #expect(send("k"))
    #expect(desk.panel.performed.map(\.action) == [.zoom])
    desk.editor.commands = nil
    desk.editor.implemented = [.rotate]
    #expect(send("k"))
    #expect(desk.editor.performed.map(\.action) == [.rotate])
    #expect(desk.panel.performed.count == 1)
  }

  @Test("K004 the action carries the command and the event")
  func senderAndEvent() throws {
    let command = KeyCommand(input: "c", modifierFlags: .control, action: .copy)
    desk.editor.commands = [command]
    desk.editor.implemented = [.copy]
    #expect(send("c"))
    let performed = try #require(desk.editor.performed.first)
    #expect(performed.sender as? KeyCommand == command)
    #expect(performed.event?.type == .presses)
    #expect(performed.event?.subtype == Event.EventSubtype.none)
    #expect(performed.event?.timestamp == time)
    #expect(performed.event?.keyPress == KeyPress("c", modifiers: .control))
    #expect(performed.event?.motionEvent == nil)
    #expect(performed.event == Event(KeyPress("c", modifiers: .control), at: time))
  }

  @Test("K005 the answer is whether it was performed")
  func answer() {
    desk.editor.commands = [KeyCommand(input: "c", modifierFlags: .control, action: .copy)]
    #expect(!send("c"))
    desk.editor.implemented = [.copy]
    #expect(send("c"))
    #expect(!send("d"))
  }

  @Test(
    "K006 modifiers match exactly; Caps Lock and the numeric pad only where declared",
    arguments: [
      ([.control, .shift], .control, false), ([.control, .shift], [.control, .shift], true),
      (.control, [.control, .shift], false), (.control, [.control, .alphaShift], true),
      (.control, [.control, .numericPad], true), ([.control, .alphaShift], .control, false),
      ([.control, .alphaShift], [.control, .alphaShift], true), (.numericPad, [], false),
      (.numericPad, [.numericPad, .alphaShift], true), (.control, [.control, .alternate], false),
    ] as [(KeyModifierFlags, KeyModifierFlags, Bool)])
  func exactly(declared: KeyModifierFlags, held: KeyModifierFlags, matches: Bool) {
    let command = KeyCommand(input: "z", modifierFlags: declared, action: .undo)
    #expect(command.matches(KeyPress("z", modifiers: held)) == matches)
  }

  @Test("K007 letters match in either case", arguments: ["z", "Z"], ["z", "Z"])
  func letters(declared: String, pressed: String) {
    #expect(KeyCommand(input: declared, action: .undo).matches(KeyPress(pressed)))
    #expect(!KeyCommand(input: declared, action: .undo).matches(KeyPress("y")))
  }

  @Test("K008 special keys")
  func special() {
    let inputs = [
      KeyCommand.inputUpArrow, KeyCommand.inputDownArrow, KeyCommand.inputLeftArrow,
      KeyCommand.inputRightArrow, KeyCommand.inputEscape,
    ]
    #expect(Set(inputs).count == 5)
    desk.editor.implemented = [.zoom]
    for input in inputs {
      desk.editor.commands = [KeyCommand(input: input, action: .zoom)]
      #expect(inputs.filter { send($0, []) } == [input])
    }
  }

  @Test("K009 who refuses is passed over: the next match counts, or none")
  func refused() {
    desk.editor.commands = [KeyCommand(input: "k", modifierFlags: .control, action: .zoom)]
    desk.panel.commands = [KeyCommand(input: "k", modifierFlags: .control, action: .rotate)]
    desk.editor.implemented = [.zoom, .rotate]
    desk.editor.refused = [.zoom]
    #expect(send("k"))
    #expect(desk.editor.performed.map(\.action) == [.rotate])
    desk.editor.refused = [.zoom, .rotate]
    #expect(!send("k"))
  }

  @Test("K010 commands are read at each key")
  func anew() {
    desk.editor.implemented = [.zoom]
    #expect(!send("k"))
    desk.editor.commands = [KeyCommand(input: "k", modifierFlags: .control, action: .zoom)]
    #expect(send("k"))
    desk.editor.commands = []
    #expect(!send("k"))
  }

  @Test("K011 without key window no key is performed")
  func noKeyWindow() {
    let application = KeyApplication()
    #expect(!application.sendKey("k", at: time))
    let window = Window(application: application)
    application.keyWindow = window
    #expect(application.sendKey("k", at: time))
  }

  @Test("K012 a command can be coded, with all that it has")
  func coded() throws {
    var command = KeyCommand(
      input: "z", modifierFlags: [.control, .shift], action: .redo, discoverabilityTitle: "Again")
    #expect(command.modifierFlags == [.control, .shift])
    #expect(command.title == nil)
    command.title = "Redo"
    #expect(command.discoverabilityTitle == "Again")
    let data = try JSONEncoder().encode(command)
    #expect(try JSONDecoder().decode(KeyCommand.self, from: data) == command)
    let text = #"{"input": "k", "modifierFlags": 262144, "action": "zoom"}"#
    let read = try JSONDecoder().decode(KeyCommand.self, from: Data(text.utf8))
    #expect(read == KeyCommand(input: "k", modifierFlags: .control, action: .zoom))
  }

  @Test("A key is one event of undo")
  func undo() throws {
    let manager = try #require(desk.window.undoManager)
    let note = Note()
    desk.editor.commands = [KeyCommand(input: "k", modifierFlags: .control, action: .zoom)]
    desk.editor.implemented = [.zoom]
    desk.editor.whilePerforming = {
      note.write("a", undoManager: manager)
      note.write("ab", undoManager: manager)
    }
    #expect(send("k"))
    manager.undo()
    #expect(note.text == "")
  }
}

private final class KeyApplication: Application {
  override var keyCommands: [KeyCommand]? { [KeyCommand(input: "k", action: .zoom)] }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .zoom: { _, _ in }
    default: super.method(for: action)
    }
  }
}
