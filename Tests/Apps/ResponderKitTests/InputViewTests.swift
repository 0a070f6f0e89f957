// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing

@Suite("Input views")
@MainActor
struct InputViewTests {
  private let application = Application()
  private let window: Window
  private let page: Typed
  private let field: Field
  private let presenter = Presenter()

  init() {
    window = Window(application: application)
    page = Typed(next: window)
    field = Field(next: page)
    application.keyWindow = window
    application.inputPresenter = presenter
  }

  private var views: InputViews { application.inputViews }

  @Test("I001 a responder has no input views, and nothing is in force")
  func none() {
    let responder = Responder()
    #expect(responder.inputView == nil && responder.inputViewController == nil)
    #expect(responder.inputAccessoryView == nil && responder.inputAccessoryViewController == nil)
    #expect(responder.textInputMode == nil && responder.textInputContextIdentifier == nil)
    #expect(views.isEmpty && views.responder == nil)
    page.becomeFirstResponder()
    #expect(views.isEmpty && views.responder === page)
    #expect(presenter.drain() == [])
  }

  @Test("I002 a first responder that can be typed into has the keyboard, until it resigns")
  func keyboard() {
    field.becomeFirstResponder()
    #expect(isKeyboard && views.responder === field)
    field.resignFirstResponder()
    #expect(views.isEmpty)
    #expect(presenter.drain() == ["show keyboard", "hide"])
  }

  @Test(
    "I003 the nearest on the chain that has a view or a controller counts; view before controller")
  func nearest() {
    let (near, far) = (View(), View())
    page.view = far
    page.accessory = far
    field.becomeFirstResponder()
    #expect(view === far && views.accessory?.view === far)
    let controller = InputViewController()
    controller.inputView = near
    field.controller = controller
    field.accessoryController = controller
    field.reloadInputViews()
    #expect(view === near && views.accessory?.view === near)
    field.view = far
    field.accessory = far
    field.reloadInputViews()
    #expect(view === far && views.accessory?.view === far)
    #expect(presenter.drain() == ["show custom+", "update custom+", "update custom+"])
  }

  @Test("I003 an accessory alone is shown, without keyboard")
  func accessoryAlone() {
    page.accessory = View()
    page.becomeFirstResponder()
    #expect(!views.isEmpty && !isKeyboard)
    #expect(presenter.drain() == ["show none+"])
  }

  @Test("I004 they are found when the first responder changes, and anew by reloadInputViews alone")
  func reload() {
    field.becomeFirstResponder()
    field.view = View()
    application.sendAction(.copy, to: nil, from: nil, for: nil)
    #expect(isKeyboard)
    page.reloadInputViews()
    #expect(isKeyboard)
    field.reloadInputViews()
    #expect(view === field.view)
    #expect(presenter.drain() == ["show keyboard", "update custom"])
  }

  @Test("I005 when one hands over to another nothing is hidden in between")
  func handOver() {
    let other = Field(next: page)
    field.becomeFirstResponder()
    other.becomeFirstResponder()
    #expect(views.responder === other)
    #expect(presenter.drain() == ["show keyboard", "update keyboard"])
    other.canLeave = false
    #expect(!field.becomeFirstResponder())
    #expect(views.responder === other)
    #expect(presenter.drain() == [])
    other.canLeave = true
    page.becomeFirstResponder()
    #expect(presenter.drain() == ["hide"])
  }

  @Test("I006 they follow the key window, and a responder that leaves it")
  func windows() {
    let second = Window(application: application)
    let other = Field(next: second)
    field.becomeFirstResponder()
    other.becomeFirstResponder()
    #expect(views.responder === field)
    application.keyWindow = second
    #expect(views.responder === other)
    application.keyWindow = nil
    #expect(views.isEmpty)
    application.keyWindow = window
    page.next = nil
    #expect(views.isEmpty)
    #expect(
      presenter.drain() == ["show keyboard", "update keyboard", "hide", "show keyboard", "hide"])
  }

  @Test("I007 a language that is chosen is that of the responders, and one of their own is set")
  func modes() {
    field.becomeFirstResponder()
    application.setCurrentInputMode(.german)
    #expect(field.textInputMode == .german && views.textInputMode == .german)
    let other = Field(next: page)
    (other.mode, other.context) = (.greek, "own")
    other.becomeFirstResponder()
    #expect(application.textInputContexts == [:])
    #expect(application.currentInputMode == .greek && views.textInputMode == .greek)
    #expect(presenter.drain() == ["show keyboard", "update keyboard", "update keyboard"])
  }

  @Test("I008 a context has the language back that it was last written in, until it is cleared")
  func contexts() {
    let other = Field(next: page)
    (page.context, field.context) = ("all", "letter")
    field.becomeFirstResponder()
    application.setCurrentInputMode(.german)
    other.becomeFirstResponder()
    #expect(application.currentInputMode == .german)
    application.setCurrentInputMode(.greek)
    #expect(application.textInputContexts == ["letter": .german, "all": .greek])
    field.becomeFirstResponder()
    #expect(application.currentInputMode == .german)
    other.becomeFirstResponder()
    #expect(application.currentInputMode == .greek)
    application.clearTextInputContextIdentifier("letter")
    field.becomeFirstResponder()
    #expect(application.currentInputMode == .greek)
    Responder.clearTextInputContextIdentifier("all")
    #expect(application.textInputContexts == ["all": .greek])
  }

  private var isKeyboard: Bool {
    if case .keyboard = views.input { true } else { false }
  }

  private var view: View? {
    if case .custom(let part) = views.input { part.view } else { nil }
  }
}

@Suite("Input views of texts")
@MainActor
struct TextInputViewTests {
  @Test("I011 editing begins and ends for others once the keyboard has come or gone")
  func order() {
    let application = Application()
    let window = Window(application: application)
    application.keyWindow = window
    let log = EditingLog()
    application.inputPresenter = log
    let texts = ["a", "b"].map { TextResponder($0, next: window) }
    for text in texts { text.delegate = log }
    texts[0].becomeFirstResponder()
    #expect(log.drain() == ["show, editing", "a began"])
    texts[1].becomeFirstResponder()
    #expect(log.drain() == ["a ended", "update, editing", "b began"])
    texts[1].resignFirstResponder()
    #expect(log.drain() == ["hide", "b ended"])
  }
}

@MainActor
private final class EditingLog: InputPresenter, TextDelegate {
  private let journal = Journal()

  func drain() -> [String] { journal.drain() }
  func show(_ views: InputViews) { journal.note("show\(state(views))") }
  func update(_ views: InputViews) { journal.note("update\(state(views))") }
  func hide() { journal.note("hide") }
  func textDidBeginEditing(_ text: TextResponder) { journal.note("\(text.text) began") }
  func textDidEndEditing(_ text: TextResponder) { journal.note("\(text.text) ended") }

  private func state(_ views: InputViews) -> String {
    (views.responder as? TextResponder)?.isEditing == true ? ", editing" : ""
  }
}

extension TextInputMode {
  fileprivate static let german = Self(primaryLanguage: "de")
  fileprivate static let greek = Self(primaryLanguage: "el")
}

/// A responder whose input views a test sets.
@MainActor
private class Typed: Able {
  var view: View?
  var controller: InputViewController?
  var accessory: View?
  var accessoryController: InputViewController?
  var mode: TextInputMode?
  var context: String?
  var canLeave = true

  init(next: Responder) {
    super.init()
    self.next = next
  }
  override var canResignFirstResponder: Bool { canLeave }
  override var inputView: View? { view }
  override var inputViewController: InputViewController? { controller }
  override var inputAccessoryView: View? { accessory }
  override var inputAccessoryViewController: InputViewController? { accessoryController }
  override var textInputMode: TextInputMode? { mode ?? super.textInputMode }
  override var textInputContextIdentifier: String? { context }
}

private final class Field: Typed, KeyInput {
  var hasText: Bool { false }
  func insertText(_ text: String) {}
  func deleteBackward() {}
}

@MainActor
private final class Presenter: InputPresenter {
  private let journal = Journal()

  func drain() -> [String] { journal.drain() }
  func show(_ views: InputViews) { journal.note("show \(name(of: views))") }
  func update(_ views: InputViews) { journal.note("update \(name(of: views))") }
  func hide() { journal.note("hide") }

  private func name(of views: InputViews) -> String {
    let name =
      switch views.input {
      case .none: "none"
      case .keyboard: "keyboard"
      case .custom: "custom"
      }
    return views.accessory == nil ? name : name + "+"
  }
}
