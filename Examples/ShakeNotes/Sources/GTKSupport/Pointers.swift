// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import MainLoop

/// A widget, which GTK's functions take as one of its classes.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
  /// The widget as `Class`, as C's cast macros give it.
  package func cast<Class>(_ type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The widget as a class whose fields GTK keeps to itself.
  package var opaque: OpaquePointer { OpaquePointer(self) }

  /// The children, in their order.
  package var children: some Sequence<Widget> {
    sequence(first: gtk_widget_get_first_child(self)) { $0.map(gtk_widget_get_next_sibling) }
      .lazy.prefix { $0 != nil }.compactMap { $0 }
  }
}

/// Starts a GIO call that calls back with a result.
@MainActor
package func whenReady(
  _ start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
  then completion: @escaping @MainActor (OpaquePointer?) -> Void
) {
  let data = Unmanaged.passRetained(Completion(completion)).toOpaque()
  start(
    { _, result, data in
      guard let data else { return }
      let completion = Unmanaged<Completion>.fromOpaque(data).takeRetainedValue()
      MainActor.assumeIsolated { completion.call(result) }
    }, data)
}

@MainActor
private final class Completion {
  let call: @MainActor (OpaquePointer?) -> Void

  init(_ call: @escaping @MainActor (OpaquePointer?) -> Void) {
    self.call = call
  }
}

/// Has GLib's loop run the main queue, and with it tasks of the main actor, the events of motion
/// sessions, the notifications of pasteboards, and the ends of event groups.
@MainActor
package func runMainQueue() {
  g_unix_fd_add(
    MainQueue.descriptor, G_IO_IN,
    { _, _, _ in
      MainActor.assumeIsolated { MainQueue.drain() }
      return gboolean(1)
    }, nil)
}

/// Opens the display.
///
/// - Returns: false if there is none, which standard error says
package func openDisplay() -> Bool {
  if gtk_init_check() != 0 { return true }
  let text = "Error: cannot open the display: set WAYLAND_DISPLAY or DISPLAY\n"
  FileHandle.standardError.write(Data(text.utf8))
  return false
}
