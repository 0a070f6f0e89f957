import Glibc
import MotionCore

extension Timestamp {
  /// The time on `clock` now, by default on `CLOCK_BOOTTIME`.
  package static func now(on clock: clockid_t = CLOCK_BOOTTIME) -> Timestamp {
    var now = timespec()
    clock_gettime(clock, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }
}
