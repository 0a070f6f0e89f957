// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The menu of commands that can be done to what the user points at: Cut, Copy, Paste and one's
/// own.
///
/// A model: it knows which items there are, where they belong and when they go away. A
/// ``EditMenuPresenter`` draws it, in a toolkit's popover or a line of a terminal.
///
/// ```swift
/// import Foundation
///
/// let menu = EditMenu.shared
/// menu.show(from: note, rect: CGRect(x: 40, y: 10, width: 60, height: 12))
/// print(menu.items.map(\.title))  // ["Cut", "Copy", "Paste"]
/// ```
///
/// It shows an item if a responder on the chain can perform its action: it asks the first responder
/// first, through ``Responder/target(forAction:withSender:)`` with the application as sender.
///
/// It hides when a command was performed, except after ``Action/select`` and ``Action/selectAll``,
/// and when the focus goes: when the first responder or the key window is another, or the target is
/// no longer in that window.
@MainActor
public final class EditMenu: ChainWatcher {
  /// The menu of ``Application/shared``.
  public static let shared = EditMenu()

  /// A command in the menu.
  public struct Item: Hashable, Sendable {
    /// The text that the user reads.
    public var title: String
    /// The action that is performed.
    public var action: Action

    /// An item for `action`, called `title`.
    public init(title: String, action: Action) {
      self.title = title
      self.action = action
    }

    /// The standard items in English: Cut, Copy, Paste, Select, Select All, Delete.
    public static let standard = [
      Item(title: "Cut", action: .cut), Item(title: "Copy", action: .copy),
      Item(title: "Paste", action: .paste), Item(title: "Select", action: .select),
      Item(title: "Select All", action: .selectAll), Item(title: "Delete", action: .delete),
    ]
  }

  /// The standard items, which come first; replace them to have other titles.
  public var standardItems = Item.standard

  /// The app's own items, which follow the standard ones.
  public var menuItems: [Item] = []

  /// The object that draws the menu, which is not owned; without one the menu is a model only.
  public weak var presenter: (any EditMenuPresenter)?

  /// The side that the menu's arrow points to.
  public var arrowDirection = ArrowDirection.default

  /// The place of the menu in the window, as the presenter reports it; null while it is hidden.
  ///
  /// The presenter sets it once it has drawn the menu.
  public var menuFrame = CGRect.null {
    didSet { if menuFrame != oldValue { post(Self.menuFrameDidChangeNotification) } }
  }

  /// The responder that the menu was last shown for, or will be.
  private weak var pendingTarget: Responder?
  private var pendingRect = CGRect.null

  private var state = State.hidden
  /// Counts calls of `show`, to notice one made by a command that is being performed.
  private var showings = 0
  private weak var ownApplication: Application?
  private let isShared: Bool

  /// Observers are notified while it appears and disappears, and cannot change it then.
  private enum State {
    case hidden
    case appearing
    case visible(Showing)
    case disappearing
  }

  /// The contents of a visible menu, and the focus that it was shown for.
  private struct Showing {
    var items: [Item]
    let rect: CGRect
    weak var target: Responder?
    weak var window: Window?
    weak var firstResponder: Responder?
  }

  private init() {
    isShared = true
  }

  /// A menu of `application`, which is not owned; ``shared`` is enough for a process with one.
  public init(application: Application) {
    isShared = false
    ownApplication = application
  }

  private var application: Application? { isShared ? .shared : ownApplication }

  // MARK: What it shows

  /// A Boolean value that indicates whether the menu is visible, also without a presenter.
  ///
  /// Set it to show the menu where ``setTargetRect(_:in:)`` or ``show(from:rect:)`` put it last, or
  /// to hide it. It stays false if there is nothing to show, as ``show(from:rect:)`` says.
  public var isMenuVisible: Bool {
    get { showing != nil }
    set {
      if !newValue {
        hide()
      } else if let pendingTarget {
        show(from: pendingTarget, rect: pendingRect)
      }
    }
  }

  /// The items: those shown, or while the menu is hidden those that it would show now.
  public var items: [Item] { showing?.items ?? possibleItems }

  /// The rectangle that the menu is about, in the coordinates of the window; nil while it is
  /// hidden.
  public var targetRect: CGRect? { showing?.rect }

  private var showing: Showing? {
    switch state {
    case .hidden, .appearing, .disappearing: nil
    case .visible(let showing): showing
    }
  }

  private var possibleItems: [Item] {
    (standardItems + menuItems).filter { performer(of: $0) != nil }
  }

  private func performer(of item: Item) -> Responder? {
    application?.recipient.target(forAction: item.action, withSender: application)
  }

  // MARK: Showing and hiding

  /// Sets what the menu is about, before ``isMenuVisible`` is set; a visible menu moves there.
  ///
  /// ``show(from:rect:)`` does both. The target is not owned.
  ///
  /// - Parameters:
  ///   - rect: what is selected, in the target's coordinates
  ///   - target: the responder that the menu is about
  public func setTargetRect(_ rect: CGRect, in target: Responder) {
    (pendingTarget, pendingRect) = (target, rect)
    if isMenuVisible { show(from: target, rect: rect) }
  }

  /// Shows the menu for `rect` of `target`, if it has items.
  ///
  /// A menu that is visible takes the new place and items, without a notification. It hides another
  /// visible menu of the application.
  ///
  /// - Parameters:
  ///   - target: the responder that the menu is about, in the key window
  ///   - rect: what is selected, in the target's coordinates; the menu goes beside it
  /// - Returns: true if the menu is visible; false without items, or if `target` is not in the key
  ///   window
  @discardableResult
  public func show(from target: Responder, rect: CGRect) -> Bool {
    showings += 1
    (pendingTarget, pendingRect) = (target, rect)
    let items = possibleItems
    guard let application, let window = application.keyWindow, target.nearestWindow === window,
      !items.isEmpty
    else {
      hide()
      return false
    }
    let showing = Showing(
      items: items, rect: target.convertToWindow(rect), target: target, window: window,
      firstResponder: window.firstResponder)
    switch state {
    case .visible:
      state = .visible(showing)
      presenter?.update(self)
    case .hidden:
      state = .appearing
      application.visibleMenu?.hide()
      post(Self.willShowMenuNotification)
      state = .visible(showing)
      application.visibleMenu = self
      application.addWatcher(self)
      presenter?.show(self)
      post(Self.didShowMenuNotification)
      chainChanged()
    case .appearing, .disappearing:
      break
    }
    return isMenuVisible
  }

  /// Hides the menu, if it is visible.
  public func hide() {
    guard case .visible = state else { return }
    state = .disappearing
    if application?.visibleMenu === self { application?.visibleMenu = nil }
    application?.removeWatcher(self)
    post(Self.willHideMenuNotification)
    presenter?.hide(self)
    menuFrame = .null
    state = .hidden
    post(Self.didHideMenuNotification)
  }

  /// Asks the responders again, because the selection or the pasteboard changed; hides without
  /// items.
  public func update() {
    guard case .visible(var showing) = state else { return }
    showing.items = possibleItems
    guard !showing.items.isEmpty else { return hide() }
    state = .visible(showing)
    presenter?.update(self)
  }

  /// Hides the menu if `point` of the window is beside it, because a finger was put down there.
  ///
  /// The finger is delivered to what is there as well.
  public func hide(forTouchAt point: CGPoint) {
    if !menuFrame.contains(point) { hide() }
  }

  /// Hides the menu if its target is about to leave the window with `branch`.
  func hideIfTarget(follows branch: Responder) {
    if showing?.target?.follows(branch) == true { hide() }
  }

  /// Hides the menu if it was shown for another focus than there is now.
  func chainChanged() {
    guard let showing else { return }
    let window = application?.keyWindow
    let isThere =
      window != nil && showing.window === window
      && showing.firstResponder === window?.firstResponder
      && showing.target?.nearestWindow === window
    if !isThere { hide() }
  }

  // MARK: Performing

  /// Performs `item`, as the user chose it, and hides the menu or updates it.
  ///
  /// After ``Action/select`` and ``Action/selectAll`` the menu stays and is updated, as there is
  /// more to do now; it also stays if the command showed it again. If no responder can perform the
  /// item any more, the menu only updates.
  ///
  /// - Parameters:
  ///   - item: one of ``items``, while the menu is visible
  ///   - event: the event that chose it, which is passed to the responder
  /// - Returns: whether it was performed
  @discardableResult
  public func perform(_ item: Item, for event: Event? = nil) -> Bool {
    guard let showing, showing.items.contains(item), let application else { return false }
    let showingsBefore = showings
    guard let performer = performer(of: item),
      application.sendAction(item.action, to: performer, from: application, for: event)
    else {
      update()
      return false
    }
    if showings != showingsBefore { return true }
    if item.action == .select || item.action == .selectAll { update() } else { hide() }
    return true
  }

  // MARK: Notifications

  /// Posted before the menu is shown.
  public nonisolated static let willShowMenuNotification = Notification.Name(
    "EditMenuWillShowMenu")
  /// Posted after the menu was shown.
  public nonisolated static let didShowMenuNotification = Notification.Name("EditMenuDidShowMenu")
  /// Posted before the menu is hidden.
  public nonisolated static let willHideMenuNotification = Notification.Name(
    "EditMenuWillHideMenu")
  /// Posted after the menu was hidden.
  public nonisolated static let didHideMenuNotification = Notification.Name("EditMenuDidHideMenu")
  /// Posted when ``menuFrame`` changed.
  public nonisolated static let menuFrameDidChangeNotification = Notification.Name(
    "EditMenuMenuFrameDidChange")

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

/// An object that draws an ``EditMenu``.
///
/// It reads ``EditMenu/items`` and ``EditMenu/targetRect``, finds its place with
/// ``EditMenu/place(_:beside:in:arrow:)``, sets ``EditMenu/menuFrame``, and calls
/// ``EditMenu/perform(_:for:)`` when the user chooses.
@MainActor
public protocol EditMenuPresenter: AnyObject {
  /// Draws `menu`, which became visible.
  func show(_ menu: EditMenu)
  /// Draws `menu` again: its items or its target rectangle may be others.
  func update(_ menu: EditMenu)
  /// Removes `menu` from the screen.
  func hide(_ menu: EditMenu)
}
