// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import ResponderKit

// Where widgets are. The window's coordinates, as the responders know them, are those of the widget
// that fills the window below its title bar.

extension CGRect {
  init(_ rect: graphene_rect_t) {
    self.init(
      x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
      height: Double(rect.size.height))
  }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// The widget that fills the window of this one.
  var content: Widget? {
    guard let root = gtk_widget_get_root(self) else { return nil }
    return gtk_window_get_child(UnsafeMutablePointer<GtkWindow>(root))
  }

  /// Converts a point from this widget's coordinates to `other`'s coordinates, in the same window.
  func convert(_ point: CGPoint, to other: Widget) -> CGPoint {
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(self, other, point.x, point.y, &x, &y)
    return CGPoint(x: x, y: y)
  }

  /// Where the top left of this window or popover is on its surface, which may have a shadow around
  /// it.
  var placeOnSurface: CGPoint {
    var (x, y) = (0.0, 0.0)
    gtk_native_get_surface_transform(gtk_widget_get_native(self), &x, &y)
    return CGPoint(x: x, y: y)
  }
}

/// Gives `responder` the focus whenever `widget` has it, and tells `place` where that is.
@MainActor
func connectResponder(
  _ responder: @escaping @MainActor () -> Responder?, _ place: WidgetPlace, to widget: Widget
) {
  let controller = gtk_event_controller_focus_new()
  connect(UnsafeMutableRawPointer(controller), "enter") { _ in
    responder()?.becomeFirstResponder()
  }
  gtk_widget_add_controller(widget, controller)
  place.toWindow = { rect in
    guard let content = widget.content else { return rect }
    return CGRect(origin: widget.convert(rect.origin, to: content), size: rect.size)
  }
}

/// Shows the edit menu of `responder` at a secondary click on `widget`, or at a long press; `point`
/// is called first.
///
/// What the toolkit would show instead does not get the click.
@MainActor
func connectMenu(
  of responder: @escaping @MainActor () -> Responder?, to widget: Widget,
  point: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
) {
  let click = gtk_gesture_click_new()
  gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
  let press = gtk_gesture_long_press_new()
  gtk_gesture_single_set_touch_only(press, 1)
  // Where the point is among the arguments of their signals.
  for (gesture, first) in [(click, 2), (press, 1)] {
    gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
    connect(UnsafeMutableRawPointer(gesture), "pressed") { arguments in
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      gtk_widget_grab_focus(widget)
      point(arguments.double(first), arguments.double(first + 1))
      responder()?.method(for: .showMenu)?(nil, nil)
    }
    gtk_widget_add_controller(widget, gesture)
  }
}
