// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing
import UndoKit

@Suite("Actions")
@MainActor
struct ActionTests {
  let stage = Stage()
  private let inner: CommandTarget
  private let outer: CommandTarget
  private nonisolated static let all: [Action] = [
    .undo, .redo, .cut, .copy, .paste, .select, .selectAll, .delete, .zoom,
  ]

  init() {
    outer = CommandTarget(next: stage.window)
    inner = CommandTarget(next: outer)
    inner.becomeFirstResponder()
  }

  @Test("R024 a responder can perform what it implements, and nothing else", arguments: all)
  func canPerform(action: Action) {
    let responder = CommandTarget(next: Responder())
    #expect(!responder.canPerformAction(action, withSender: nil))
    responder.implemented = [action]
    #expect(Self.all.filter { responder.canPerformAction($0, withSender: nil) } == [action])
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
    let toolbar = CommandTarget(.copy, next: Responder())
    let button = CommandTarget(next: toolbar)
    outer.implemented = [.copy, .cut]
    stage.application.sendAction(.copy, to: nil, from: button, for: nil)
    #expect(outer.performed.map(\.action) == [.copy])
    inner.resignFirstResponder()
    #expect(stage.application.sendAction(.copy, to: nil, from: button, for: nil))
    #expect(toolbar.performed.map(\.action) == [.copy])
    #expect(!stage.application.sendAction(.cut, to: nil, from: button, for: nil))
  }

  @Test("R026 without first responder the key window is asked, and the application last")
  func noFirstResponder() {
    let application = ActingApplication()
    #expect(application.sendAction(.zoom, to: nil, from: nil, for: nil))
    let (plain, window) = (Window(application: application), ActingWindow(application: application))
    for window in [plain, window] {
      application.keyWindow = window
      #expect(application.sendAction(.zoom, to: nil, from: nil, for: nil))
    }
    #expect(application.zooms == 2 && window.zooms == 1)
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

private class Table: Able {
  var text = ""

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
    "R033 a search in vain asks each responder twice at most, whatever the sender and the chain are",
    arguments: [10, 300])
  func vain(length: Int) {
    let chain = (0..<length).map { _ in Asked() }
    for (one, next) in zip(chain, chain.dropFirst()) { one.next = next }
    let sender = View()
    for sender in [sender, KeyCommand(input: "k", action: .copy)] as [Any] {
      for each in chain { each.count = 0 }
      #expect(chain[0].target(forAction: .copy, withSender: sender) == nil)
      #expect(chain.allSatisfy { (1...2).contains($0.count) })
    }
    // What was found out about one search does not outlive it.
    let last = Claimer()
    chain[length - 1].next = last
    // A chain is weak.
    withExtendedLifetime((chain, last)) {
      #expect(chain[0].target(forAction: .copy, withSender: sender) === last)
    }
  }
}

private final class ActingWindow: Window {
  var zooms = 0

  override var actionMethods: [Action: Action.Method] { [.zoom: { _, _ in self.zooms += 1 }] }
}

private final class ActingApplication: Application {
  var zooms = 0

  override var actionMethods: [Action: Action.Method] { [.zoom: { _, _ in self.zooms += 1 }] }
}
