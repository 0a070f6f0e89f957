// SPDX-License-Identifier: Apache-2.0

import CGTK
import SettingsModel

/// The agent of this session on the bus: whether one runs, and its switches as they change.
@MainActor
final class AgentProxy {
  private var proxy: UnsafeMutablePointer<GDBusProxy>?
  private let onChange: @MainActor (AgentState?) -> Void
  private var state: AgentState?
  /// The timer of a question; 0 for none.
  private var timer: guint = 0

  init(_ onChange: @escaping @MainActor (AgentState?) -> Void) {
    self.onChange = onChange
    whenReady {
      // A look at the settings starts no agent.
      g_dbus_proxy_new_for_bus(
        G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START, nil, "org.motiond.ShakeToUndo",
        "/org/motiond/ShakeToUndo", "org.motiond.ShakeToUndo1", nil, $0, $1)
    } then: { [weak self] result in
      self?.watch(g_dbus_proxy_new_for_bus_finish(result, nil))
    }
  }

  private func watch(_ proxy: UnsafeMutablePointer<GDBusProxy>?) {
    self.proxy = proxy
    guard let proxy else { return onChange(nil) }
    for signal in ["g-properties-changed", "notify::g-name-owner"] {
      connect(proxy, signal) { [weak self] in self?.tell() }
    }
    tell()
  }

  private func tell() {
    guard let proxy, let owner = g_dbus_proxy_get_name_owner(proxy) else { return onChange(nil) }
    g_free(owner)
    state = AgentState(
      isEnabled: property("Enabled", g_variant_get_boolean) != 0,
      isPaused: property("Paused", g_variant_get_boolean) != 0,
      quietUntil: UInt64(property("QuietUntil", g_variant_get_uint64)))
    onChange(state)
    askAfterClaim()
  }

  /// Asks whether the agent hears shakes, once motiond has had the time to answer its claim.
  private func askAfterClaim() {
    if timer != 0 { g_source_remove(timer) }
    timer = g_timeout_add(
      1000,
      { data in
        guard let data else { return 0 }
        let own = Unmanaged<AgentProxy>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { own.ask() }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func ask() {
    timer = 0
    whenReady {
      g_dbus_proxy_call(proxy, "GetStatus", nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, $0, $1)
    } then: { [weak self] result in
      guard let self, var state,
        let answer = g_dbus_proxy_call_finish(proxy, result, nil)
      else { return }
      defer { g_variant_unref(answer) }
      guard let status = g_variant_get_child_value(answer, 0) else { return }
      defer { g_variant_unref(status) }
      guard let shakes = g_variant_lookup_value(status, "Shakes", nil) else { return }
      defer { g_variant_unref(shakes) }
      state.hearsShakes = g_variant_get_string(shakes, nil).map { String(cString: $0) } != "no"
      onChange(state)
    }
  }

  private func property<Value: ExpressibleByIntegerLiteral>(
    _ name: String, _ read: (OpaquePointer) -> Value
  ) -> Value {
    guard let value = g_dbus_proxy_get_cached_property(proxy, name) else { return 0 }
    defer { g_variant_unref(value) }
    return read(value)
  }
}
