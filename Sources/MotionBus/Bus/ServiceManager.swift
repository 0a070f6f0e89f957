// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc
import LinuxSupport
import MotionCore

/// Notifications to systemd from a service of `Type=notify`; without systemd they do nothing.
package enum ServiceManager {
  /// Reports that the service is ready: units ordered after it may start.
  package static func ready() { notify("READY=1") }

  /// Reports that the service is about to end.
  package static func stopping() { notify("STOPPING=1") }

  /// Reports that the service is reloading its configuration; ``ready()`` reports the end.
  package static func reloading() {
    let now = Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds / 1000
    notify("RELOADING=1\nMONOTONIC_USEC=\(now)")
  }

  /// Shows `text`, one line, in `systemctl status`.
  package static func status(_ text: String) {
    // Text after a newline would be another assignment.
    let line = String(text.map { $0.isNewline ? " " : $0 })
    notify("STATUS=\(line)")
  }

  /// The longest time between two calls of ``feedWatchdog()``; nil if there is no watchdog.
  ///
  /// systemd kills a service that takes longer. Half of this time is a good interval.
  package static var watchdogPeriod: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Reports that the service is alive.
  package static func feedWatchdog() { notify("WATCHDOG=1") }

  /// Sends `state`, and ignores a failure, which has no remedy.
  private static func notify(_ state: String) {
    sd_notify(0, state)
  }
}
