// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore

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

/// The clock and the pause between steps that must not follow each other at once.
package struct Pace {
  /// The time since an instant in the past, on a clock that does not jump.
  package var now: () -> Duration
  /// Waits for this long; a duration of 0 or less waits not at all.
  package var wait: (Duration) -> Void

  /// A pace of these functions.
  package init(now: @escaping () -> Duration, wait: @escaping (Duration) -> Void) {
    self.now = now
    self.wait = wait
  }

  /// The clock of the system.
  package static var system: Pace {
    Pace(
      now: { .nanoseconds(Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds) },
      wait: { time in
        guard time > .zero else { return }
        usleep(UInt32(clamping: Int64(time / .microseconds(1))))
      })
  }
}
