// SPDX-License-Identifier: Apache-2.0

import MotionBus
import Testing

/// An editor on the session's bus and on that of accessibility, which are one here: with an action
/// of GTK's, or with a menu item, or with both.
///
/// It fails the test when it is asked for what never ends in a large program: for a search, or for
/// the children of a table, of a list or of more than 64.
final class FakeEditor {
  let program: FakeProgram
  /// What was typed: what an undo takes.
  var edits: [String]
  /// What was undone.
  private(set) var undone: [String] = []
  var hasAction = true
  var hasMenuItem = false
  /// True for a program in which a bar beside the text shows the focus too.
  var isQt = false
  var isActive = true
  /// The role of its window, such as that of a dialog.
  var frameRole: UInt32 = 23
  /// The windows that export actions; the first is that of the text.
  var exportedWindows = 1
  /// The part with the focus: its role and its states.
  var focus: (role: UInt32, states: [Int]) = (61, [State.focused, State.editable, State.multiLine])
  /// Its toolkit as accessibility names it, and its version.
  var toolkit = ("gtk", "4")
  /// The size of the text on the screen, and its class in a page.
  var (size, classes) = ((300, 200), "")
  /// Its names in accessibility, and of its menu item.
  var name: String
  var itemName = "Undo"
  /// The item after it, and its shortcut.
  var (redoName, redoBinding) = ("Redo", "r;<Alt>e:r;<Shift><Control>z")
  /// The menus of its bar, of which the second has the item.
  var menus = ["/file", "/edit"]
  /// Answers other than its own, for tests of what lies.
  var lie: (FakeProgram.Call) -> FakeProgram.Answer? = { _ in nil }

  enum State {
    static let active = 1
    static let editable = 7
    static let enabled = 8
    static let focused = 12
    static let multiLine = 17
    static let sensitive = 24
    static let showing = 25
    static let singleLine = 26
    static let visible = 30
  }

  /// An object of its accessibility.
  struct Part {
    var role: UInt32
    var states: [Int] = []
    var children: [String] = []
  }

  private let root: String

  init(_ address: BusAddress, id: String = "org.example.Notes", edits: [String] = ["a"]) throws {
    (self.edits, name) = (edits, id)
    root = "/" + id.split(separator: ".").joined(separator: "/")
    program = try FakeProgram(address, names: [id])
    program.answer = { [weak self] call in
      guard let self else { return .error }
      return lie(call) ?? answer(call)
    }
  }

  private func answer(_ call: FakeProgram.Call) -> FakeProgram.Answer {
    switch call.interface {
    case "org.gtk.Actions": return action(call)
    case "org.freedesktop.DBus.Introspectable":
      let nodes = (0..<exportedWindows).map { "<node name=\"\($0 + 1)\"/>" }.joined()
      return .values([.string(call.path == "\(root)/window" ? "<node>\(nodes)</node>" : "")])
    case "org.freedesktop.DBus.Properties": return property(call)
    case "org.a11y.atspi.Accessible": return accessible(call)
    case "org.a11y.atspi.Action": return item(call)
    case "org.a11y.atspi.Component" where call.path == "/text":
      return .values([
        .structure([.int32(0), .int32(0), .int32(Int32(size.0)), .int32(Int32(size.1))])
      ])
    case "org.a11y.atspi.Collection":
      Issue.record("a search in \(call.path), which may never end")
      return .error
    default: return .error
    }
  }

  private func action(_ call: FakeProgram.Call) -> FakeProgram.Answer {
    guard hasAction, call.path == "\(root)/window/1" else { return .error }
    let name = call.values.first
    switch call.member {
    case "List": return .values([.strings(["save", "undo", "redo"])])
    case "Describe":
      return .description(isEnabled: name == .string("undo") ? !edits.isEmpty : !undone.isEmpty)
    case "Activate":
      if name == .string("undo") { undo() } else { redo() }
      return .values([])
    default: return .error
    }
  }

  /// The object at `path`; nil if there is none.
  private func part(_ path: String) -> Part? {
    switch path {
    case "/root": return Part(role: 75, children: ["/frame"])
    case "/frame":
      let children = (hasMenuItem ? ["/menubar"] : []) + (isQt ? ["/bar", "/pane"] : ["/text"])
      return Part(
        role: frameRole, states: isActive ? [State.active] : [],
        children: children)
    case "/bar": return Part(role: 20, states: [State.focused])
    case "/pane": return Part(role: 39, children: ["/text"])
    case "/text": return Part(role: focus.role, states: focus.states)
    case "/menubar": return Part(role: 34, children: menus)
    case "/file": return Part(role: 33)
    case "/edit": return Part(role: 33, children: ["/item", "/redo"])
    case "/redo": return Part(role: 35, states: undone.isEmpty ? [] : [State.enabled])
    case "/item":
      return Part(role: 35, states: edits.isEmpty ? [] : [State.enabled, State.sensitive])
    default: return nil
    }
  }

  private func property(_ call: FakeProgram.Call) -> FakeProgram.Answer {
    switch call.values.last {
    case .string("ChildCount"):
      part(call.path).map { .variant(.int32(Int32($0.children.count))) } ?? .error
    case .string("ToolkitName"): .variant(.string(isQt ? "Qt" : toolkit.0))
    case .string("Version"): .variant(.string(toolkit.1))
    case .string("CharacterCount"):
      call.path == "/text"
        ? .variant(.int32(Int32(edits.reduce(0) { $0 + $1.count }))) : .error
    default:
      switch call.path {
      case "/item": .variant(.string(itemName))
      case "/redo": .variant(.string(redoName))
      case "/root", "/frame": .variant(.string(name))
      default: .variant(.string(call.path))
      }
    }
  }

  private func accessible(_ call: FakeProgram.Call) -> FakeProgram.Answer {
    guard let part = part(call.path) else { return .error }
    switch call.member {
    case "GetChildren":
      return .values([objects(part.children)])
    case "GetState":
      let states = part.states + [State.showing, State.visible]
      return .values([Self.states(states)])
    case "GetRole": return .values([.uint32(part.role)])
    case "GetAttributes": return .values([.texts(["class": classes])])
    default: return .error
    }
  }

  private func item(_ call: FakeProgram.Call) -> FakeProgram.Answer {
    guard hasMenuItem else { return .error }
    switch (call.path, call.member) {
    case ("/item", "GetKeyBinding"): return .values([.string("u;<Alt>e:u;<Control>z")])
    case ("/redo", "GetKeyBinding"): return .values([.string(redoBinding)])
    case ("/item", "DoAction"): undo()
    case ("/redo", "DoAction"): redo()
    default: return .error
    }
    return .values([.bool(true)])
  }

  private func undo() {
    if let edit = edits.popLast() { undone.append(edit) }
  }

  func redo() {
    if let edit = undone.popLast() { edits.append(edit) }
  }

  private func objects(_ paths: [String]) -> BusValue { Self.objects(of: program.name, paths) }

  /// An array of type `a(so)`.
  static func objects(of name: String, _ paths: [String]) -> BusValue {
    .array("(so)", paths.map { .structure([.string(name), .path($0)]) })
  }

  /// The states with these numbers, as two words of bits.
  static func states(_ numbers: [Int]) -> BusValue {
    let bits = numbers.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    return .array(
      "u",
      [.uint32(UInt32(truncatingIfNeeded: bits)), .uint32(UInt32(truncatingIfNeeded: bits >> 32))])
  }
}
