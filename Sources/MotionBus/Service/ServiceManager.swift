import CSystemBus
import Glibc

/// What systemd wants to know of a service of `Type=notify`; without systemd none of it does anything.
public enum ServiceManager {
  /// The service serves: whoever was started after it may begin.
  public static func ready() { notify("READY=1") }

  /// The service is about to end.
  public static func stopping() { notify("STOPPING=1") }

  /// The service reads its configuration anew; ``ready()`` says that it has.
  public static func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
  }

  /// Shows `text`, one line, in `systemctl status`.
  public static func status(_ text: String) {
    // What follows a newline would be another assignment.
    let line = String(text.map { $0.isNewline ? " " : $0 })
    notify("STATUS=\(line)")
  }

  /// Within which time ``feedWatchdog()`` must be called again and again; nil if it need not be.
  ///
  /// systemd kills a service that lets it pass: half of it is a good interval.
  public static var watchdogPeriod: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Says that the service is alive.
  public static func feedWatchdog() { notify("WATCHDOG=1") }

  /// Not told if it does not arrive: nothing could be done about it.
  private static func notify(_ state: String) {
    sd_notify(0, state)
  }
}
