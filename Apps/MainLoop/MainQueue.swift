// SPDX-License-Identifier: Apache-2.0

import CMainQueue
import Foundation

/// The main queue of Dispatch, and with it Swift's main actor, run by the main loop of a toolkit.
///
/// With GLib, whose loop is GTK's:
///
/// ```swift
/// g_unix_fd_add(MainQueue.descriptor, G_IO_IN, { _, _, _ in
///   MainActor.assumeIsolated { MainQueue.drain() }
///   return 1
/// }, nil)
/// ```
///
/// Tasks on the main actor, a motion session's events, the notifications of other processes'
/// pasteboards and the ends of an undo manager's event groups all come by the main queue. Nothing
/// is polled: the thread sleeps in the loop's `poll`. `main` must not be `async`, and must not call
/// `dispatchMain()` or run a `RunLoop`: these are loops of their own.
@MainActor
public enum MainQueue {
  private static var state = State.idle

  private enum State {
    case idle
    case draining
    /// A nested call took note of blocks that it could not run.
    case askedAgain
  }

  /// The descriptor that is readable while there is something in the main queue.
  ///
  /// Watch it, and call ``drain()`` when it can be read. It belongs to Dispatch: do not close it.
  public nonisolated static let descriptor = _dispatch_get_main_queue_handle_4CF()

  /// Runs what is in the main queue, and returns.
  ///
  /// The queue is not reentrant: a block that runs a nested loop, such as a modal dialog, holds up
  /// all others until it returns. A call in that loop returns at once, and the descriptor is
  /// readable again after the first call.
  public static func drain() {
    // First: what comes from here on makes the descriptor readable again.
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
    switch state {
    case .idle:
      state = .draining
      _dispatch_main_queue_callback_4CF(nil)
      if case .askedAgain = state { eventfd_write(descriptor, 1) }
      state = .idle
    case .draining, .askedAgain: state = .askedAgain
    }
  }
}
