// SPDX-License-Identifier: Apache-2.0

import CGTK
import GTKSupport
import MotionCore
import ResponderKit

extension KeyPress {
  /// The key that `controller` reports.
  init?(from controller: OpaquePointer, _ arguments: SignalArguments) {
    guard let event = gtk_event_controller_get_current_event(controller) else { return nil }
    // What the key gives in the user's layout without modifiers.
    var symbol: guint = 0
    gdk_display_translate_key(
      gdk_event_get_display(event), arguments.uint(2), GdkModifierType(0),
      Int32(gdk_key_event_get_layout(event)), &symbol, nil, nil, nil)
    guard let input = Self.input(of: symbol) else { return nil }
    self.init(input, modifiers: Self.modifiers(arguments.flags(3)))
  }

  private static func input(of symbol: guint) -> String? {
    switch Int32(symbol) {
    case GDK_KEY_Up: return KeyCommand.inputUpArrow
    case GDK_KEY_Down: return KeyCommand.inputDownArrow
    case GDK_KEY_Left: return KeyCommand.inputLeftArrow
    case GDK_KEY_Right: return KeyCommand.inputRightArrow
    case GDK_KEY_Escape: return KeyCommand.inputEscape
    default: break
    }
    let code = gdk_keyval_to_unicode(symbol)
    if code >= 0x20, code != 0x7F, let scalar = UnicodeScalar(code) { return String(scalar) }
    // The others have names, such as Menu and Delete.
    return gdk_keyval_name(symbol).map { String(cString: $0) }
  }

  private static func modifiers(_ state: UInt32) -> KeyModifierFlags {
    let table: [(GdkModifierType, KeyModifierFlags)] = [
      (GDK_LOCK_MASK, .alphaShift), (GDK_SHIFT_MASK, .shift), (GDK_CONTROL_MASK, .control),
      (GDK_ALT_MASK, .alternate), (GDK_SUPER_MASK, .command),
    ]
    return table.reduce(into: []) { if state & $1.0.rawValue != 0 { $0.insert($1.1) } }
  }
}

extension Timestamp {
  /// The time of the event that `controller` reports, on the clock of the display.
  static func current(of controller: OpaquePointer) -> Timestamp {
    let milliseconds = gtk_event_controller_get_current_event_time(controller)
    return Timestamp(nanoseconds: Int64(milliseconds) * 1_000_000)
  }
}
