// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The arguments of a signal; the first is the object that emits it.
package struct SignalArguments {
  fileprivate let values: UnsafePointer<GValue>

  /// The number at `index`, of one of C's number types.
  package func double(_ index: Int) -> Double { g_value_get_double(values + index) }
  package func int(_ index: Int) -> Int32 { g_value_get_int(values + index) }
  package func uint(_ index: Int) -> UInt32 { g_value_get_uint(values + index) }
  package func flags(_ index: Int) -> UInt32 { g_value_get_flags(values + index) }
  package func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_pointer(values + index)
  }
  /// The object at `index`.
  package func object(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_object(values + index)
  }
}

/// Calls `handler` each time that `object` emits `signal`, for as long as it exists.
///
/// GTK calls on the main thread only, where the main actor runs too.
@MainActor
package func connect(
  _ object: UnsafeMutableRawPointer?, _ signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> Void
) {
  connect(object, asking: signal) { arguments in
    handler(arguments)
    return false
  }
}

/// The same for a signal that asks whether it was handled.
@MainActor
package func connect(
  _ object: UnsafeMutableRawPointer?, asking signal: String,
  _ handler: @escaping @MainActor (SignalArguments) -> Bool
) {
  let data = Unmanaged.passRetained(SignalHandler(handler)).toOpaque()
  let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
  g_closure_add_finalize_notifier(closure, data) { data, _ in
    if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
  }
  g_closure_set_marshal(closure) { closure, answer, _, values, _, _ in
    guard let data = closure?.pointee.data, let values else { return }
    let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
    let arguments = SignalArguments(values: values)
    let isHandled = MainActor.assumeIsolated { handler.call(arguments) }
    if let answer { g_value_set_boolean(answer, isHandled ? 1 : 0) }
  }
  g_signal_connect_closure(object, signal, closure, 0)
}

@MainActor
private final class SignalHandler {
  let call: @MainActor (SignalArguments) -> Bool

  init(_ call: @escaping @MainActor (SignalArguments) -> Bool) {
    self.call = call
  }
}
