// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import ResponderKit
import Testing

@Suite("Edit menu")
@MainActor
struct EditMenuTests {
  private let desk = Desk()
  private let menu: EditMenu
  private let screen = MenuScreen()
  private let place = CGRect(x: 10, y: 40, width: 30, height: 12)

  init() {
    menu = EditMenu(application: desk.application)
    menu.presenter = screen
  }

  private var titles: [String] { menu.items.map(\.title) }

  @discardableResult private func show() -> Bool { menu.show(from: desk.editor, rect: place) }

  private func item(_ action: Action) throws -> EditMenu.Item {
    try #require(menu.items.first { $0.action == action })
  }

  @Test("M001 the shared menu is one")
  func shared() {
    #expect(EditMenu.shared === EditMenu.shared)
    #expect(!EditMenu.shared.isMenuVisible)
  }

  @Test("M002 standard items in their order")
  func standard() {
    desk.editor.implemented = [.delete, .selectAll, .select, .paste, .copy, .cut]
    #expect(titles == ["Cut", "Copy", "Paste", "Select", "Select All", "Delete"])
  }

  @Test("M003 M022 what is refused, as Paste is of nothing, is shown if one up the chain does it")
  func context() {
    desk.editor.implemented = [.paste, .copy]
    desk.editor.refused = [.paste]
    #expect(titles == ["Copy"])
    desk.panel.implemented = [.paste]
    #expect(titles == ["Copy", "Paste"])
    (desk.panel.implemented, desk.editor.refused) = ([], [])
    #expect(titles == ["Copy", "Paste"])
  }

  @Test("M004 the first responder is asked, then the chain; the sender is the application")
  func asked() {
    _ = menu.items
    for responder in [desk.editor, desk.panel] {
      #expect(responder.askedBy.count >= 6)
      #expect(responder.askedBy.allSatisfy { $0 as? Application === desk.application })
    }
    desk.editor.implemented = [.copy]
    desk.panel.resignFirstResponder()
    #expect(titles == ["Copy"])
    desk.editor.resignFirstResponder()
    #expect(titles == [])
  }

  @Test("M005 one's own items follow the standard ones, if they can be performed")
  func own() {
    menu.menuItems = [
      EditMenu.Item(title: "Zoom", action: .zoom), EditMenu.Item(title: "Rotate", action: .rotate),
    ]
    desk.editor.implemented = [.rotate, .copy]
    #expect(titles == ["Copy", "Rotate"])
  }

  @Test("M006 without items it stays hidden, and is not reported")
  func nothing() {
    let log = PostLog(menu)
    #expect(!show())
    #expect(!menu.isMenuVisible)
    #expect(log.drain() == [])
    #expect(screen.drain() == [])
  }

  @Test("M006 a target that is not in the key window has no menu")
  func elsewhere() {
    desk.editor.implemented = [.copy]
    #expect(!menu.show(from: Responder(), rect: place))
    #expect(show())
    #expect(!menu.show(from: Responder(), rect: place))
    #expect(!menu.isMenuVisible)
  }

  @Test("M007 the presenter gets the rectangle in the coordinates of the window")
  func rectangle() {
    desk.editor.implemented = [.copy]
    desk.editor.origin = CGPoint(x: 5, y: 7)
    desk.panel.origin = CGPoint(x: 100, y: 200)
    show()
    #expect(screen.rects == [CGRect(x: 115, y: 247, width: 30, height: 12)])
    #expect(menu.targetRect == screen.rects.first)
    menu.hide()
    #expect(menu.targetRect == nil)
  }

  @Test("M024 a place that is set first is where the menu is shown")
  func setFirst() {
    menu.isMenuVisible = true
    #expect(!menu.isMenuVisible)
    menu.setTargetRect(place, in: desk.editor)
    menu.isMenuVisible = true
    #expect(!menu.isMenuVisible)
    desk.editor.implemented = [.copy]
    menu.isMenuVisible = true
    #expect(menu.targetRect == place)
    menu.setTargetRect(place.offsetBy(dx: 1, dy: 2), in: desk.editor)
    #expect(screen.drain() == ["show", "update"])
    #expect(menu.targetRect == place.offsetBy(dx: 1, dy: 2))
    menu.isMenuVisible = false
    #expect(screen.drain() == ["hide"])
    menu.isMenuVisible = true
    #expect(menu.targetRect == place.offsetBy(dx: 1, dy: 2))
  }

  @Test("M010 will and did show and hide, once each")
  func notifications() {
    desk.editor.implemented = [.copy]
    let log = PostLog(menu)
    show()
    #expect(log.drain() == ["WillShowMenu", "DidShowMenu"])
    #expect(screen.drain() == ["show"])
    show()
    #expect(log.drain() == [])
    #expect(screen.drain() == ["update"])
    menu.hide()
    #expect(log.drain() == ["WillHideMenu", "DidHideMenu"])
    #expect(screen.drain() == ["hide"])
    menu.hide()
    #expect(log.drain() == [])
  }

  @Test("M010 an observer cannot show or hide while the menu comes and goes")
  func reentrance() {
    desk.editor.implemented = [.copy]
    let log = PostLog(menu)
    log.reaction = {
      menu.show(from: desk.editor, rect: place)
      if $0.hasPrefix("Will") { menu.hide() }
    }
    show()
    #expect(log.drain() == ["WillShowMenu", "DidShowMenu"])
    #expect(menu.isMenuVisible)
    log.reaction = { if $0 == "WillHideMenu" { menu.show(from: desk.editor, rect: place) } }
    menu.hide()
    #expect(log.drain() == ["WillHideMenu", "DidHideMenu"])
    #expect(!menu.isMenuVisible)
    #expect(screen.drain() == ["show", "update", "hide"])
  }

  @Test("M010 another menu of the application's takes the place of the one there is")
  func another() {
    desk.editor.implemented = [.copy]
    show()
    let other = EditMenu(application: desk.application)
    other.show(from: desk.editor, rect: place)
    #expect(other.isMenuVisible)
    #expect(!menu.isMenuVisible)
  }

  @Test("M011 the frame is what the presenter reports, and changes are reported")
  func frame() {
    desk.editor.implemented = [.copy]
    screen.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    let log = PostLog(menu)
    #expect(menu.menuFrame == .null)
    show()
    #expect(menu.menuFrame == screen.frame)
    #expect(log.drain() == ["WillShowMenu", "MenuFrameDidChange", "DidShowMenu"])
    menu.update()
    #expect(log.drain() == [])
    menu.hide()
    #expect(menu.menuFrame == .null)
    #expect(log.drain() == ["WillHideMenu", "MenuFrameDidChange", "DidHideMenu"])
  }

  @Test("M012 an item is sent from the first responder on, with its event")
  func performing() throws {
    desk.panel.implemented = [.copy]
    show()
    let event = Event(.of(.shake, .began))
    #expect(try menu.perform(item(.copy), for: event))
    #expect(desk.panel.performed.map(\.action) == [.copy])
    #expect(desk.panel.performed.first?.sender as? Application === desk.application)
    #expect(desk.panel.performed.first?.event == event)
    #expect(!menu.perform(EditMenu.Item.standard[1]), "hidden by now")
    #expect(desk.panel.performed.count == 1)
  }

  @Test(
    "M013 M014 hides after a command; after a selection it stays, and asks again",
    arguments: [
      (Action.cut, false), (.copy, false), (.paste, false), (.delete, false), (.zoom, false),
      (.select, true), (.selectAll, true),
    ])
  func hides(action: Action, stays: Bool) throws {
    menu.menuItems = [EditMenu.Item(title: "Zoom", action: .zoom)]
    desk.editor.implemented = [action]
    desk.editor.whilePerforming = { desk.editor.implemented.insert(.copy) }
    show()
    #expect(try menu.perform(item(action)))
    #expect(menu.isMenuVisible == stays)
    #expect(screen.drain() == ["show", stays ? "update" : "hide"])
    if stays { #expect(menu.items.contains { $0.action == .copy }) }
  }

  @Test("M015 stays if the command shows it again")
  func shownAgain() throws {
    desk.editor.implemented = [.cut]
    desk.editor.whilePerforming = { menu.show(from: desk.editor, rect: .zero) }
    let log = PostLog(menu)
    show()
    #expect(try menu.perform(item(.cut)))
    #expect(menu.isMenuVisible)
    #expect(menu.targetRect == .zero)
    #expect(log.drain() == ["WillShowMenu", "DidShowMenu"])
  }

  @Test("M016 update asks again, and hides without items")
  func update() {
    desk.editor.implemented = [.copy, .cut]
    menu.update()
    #expect(screen.drain() == [])
    show()
    desk.editor.refused = [.cut]
    #expect(titles == ["Cut", "Copy"])
    menu.update()
    #expect(titles == ["Copy"])
    desk.editor.refused = [.cut, .copy]
    menu.update()
    #expect(!menu.isMenuVisible)
    #expect(screen.drain() == ["show", "update", "hide"])
  }

  @Test("M017 what is refused since it was shown is not performed")
  func refusedSince() throws {
    desk.editor.implemented = [.copy, .cut]
    show()
    let cut = try item(.cut)
    desk.editor.refused = [.cut]
    #expect(!menu.perform(cut))
    #expect(desk.editor.performed.isEmpty)
    #expect(titles == ["Copy"])
  }

  @Test("M018 a touch beside the menu hides it, one on it does not")
  func touchElsewhere() {
    desk.editor.implemented = [.copy]
    screen.frame = CGRect(x: 0, y: 0, width: 50, height: 20)
    show()
    menu.hide(forTouchAt: CGPoint(x: 49, y: 19))
    #expect(menu.isMenuVisible)
    menu.hide(forTouchAt: CGPoint(x: 51, y: 19))
    #expect(!menu.isMenuVisible)
  }

  @Test("M019 hides when the focus goes", arguments: FocusLoss.allCases)
  func focus(loss: FocusLoss) {
    desk.panel.implemented = [.copy]
    let label = CommandTarget(next: desk.panel)
    menu.show(from: label, rect: place)
    #expect(menu.isMenuVisible)
    switch loss {
    case .resigned: desk.editor.resignFirstResponder()
    case .another: desk.panel.becomeFirstResponder()
    case .notKey: desk.application.keyWindow = nil
    case .otherWindow: desk.application.keyWindow = Window(application: desk.application)
    case .targetGone: label.next = nil
    }
    #expect(!menu.isMenuVisible)
    #expect(screen.drain() == ["show", "hide"])
  }

  enum FocusLoss: CaseIterable {
    case resigned, another, notKey, otherWindow, targetGone
  }

  @Test("M019 a target that was released is noticed with the next event")
  func released() {
    desk.panel.implemented = [.copy]
    var label: CommandTarget? = CommandTarget(next: desk.panel)
    label.map { _ = menu.show(from: $0, rect: place) }
    #expect(menu.isMenuVisible)
    label = nil
    desk.application.sendKey("x", at: .zero)
    #expect(!menu.isMenuVisible)
  }

  @Test("M020 without presenter it is visible as a model")
  func nobodyDraws() throws {
    menu.presenter = nil
    desk.editor.implemented = [.copy]
    #expect(show())
    #expect(menu.isMenuVisible)
    #expect(try menu.perform(item(.copy)))
    #expect(!menu.isMenuVisible)
    #expect(screen.drain() == [])
  }

  @Test("M021 titles are English, and can be replaced")
  func replacedTitles() {
    desk.editor.implemented = [.copy, .cut]
    menu.standardItems = [EditMenu.Item(title: "Kopieren", action: .copy)]
    #expect(titles == ["Kopieren"])
  }

  @Test(
    "M023 further commands go along the chain, and are not in the menu",
    arguments: [
      Action.toggleBoldface, .toggleItalics, .toggleUnderline, .increaseSize, .decreaseSize,
      .makeTextWritingDirectionLeftToRight, .makeTextWritingDirectionRightToLeft,
    ])
  func furtherCommands(action: Action) {
    desk.panel.implemented = [action]
    #expect(desk.application.sendAction(action, to: nil, from: nil, for: nil))
    #expect(desk.panel.performed.map(\.action) == [action])
    #expect(titles == [])
  }
}

/// A presenter that notes what it is to draw.
@MainActor
private final class MenuScreen: EditMenuPresenter {
  var frame: CGRect?
  private(set) var rects: [CGRect] = []
  private let journal = Journal()

  func drain() -> [String] { journal.drain() }
  func show(_ menu: EditMenu) { draw("show", menu) }
  func update(_ menu: EditMenu) { draw("update", menu) }
  func hide(_ menu: EditMenu) { journal.note("hide") }

  private func draw(_ entry: String, _ menu: EditMenu) {
    journal.note(entry)
    if let rect = menu.targetRect { rects.append(rect) }
    if let frame { menu.menuFrame = frame }
  }
}

extension PostLog where Entry == String {
  /// The notifications of a menu, by the ends of their names.
  fileprivate convenience init(_ menu: EditMenu) {
    let names = [
      EditMenu.willShowMenuNotification, EditMenu.didShowMenuNotification,
      EditMenu.willHideMenuNotification, EditMenu.didHideMenuNotification,
      EditMenu.menuFrameDidChangeNotification,
    ]
    self.init(names, of: menu) { String($0.name.rawValue.dropFirst("EditMenu".count)) }
  }
}
