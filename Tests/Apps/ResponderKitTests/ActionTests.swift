// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing
import UndoKit

@Suite("Actions")
@MainActor
struct ActionTests {
  let stage = Stage()
  private let inner = Actor("inner")
  private let outer = Actor("outer")

  init() {
    inner.next = outer
    outer.next = stage.window
    inner.becomeFirstResponder()
  }

  @Test(
    "R024 a responder can perform what it implements",
    arguments: [
      Action.undo, .redo, .cut, .copy, .paste, .select, .selectAll, .delete, .zoomIn,
    ])
  func canPerform(action: Action) {
    let responder = Actor("alone")
    #expect(!responder.canPerformAction(action, withSender: nil))
    responder.implemented = [action]
    #expect(responder.canPerformAction(action, withSender: nil))
    #expect(
      Actor.others(than: action).allSatisfy { !responder.canPerformAction($0, withSender: nil) })
  }

  @Test("R025 the target is the first on the chain that can")
  func target() {
    outer.implemented = [.copy]
    #expect(inner.target(forAction: .copy, withSender: nil) === outer)
    #expect(inner.target(forAction: .cut, withSender: nil) == nil)
    inner.implemented = [.copy]
    #expect(inner.target(forAction: .copy, withSender: nil) === inner)
  }

  @Test("R026 without target an action goes to the first responder's chain, with sender and event")
  func nilTarget() {
    outer.implemented = [.copy]
    let event = Event(.of(.shake, .began))
    #expect(stage.application.sendAction(.copy, to: nil, from: "menu", for: event))
    #expect(outer.performed.map(\.action) == [.copy])
    #expect(outer.performed.first?.sender as? String == "menu")
    #expect(outer.performed.first?.event == event)
    #expect(inner.performed.isEmpty)
    #expect(!stage.application.sendAction(.cut, to: nil, from: "menu", for: event))
  }

  @Test("R026 if none there can, the sender's chain is searched")
  func senderChain() {
    let button = Actor("button")
    let toolbar = Actor("toolbar")
    button.next = toolbar
    toolbar.implemented = [.copy]
    outer.implemented = [.copy, .cut]
    stage.application.sendAction(.copy, to: nil, from: button, for: nil)
    #expect(outer.performed.map(\.action) == [.copy])
    inner.resignFirstResponder()
    #expect(stage.application.sendAction(.copy, to: nil, from: button, for: nil))
    #expect(toolbar.performed.map(\.action) == [.copy])
    #expect(!stage.application.sendAction(.cut, to: nil, from: button, for: nil))
  }

  @Test("R026 without first responder the key window is asked")
  func keyWindow() {
    let window = ActingWindow(application: stage.application)
    stage.application.keyWindow = window
    #expect(stage.application.sendAction(.zoomIn, to: nil, from: nil, for: nil))
    #expect(window.zooms == 1)
  }

  @Test("R026 the application is the last to be asked")
  func applicationLast() {
    let application = ActingApplication()
    #expect(application.sendAction(.zoomIn, to: nil, from: nil, for: nil))
    let window = Window(application: application)
    application.keyWindow = window
    #expect(application.sendAction(.zoomIn, to: nil, from: nil, for: nil))
    #expect(application.zooms == 2)
  }

  @Test("A target that is named alone may perform the action")
  func namedTarget() {
    inner.implemented = [.copy]
    outer.implemented = [.copy]
    outer.refused = [.copy]
    #expect(stage.application.sendAction(.copy, to: outer, from: nil, for: nil))
    #expect(outer.performed.map(\.action) == [.copy])
    #expect(!stage.application.sendAction(.cut, to: outer, from: nil, for: nil))
    #expect(inner.performed.isEmpty)
  }

  @Test("R027 who refuses is passed over")
  func refused() {
    inner.implemented = [.copy]
    inner.refused = [.copy]
    outer.implemented = [.copy]
    #expect(stage.application.sendAction(.copy, to: nil, from: nil, for: nil))
    #expect(inner.performed.isEmpty)
    #expect(outer.performed.map(\.action) == [.copy])
  }
}

extension ActionTests {
  @Test("R031 what a responder does not implement is asked of the next")
  func asksNext() {
    outer.implemented = [.copy]
    #expect(inner.canPerformAction(.copy, withSender: nil))
    #expect(inner.target(forAction: .copy, withSender: nil) === outer)
    outer.refused = [.copy]
    #expect(!inner.canPerformAction(.copy, withSender: nil))
    #expect(inner.target(forAction: .copy, withSender: nil) == nil)
    let claimer = Claimer()
    inner.next = claimer
    #expect(inner.target(forAction: .copy, withSender: nil) === claimer)
    claimer.next = outer
    outer.refused = []
    #expect(inner.target(forAction: .copy, withSender: nil) === outer)
  }

  @Test("R032 a table of actions implements them", arguments: [false, true])
  func table(isLocked: Bool) {
    let label = TableLabel(isLocked: isLocked)
    label.next = stage.window
    label.becomeFirstResponder()
    #expect(stage.application.sendAction(.paste, to: nil, from: nil, for: nil))
    #expect(label.text == "pasted")
    #expect(stage.application.sendAction(.delete, to: nil, from: nil, for: nil) == !isLocked)
    #expect(label.text == (isLocked ? "pasted" : ""))
    #expect(!stage.application.sendAction(.cut, to: nil, from: nil, for: nil))
  }
}

/// Says that it copies, and implements nothing.
private final class Claimer: Responder {
  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    action == .copy || super.canPerformAction(action, withSender: sender)
  }
}

private class Table: Responder {
  var text = ""

  override var canBecomeFirstResponder: Bool { true }

  override var actionMethods: [Action: Action.Method] { [.paste: { _, _ in self.text = "pasted" }] }
}

private final class TableLabel: Table {
  private let isLocked: Bool

  init(isLocked: Bool) {
    self.isLocked = isLocked
  }

  private func delete(_ sender: Any?, _ event: Event?) { text = "" }

  override func method(for action: Action) -> Action.Method? {
    action == .delete && !isLocked ? delete : super.method(for: action)
  }
}

/// A responder that counts how often it is asked for an action.
private final class Asked: Responder {
  var count = 0

  override func method(for action: Action) -> Action.Method? {
    count += 1
    return super.method(for: action)
  }
}

/// What a search costs.
@MainActor
@Suite struct ActionSearchTests {
  @Test(
    "R033 a search in vain asks each responder a few times, however long the chain is",
    arguments: [10, 300])
  func vain(length: Int) {
    let chain = (0..<length).map { _ in Asked() }
    for (one, next) in zip(chain, chain.dropFirst()) { one.next = next }
    let sender = View()
    #expect(chain[0].target(forAction: .copy, withSender: sender) == nil)
    #expect(chain.allSatisfy { $0.count <= 2 })
    // What was found out about one search does not outlive it.
    let last = Yes()
    chain[length - 1].next = last
    #expect(chain[0].target(forAction: .copy, withSender: sender) === last)
  }

  private final class Yes: Responder {
    override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool { true }
  }
}

extension Action {
  fileprivate static let zoomIn = Action(rawValue: "zoomIn")
}

/// A first responder that implements some actions.
private final class Actor: Responder {
  let name: String
  var implemented: Set<Action> = []
  var refused: Set<Action> = []
  private(set) var performed: [(action: Action, sender: Any?, event: Event?)] = []

  init(_ name: String) {
    self.name = name
  }

  static func others(than action: Action) -> [Action] {
    [.undo, .redo, .cut, .copy, .paste, .select, .selectAll, .delete, .zoomIn].filter {
      $0 != action
    }
  }

  override var canBecomeFirstResponder: Bool { true }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case _ where implemented.contains(action):
      { self.performed.append((action, $0, $1)) }
    default:
      super.method(for: action)
    }
  }

  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    !refused.contains(action) && super.canPerformAction(action, withSender: sender)
  }
}

private final class ActingWindow: Window {
  var zooms = 0

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .zoomIn: { _, _ in self.zooms += 1 }
    default: super.method(for: action)
    }
  }
}

private final class ActingApplication: Application {
  var zooms = 0

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .zoomIn: { _, _ in self.zooms += 1 }
    default: super.method(for: action)
    }
  }
}
