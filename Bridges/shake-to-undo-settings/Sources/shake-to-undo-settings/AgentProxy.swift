// SPDX-License-Identifier: Apache-2.0

import CGTK
import SettingsModel

/// The agent of this session on the bus: whether one runs, and its switches as they change.
@MainActor
final class AgentProxy {
  private var proxy: UnsafeMutablePointer<GDBusProxy>?
  private let onChange: @MainActor (AgentState?) -> Void

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
    onChange(
      AgentState(
        isEnabled: property("Enabled", g_variant_get_boolean) != 0,
        isPaused: property("Paused", g_variant_get_boolean) != 0,
        quietUntil: UInt64(property("QuietUntil", g_variant_get_uint64))))
  }

  private func property<Value: ExpressibleByIntegerLiteral>(
    _ name: String, _ read: (OpaquePointer) -> Value
  ) -> Value {
    guard let value = g_dbus_proxy_get_cached_property(proxy, name) else { return 0 }
    defer { g_variant_unref(value) }
    return read(value)
  }
}
