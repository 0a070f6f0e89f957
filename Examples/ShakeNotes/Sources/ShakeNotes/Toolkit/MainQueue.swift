// SPDX-License-Identifier: Apache-2.0

import CGTK
import Dispatch

/// Dispatch's main queue, and with it Swift's main actor, run by GLib's main loop.
///
/// libdispatch tells main loops that are not its own by a descriptor when there is something on the
/// main queue, and runs it when they call. Foundation's `RunLoop` does the same. So nothing is
/// polled: the thread sleeps in GLib's `poll` until a descriptor of GTK's or this one is ready.
///
/// The main queue is what tasks on the main actor, the notifications of PasteboardKit and the ends
/// of UndoKit's event groups need. `main` must not be `async`: that would be a loop of its own.
@MainActor
enum MainQueue {
  /// Has the main context of GLib run the main queue from now on.
  static func attach() {
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
      { descriptor, _, _ in
        // What comes from here on makes the descriptor ready again.
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        _dispatch_main_queue_callback_4CF(nil)
        return gboolean(1)
      }, nil, nil)
  }
}
