// SPDX-License-Identifier: Apache-2.0

/// The only keys that can leave this process.
package enum KeyStroke: Hashable, Sendable, CaseIterable {
  /// The key Undo.
  case undoKey
  /// Ctrl+Z, of the active layout.
  case controlZ
  /// The key Redo.
  case redoKey
  /// Ctrl+Shift+Z, of the active layout.
  case controlShiftZ
  /// Ctrl+Y, of the active layout: redo in some programs.
  case controlY
}

extension KeyStroke {
  /// Presses `keys` in their order, and releases them in the reverse one.
  ///
  /// - Parameters:
  ///   - keys: the keys, as the receiver numbers them
  ///   - notify: sends one key, with true for down
  /// - Throws: the error of `notify`; what was pressed by then is released again, if that goes
  static func press(
    _ keys: [Int32], _ notify: (Int32, _ isDown: Bool) throws(DesktopError) -> Void
  ) throws(DesktopError) {
    var pressed: [Int32] = []
    do throws(DesktopError) {
      for key in keys {
        pressed.append(key)
        try notify(key, true)
      }
      for key in keys.reversed() {
        try notify(key, false)
        pressed.removeLast()
      }
    } catch {
      for key in pressed.reversed() { try? notify(key, false) }
      throw error
    }
  }
}
