import Foundation
import ResponderKit

/// The responder of a widget, which has the focus whenever the widget has it.
///
/// Closures provide what only the widget knows, so that the model needs no toolkit.
class WidgetResponder: Responder {
  /// The rectangle of what is selected, in the widget's coordinates.
  var selectionRect: @MainActor () -> CGRect = { .zero }
  /// Converts a rectangle from the widget's coordinates to the window's.
  var toWindow: @MainActor (CGRect) -> CGRect = { $0 }

  private let menu: EditMenu

  /// A responder with `next` after it on the chain, which shows `menu`.
  init(next: Responder, menu: EditMenu) {
    self.menu = menu
    super.init()
    self.next = next
  }

  override var canBecomeFirstResponder: Bool { true }

  override func convertToWindow(_ rect: CGRect) -> CGRect {
    super.convertToWindow(toWindow(rect))
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .showMenu: { _, _ in self.menu.show(from: self, rect: self.selectionRect()) }
    default: super.method(for: action)
    }
  }
}
