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
