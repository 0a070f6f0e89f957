import Glibc
import MotionCore

/// What `CLOCK_BOOTTIME` shows, in nanoseconds.
func bootTime() -> Int64 {
  time(on: CLOCK_BOOTTIME)
}

extension AccelerometerInfo.Clock {
  /// What `CLOCK_BOOTTIME` shows now.
  package static var bootTimeNow: Timestamp { Timestamp(nanoseconds: bootTime()) }

  /// What it shows now, on this machine; nil if nothing shows it.
  package var now: Timestamp? {
    switch self {
    case .boottime: Timestamp(nanoseconds: time(on: CLOCK_BOOTTIME))
    case .monotonic: Timestamp(nanoseconds: time(on: CLOCK_MONOTONIC))
    case .realtime: Timestamp(nanoseconds: time(on: CLOCK_REALTIME))
    case .arrival: nil
    }
  }
}

private func time(on clock: clockid_t) -> Int64 {
  var now = timespec()
  clock_gettime(clock, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
