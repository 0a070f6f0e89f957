// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget, which GTK's functions take as one of its classes.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
  /// The widget as `Class`, as C's cast macros give it.
  func cast<Class>(_ type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The widget as a class whose fields GTK keeps to itself.
  var opaque: OpaquePointer { OpaquePointer(self) }

  /// The children, in their order.
  var children: some Sequence<Widget> {
    sequence(first: gtk_widget_get_first_child(self)) { $0.map(gtk_widget_get_next_sibling) }
      .lazy.prefix { $0 != nil }.compactMap { $0 }
  }
}

/// Starts a GIO call that calls back with a result.
@MainActor
func whenReady(
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
