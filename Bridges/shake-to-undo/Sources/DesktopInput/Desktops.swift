// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// The known desktops, in the order to try them.
///
/// All Wayland desktops but one are unavailable, and say so in some milliseconds. KWin comes first,
/// as its name on the bus tells that it is there: a connection to it as a compositor took KWin 5.27
/// 250 ms.
package enum Desktop {
  /// The display servers that the environment names, the best first.
  ///
  /// - Parameters:
  ///   - environment: the environment of the session
  ///   - session: the session's bus
  /// - Returns: one object for each
  package static func windowSystems(
    _ environment: [String: String], on session: BusConnection
  ) -> [any WindowSystem] {
    guard isWayland(environment) else { return [X11(environment)] }
    return [KWinWindows(environment, on: session), WaylandWindows(environment)]
  }

  /// The ways to send keys, the best first; ``KeySender/availability()`` says which of them work.
  ///
  /// - Parameters:
  ///   - environment: the environment of the session
  ///   - session: the session's bus
  ///   - portalOnly: true to leave the keys to the portal
  /// - Returns: one object for each
  package static func keySenders(
    _ environment: [String: String], on session: BusConnection, portalOnly: Bool = false
  ) -> [any KeySender] {
    if portalOnly { return [PortalKeys(environment, on: session)] }
    guard isWayland(environment) else { return [X11(environment)] }
    return [
      KWinKeys(on: session), VirtualKeyboard(environment), MutterKeys(environment, on: session),
      PortalKeys(environment, on: session),
    ]
  }

  /// Asks the user, by a dialog of the portal, to let keys be sent from now on.
  ///
  /// - Parameters:
  ///   - environment: the environment of the session
  ///   - session: the session's bus
  ///   - time: the longest time that the user may take
  /// - Throws: a ``DesktopError`` if the user refuses, or the portal cannot
  package static func allowKeys(
    _ environment: [String: String], on session: BusConnection, within time: Duration
  ) throws(DesktopError) {
    try PortalKeys(environment, on: session).authorize(within: time)
  }

  /// Beside Wayland an X server serves old programs alone, and to send keys raises a dialog there.
  static func isWayland(_ environment: [String: String]) -> Bool {
    !(environment["WAYLAND_DISPLAY"] ?? "").isEmpty
  }
}
