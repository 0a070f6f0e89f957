import Glibc
import LinuxSupport
import MotionCore

/// The time on `CLOCK_BOOTTIME`, in nanoseconds.
func bootTime() -> Int64 {
  Timestamp.now().nanoseconds
}

/// The time on `CLOCK_MONOTONIC`, in nanoseconds: it stands still while the machine is suspended.
func monotonicTime() -> Int64 {
  Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds
}

extension AccelerometerInfo.Clock {
  /// The time on `CLOCK_BOOTTIME` now.
  package static var bootTimeNow: Timestamp { .now() }

  /// The time on this clock now; nil for ``arrival``, which is no clock.
  package var now: Timestamp? {
    switch self {
    case .boottime: .now()
    case .monotonic: .now(on: CLOCK_MONOTONIC)
    case .realtime: .now(on: CLOCK_REALTIME)
    case .arrival: nil
    }
  }
}
