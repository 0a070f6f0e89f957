// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import ResponderKit

/// The edit menu in a popover: a row of buttons beside what the menu is about.
///
/// GTK finds the place of a popover, because on Wayland only the compositor knows the screen.
@MainActor
final class MenuPopover: EditMenuPresenter {
  /// The popover.
  let widget: Widget
  private let content: Widget
  private let buttons: Widget
  /// The position of the item that Return performs.
  private var chosen = 0
  /// The items that have buttons, and the position of the chosen one.
  private var drawn: (items: [EditMenu.Item], chosen: Int) = ([], 0)

  /// A popover over `content`.
  init(over content: Widget) {
    self.content = content
    widget = gtk_popover_new()
    buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_add_css_class(buttons, "linked")
    // The keyboard's focus stays where it is: it says whom the commands are for.
    gtk_widget_set_can_focus(widget, 0)
    gtk_popover_set_child(widget.cast(), buttons)
    // The model says when the menu goes: a touch beside it is delivered as well.
    gtk_popover_set_autohide(widget.cast(), 0)
    gtk_widget_set_parent(widget, content)
  }

  func show(_ menu: EditMenu) {
    chosen = 0
    draw(menu)
    gtk_popover_popup(widget.cast())
  }

  func update(_ menu: EditMenu) {
    chosen = min(chosen, menu.items.count - 1)
    draw(menu)
  }

  func hide(_ menu: EditMenu) {
    gtk_popover_popdown(widget.cast())
  }

  /// Takes the key `input` if it is for `menu`.
  ///
  /// - Returns: whether it was
  func press(_ input: String, in menu: EditMenu) -> Bool {
    guard menu.isMenuVisible else { return false }
    switch input {
    case KeyCommand.inputLeftArrow: chosen = max(chosen - 1, 0)
    case KeyCommand.inputRightArrow: chosen = min(chosen + 1, menu.items.count - 1)
    case KeyCommand.inputEscape:
      menu.hide()
      return true
    case "Return":
      menu.perform(menu.items[chosen])
      return true
    default: return false
    }
    draw(menu)
    return true
  }

  /// Tells `menu` where GTK has put it.
  func place(_ menu: EditMenu) {
    menu.menuFrame = menu.isMenuVisible ? frame ?? .null : .null
  }

  /// The buttons that are on the screen.
  var choices: [Widget] {
    gtk_widget_get_mapped(widget) != 0 ? Array(buttons.children) : []
  }

  /// The point on the window's surface where the popover's surface begins.
  var placeOnParent: CGPoint {
    let popup = gtk_native_get_surface(gtk_widget_get_native(widget))
    return CGPoint(
      x: Int(gdk_popup_get_position_x(popup)), y: Int(gdk_popup_get_position_y(popup)))
  }

  private func draw(_ menu: EditMenu) {
    guard let rect = menu.targetRect else { return }
    var target = GdkRectangle(
      x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(max(rect.width, 1)),
      height: Int32(max(rect.height, 1)))
    gtk_popover_set_pointing_to(widget.cast(), &target)
    let sides: [EditMenu.ArrowDirection: GtkPositionType] = [
      .up: GTK_POS_BOTTOM, .left: GTK_POS_RIGHT, .right: GTK_POS_LEFT,
    ]
    gtk_popover_set_position(widget.cast(), sides[menu.arrowDirection] ?? GTK_POS_TOP)
    // A button that is pressed is lost if it is made anew.
    guard drawn != (menu.items, chosen) else { return }
    drawn = (menu.items, chosen)
    for button in Array(buttons.children) { gtk_box_remove(buttons.cast(), button) }
    for (index, item) in menu.items.enumerated() {
      guard let button = gtk_button_new_with_label(item.title) else { continue }
      connect(button, "clicked") { [weak menu] _ in menu?.perform(item) }
      if index == chosen { gtk_widget_add_css_class(button, "suggested-action") }
      gtk_box_append(buttons.cast(), button)
    }
  }

  private var frame: CGRect? {
    guard gtk_widget_get_mapped(widget) != 0, let window = gtk_widget_get_root(content) else {
      return nil
    }
    let popup = gtk_native_get_surface(gtk_widget_get_native(widget))
    let top = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
    let (shadow, child) = (top.placeOnSurface, content.convert(.zero, to: top))
    return CGRect(
      x: placeOnParent.x - shadow.x - child.x, y: placeOnParent.y - shadow.y - child.y,
      width: Double(gdk_surface_get_width(popup)), height: Double(gdk_surface_get_height(popup)))
  }
}
