// SPDX-License-Identifier: Apache-2.0

import SystemBus

/// An editor on the session's bus and on that of accessibility, which are one here: with an action
/// of GTK's, or with a menu item, or with both.
final class FakeEditor {
  let program: FakeProgram
  /// What was typed: what an undo takes.
  var edits: [String]
  /// What was undone.
  private(set) var undone: [String] = []
  var hasAction = true
  var hasMenuItem = false
  /// True for a program without searches, in which a bar beside the text shows the focus too.
  var isQt = false
  var isActive = true
  /// The part with the focus: its role and its states.
  var focus: (role: UInt32, states: [Int]) = (61, [State.focused, State.editable, State.multiLine])
  /// Its names in accessibility, and of its menu item.
  var name: String
  var itemName = "Undo"
  /// Answers other than its own, for tests of what lies.
  var lie: (FakeProgram.Call) -> FakeProgram.Answer? = { _ in nil }

  enum State {
    static let active = 1
    static let editable = 7
    static let enabled = 8
    static let focused = 12
    static let multiLine = 17
    static let sensitive = 24
    static let singleLine = 26
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
    case "org.gtk.Actions": action(call)
    case "org.freedesktop.DBus.Introspectable":
      .values([.string(call.path == "\(root)/window" ? "<node><node name=\"1\"/></node>" : "")])
    case "org.freedesktop.DBus.Properties":
      .variant(.string(call.path == "/item" ? itemName : name))
    case "org.a11y.atspi.Accessible": accessible(call)
    case "org.a11y.atspi.Collection" where isQt: .error
    case "org.a11y.atspi.Collection": .values([objects(search(call) ? ["/item"] : ["/text"])])
    case "org.a11y.atspi.Action": item(call)
    default: .error
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

  private func accessible(_ call: FakeProgram.Call) -> FakeProgram.Answer {
    switch (call.member, call.path) {
    case ("GetChildren", "/root"): return .values([objects(["/frame"])])
    case ("GetChildren", "/frame") where isQt: return .values([objects(["/bar", "/pane"])])
    case ("GetChildren", "/pane"): return .values([objects(["/text"])])
    case ("GetState", "/bar"): return .values([Self.states([State.focused])])
    case ("GetState", "/pane"): return .values([Self.states([])])
    case ("GetRole", "/bar"): return .values([.uint32(20)])
    case ("GetState", "/frame"): return .values([Self.states(isActive ? [State.active] : [])])
    case ("GetState", "/text"): return .values([Self.states(focus.states)])
    case ("GetState", "/item"):
      return .values([Self.states(edits.isEmpty ? [] : [State.enabled, State.sensitive])])
    case ("GetRole", "/text"): return .values([.uint32(focus.role)])
    case ("GetRole", "/item"): return .values([.uint32(35)])
    default: return .error
    }
  }

  private func item(_ call: FakeProgram.Call) -> FakeProgram.Answer {
    guard hasMenuItem, call.path == "/item" else { return .error }
    switch call.member {
    case "GetKeyBinding": return .values([.string("u;<Alt>e:u;<Control>z")])
    case "DoAction":
      undo()
      return .values([.bool(true)])
    default: return .error
    }
  }

  /// True if the search is one for roles, and not for the focus.
  private func search(_ call: FakeProgram.Call) -> Bool {
    guard case .structure(let rule)? = call.values.first, rule.count > 4,
      case .array(_, let roles) = rule[4]
    else { return false }
    return !roles.isEmpty
  }

  private func undo() {
    if let edit = edits.popLast() { undone.append(edit) }
  }

  private func redo() {
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
